/**
 * The longest stretch in which a worker does nothing else while it takes in its first list of servers: in
 * one answer, and in the pages that the host gives.
 *
 *   node bench/run.mjs first-list
 *   node bench/run.mjs first-list --servers 1500 --players 80000
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readAnswer } from '../src/protocol/answers.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { LIST_PAGE_ROWS } from '../src/protocol/servers/limits.ts';
import type { ServerSnapshot } from '../src/protocol/servers/fields.ts';
import { createLoad } from '../src/testing/frames.ts';
import { Engine } from '../src/worker/engine/engine.ts';
import { LiveViews } from '../src/worker/views/live-views.ts';
import { busy, machine, now, quantile } from './browser/figures.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '80000' },
  },
});
// As in a browser, whose policy lets nobody make code.
z.config({ jitless: true });
const { world } = createLoad({
  seed: 1,
  servers: Number(values.servers),
  players: Number(values.players),
  watched: 0,
});
const all = world.servers.map((server) => world.snapshot(server));

function pages(): ServerSnapshot[][] {
  const made: ServerSnapshot[][] = [];
  let left = 0;
  for (const server of all) {
    const rows = 1 + server.players.length;
    if (rows > left) {
      made.push([]);
      left = LIST_PAGE_ROWS;
    }
    made.at(-1)?.push(server);
    left -= rows;
  }
  return made;
}

interface Stretch {
  readonly ms: number;
  readonly busy: number;
}

/** What each answer takes, from its text to the views, by the clock and of the processor. */
function takeIn(answers: readonly string[], guarded: boolean): readonly Stretch[] {
  const engine = new Engine();
  const views = new LiveViews(engine.rows);
  engine.listen((changes) => views.apply(changes));
  const window = { from: 0, to: 200 };
  const list = { view: 'servers', filter: {}, sort: 'identifier', direction: 'asc' } as const;
  views.follow({ ...list, window }, () => {});
  views.follow({ view: 'totals' }, () => {});
  return answers.map((text) => {
    const start = now();
    const worked = busy();
    const json: unknown = JSON.parse(text);
    const { serversList } = CALLS;
    const answer = guarded ? readAnswer(serversList, json) : serversList.answer.safeParse(json);
    if (!answer.success) throw answer.error;
    const { servers } = answer.data as z.output<typeof serversList.answer>;
    engine.dispatch({ source: 'rest', event: 'servers', at: 0, data: { servers, whole: false } });
    return { ms: now() - start, busy: busy() - worked };
  });
}

console.log(machine());
const whole = [JSON.stringify({ servers: all, next: null })];
const paged = pages().map((servers) => JSON.stringify({ servers, next: null }));
for (const [name, answers, guarded] of [
  ['in one, by zod', whole, false],
  ['in one, by guards', whole, true],
  ['in pages, by guards', paged, true],
] as const) {
  const runs = Array.from({ length: 5 }, () => takeIn(answers, guarded));
  const longest = (of: keyof Stretch): string => {
    const found = runs.map((run) => Math.max(...run.map((stretch) => stretch[of])));
    return quantile(found, 0.5).toFixed(0);
  };
  console.log(`${name}: longest stretch ${longest('ms')} ms, ${longest('busy')} of the processor`);
}
