/**
 * Replay in Node: how fast recorded frames become rows, beside bare JSON.parse of the same lines.
 *
 *   node bench/run.mjs replay
 *   node bench/run.mjs replay --events 1000000 --runs 9 --seed 1 --mix figures
 *
 * `--mix all` (the default) is everything that a host of 1,500 servers and 20,000 players says, 20 of
 * the servers watched with feed, console and addresses. `--mix figures` is what most of it is: the
 * population of one server after the other, one player more or less. Prints the median of the runs and their spread.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Change } from '../src/domain/change.ts';
import { realtimeEvent, type RealtimeEvent } from '../src/domain/event.ts';
import { fold, fromKeyframe, keyframe } from '../src/domain/fold.ts';
import { hashRows } from '../src/domain/hash.ts';
import type { Query } from '../src/domain/queries.ts';
import { reduce } from '../src/domain/reduce.ts';
import { applyChanges, createRows, type Rows } from '../src/domain/state.ts';
import { createView } from '../src/domain/views/create.ts';
import type { View } from '../src/domain/views/view.ts';
import { parseFrame, type Frame } from '../src/protocol/frames.ts';
import { createLoad } from '../src/testing/frames.ts';
import { createRandom } from '../src/testing/random.ts';
import { followingEvents, openingEvents } from '../src/testing/snapshots.ts';
import type { World } from '../src/testing/world.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
    watched: { type: 'string', default: '20' },
    mix: { type: 'string', default: 'all' },
  },
});

const load = createLoad({
  seed: Number(options.seed),
  servers: Number(options.servers),
  players: Number(options.players),
  watched: Number(options.watched),
});
const opening = createRows();
fold(opening, openingEvents(load.world));
for (const server of load.world.servers.slice(0, Number(options.watched))) {
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  fold(opening, followingEvents(load.world, server, topics));
}
const start = keyframe(opening);
const lines = recorded(Number(options.events));

/** Only the text of the frames is kept: what a reader of a file holds. */
function recorded(count: number): readonly string[] {
  const frames = options.mix === 'figures' ? figures(load.world, count) : load.take(count);
  return frames.map((frame) => JSON.stringify(frame));
}

function figures(world: World, length: number): Frame[] {
  const random = createRandom(Number(options.seed));
  return Array.from({ length }, (): Frame => {
    const server = world.servers[random.below(world.servers.length)];
    if (server === undefined) throw new RangeError('there are no servers');
    world.pass(2);
    const { players, slots } = server.population;
    const next = (players ?? 0) + random.below(3) - 1;
    return world.observe(server, {
      players: Math.max(0, Math.min(next, slots ?? next)),
      slots,
      queue: { active: false, size: 0 },
      source: 'live',
    });
  });
}

function read(line: string): RealtimeEvent {
  const parsed = parseFrame(line);
  if (!parsed.ok) throw new TypeError(`a generated frame was refused: ${parsed.kind}`);
  return realtimeEvent(parsed.frame);
}

const top: Query = {
  view: 'servers',
  filter: {},
  sort: 'players',
  direction: 'desc',
  window: { from: 0, to: 50 },
};

/** Milliseconds that each measurement takes for all lines. Rows are prepared before, untimed. */
const measurements: Readonly<Record<string, () => number>> = {
  'JSON.parse': () =>
    clocked(() => {
      for (const line of lines) JSON.parse(line);
    }),
  'parse and validate': () =>
    clocked(() => {
      for (const line of lines) parseFrame(line);
    }),
  'parse, validate, reduce': () => {
    const rows = fromKeyframe(start);
    return clocked(() => {
      for (const line of lines) applyChanges(rows, reduce(rows, read(line)));
    });
  },
  reduce: () => batched([], 200),
  'reduce, top 50 and totals, batches of 200': () => batched([top, { view: 'totals' }], 200),
  'reduce, top 50 and totals, batches of 1': () => batched([top, { view: 'totals' }], 1),
};

function clocked(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Only reducing and telling the views is timed: frames are parsed before, 200 at a time. */
function batched(queries: readonly Query[], size: number): number {
  const rows = fromKeyframe(start);
  const views = queries.map((query) => createView(rows, query));
  let took = 0;
  for (let from = 0; from < lines.length; from += 200) {
    const events = lines.slice(from, from + 200).map(read);
    took += clocked(() => {
      for (let at = 0; at < events.length; at += size) tell(rows, views, events, at, size);
    });
  }
  return took;
}

function tell(
  rows: Rows,
  views: readonly View[],
  events: readonly RealtimeEvent[],
  from: number,
  size: number,
): void {
  const batch: Change[] = [];
  const to = Math.min(from + size, events.length);
  for (let at = from; at < to; at++) {
    const event = events[at];
    if (event === undefined) return;
    const changes = reduce(rows, event);
    applyChanges(rows, changes);
    if (views.length > 0) for (const change of changes) batch.push(change);
  }
  for (const view of views) view.apply(batch);
}

const times = new Map(Object.keys(measurements).map((name): [string, number[]] => [name, []]));
for (let run = 0; run <= Number(options.runs); run++) {
  for (const [name, measure] of Object.entries(measurements)) {
    const took = measure();
    if (run > 0) times.get(name)?.push(took);
  }
}

function median(list: readonly number[] = []): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

function perSecond(milliseconds: number): string {
  return Math.round((lines.length / milliseconds) * 1_000)
    .toLocaleString('en')
    .padStart(12);
}

const bytes = lines.reduce((sum, line) => sum + line.length, 0);
console.log(
  `${lines.length} frames (${options.mix}) of ${Math.round(bytes / lines.length)} bytes, ` +
    `${opening.servers.size} servers, ${opening.players.size} players; ` +
    `${options.runs} runs; Node ${process.version}; ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
);
console.log(`${'events a second'.padEnd(42)}      median     slowest     fastest  of JSON.parse`);
const references = times.get('JSON.parse') ?? [];
for (const [name, taken] of times) {
  const figuresOf = [median(taken), Math.max(...taken), Math.min(...taken)].map(perSecond).join('');
  // Each run beside its own JSON.parse: a machine has slow and fast minutes.
  const ratio = median(references.map((reference, run) => reference / (taken[run] ?? Number.NaN)));
  console.log(`${name.padEnd(42)}${figuresOf}  ${ratio.toFixed(2)}`);
}
const rows = fromKeyframe(start);
fold(rows, lines.map(read));
console.log(`hash of the rows at the end: ${hashRows(rows)}`);
