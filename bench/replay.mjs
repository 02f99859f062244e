/**
 * Replay in Node: how fast recorded frames become rows, beside bare JSON.parse of the same lines.
 *
 *   npx tsc -b src/testing && npm --prefix bench run replay
 *   npm --prefix bench run replay -- --events 1000000 --runs 9 --seed 1 --only reduce
 *
 * Reads the compiled `dist`. Prints the median of the runs and their spread (slowest to fastest).
 */
import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import { createLoad } from '../dist/testing/frames.js';
import { followingEvents, openingEvents } from '../dist/testing/snapshots.js';
import { parseFrame } from '../dist/protocol/frames.js';
import { reduce } from '../dist/domain/reduce.js';
import { fold, fromKeyframe, keyframe } from '../dist/domain/fold.js';
import { hashRows } from '../dist/domain/hash.js';
import { applyChanges, createRows } from '../dist/domain/state.js';
import { createView } from '../dist/domain/views/create.js';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '30000' },
    watched: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const number = (name) => Number(values[name]);

const load = createLoad({
  seed: number('seed'),
  servers: number('servers'),
  players: number('players'),
  watched: number('watched'),
});
const opening = createRows();
fold(opening, openingEvents(load.world));
const topics = ['feed', 'console', 'metrics', 'feed-personal'];
for (const server of load.world.servers.slice(0, number('watched'))) {
  fold(opening, followingEvents(load.world, server, topics));
}
const start = keyframe(opening);
const lines = load.take(number('events')).map((frame) => JSON.stringify(frame));
const bytes = lines.reduce((sum, line) => sum + line.length, 0);
const top = {
  view: 'servers',
  filter: {},
  sort: 'players',
  direction: 'desc',
  window: { from: 0, to: 50 },
};

const read = (line) => ({ source: 'realtime', ...parseFrame(line).frame });

/** Milliseconds that each measurement takes for all lines. Rows are prepared before, untimed. */
const measurements = {
  'JSON.parse': () =>
    clocked(() => {
      for (const line of lines) JSON.parse(line);
    }),
  'parse and zod': () =>
    clocked(() => {
      for (const line of lines) parseFrame(line);
    }),
  'parse, zod, reduce': () => {
    const rows = fromKeyframe(start);
    return clocked(() => {
      for (const line of lines) applyChanges(rows, reduce(rows, read(line)));
    });
  },
  reduce: () => batched([], 200),
  'reduce, top 50 and totals, batches of 200': () => batched([top, { view: 'totals' }], 200),
  'reduce, top 50 and totals, batches of 1': () => batched([top, { view: 'totals' }], 1),
};

function clocked(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Only reducing and telling the views is timed: frames are parsed before, 200 at a time. */
function batched(queries, size) {
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

function tell(rows, views, events, from, size) {
  const to = Math.min(from + size, events.length);
  if (views.length === 0) {
    for (let at = from; at < to; at++) applyChanges(rows, reduce(rows, events[at]));
    return;
  }
  const changes = [];
  for (let at = from; at < to; at++) {
    const more = reduce(rows, events[at]);
    applyChanges(rows, more);
    for (const change of more) changes.push(change);
  }
  for (const view of views) view.apply(changes);
}

const times = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
for (let run = 0; run <= number('runs'); run++) {
  for (const [name, measure] of Object.entries(measurements)) {
    if (values.only !== '' && name !== values.only) continue;
    const took = measure();
    if (run > 0) times[name].push(took);
  }
}

const perSecond = (milliseconds) => Math.round((lines.length / milliseconds) * 1_000);
const shown = (value) => value.toLocaleString('en').padStart(11);
const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const reference = middle(times['JSON.parse']);
console.log(
  `${lines.length} frames, ${Math.round(bytes / lines.length)} bytes each, ${opening.servers.size} servers, ` +
    `${opening.players.size} players; ${values.runs} runs; Node ${process.version}, ${cpus()[0]?.model}`,
);
console.log(`${'events a second'.padEnd(44)}     median      slowest     fastest   of JSON.parse`);
for (const [name, taken] of Object.entries(times)) {
  if (taken.length === 0) continue;
  const ratio = (reference / middle(taken)).toFixed(2);
  console.log(
    `${name.padEnd(42)}${shown(perSecond(middle(taken)))}  ${shown(perSecond(Math.max(...taken)))} ${shown(perSecond(Math.min(...taken)))}   ${ratio}`,
  );
}
const rows = fromKeyframe(start);
fold(rows, lines.map(read));
console.log(`hash of the rows at the end: ${hashRows(rows)}`);
