/**
 * What a step through a long list of servers costs the worker: the list as tabs share it, beside a view
 * that is made again for every step.
 *
 *   node bench/run.mjs scroll
 *   node bench/run.mjs scroll --servers 30000 --steps 100
 */
import { parseArgs } from 'node:util';
import { fold } from '../src/domain/fold.ts';
import type { Query } from '../src/domain/queries.ts';
import { createRows } from '../src/domain/state.ts';
import { createView } from '../src/domain/views/create.ts';
import { openingEvents } from '../src/testing/snapshots.ts';
import { createLoad } from '../src/testing/frames.ts';
import { PendingView } from '../src/worker/tabs/pending.ts';
import { LiveViews } from '../src/worker/views/live-views.ts';
import { busy, machine, now, quantile } from './browser/figures.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '30000' },
    steps: { type: 'string', default: '100' },
  },
});
const load = createLoad({ seed: 1, servers: Number(values.servers), players: 0, watched: 0 });
const rows = createRows();
fold(rows, openingEvents(load.world));
const steps = Array.from({ length: Number(values.steps) }, (_, step) => step * 50);

for (const sort of ['identifier', 'players'] as const) {
  const at = (from: number): Query => ({
    view: 'servers',
    filter: {},
    sort,
    direction: 'asc',
    window: { from, to: from + 200 },
  });
  const waiting: (() => void)[] = [];
  const views = new LiveViews(rows, (work) => waiting.push(work));
  const began = now();
  let longest = 0;
  const inOne = (work: () => void): void => {
    const start = busy();
    work();
    longest = Math.max(longest, busy() - start);
  };
  const follow = () => views.follow(at(0), () => {});
  inOne(() => views.prepare(at(0), follow));
  for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) inOne(work);
  let { snapshot, stop } = follow();
  const first = now() - began;
  const pending = new PendingView(snapshot.rows);
  const shared = steps.map((from) => {
    const start = now();
    const next = views.follow(at(from), () => {});
    stop();
    ({ snapshot, stop } = next);
    pending.move(snapshot, from);
    structuredClone(pending.take());
    return now() - start;
  });
  const alone = steps.slice(0, 20).map((from) => {
    const start = now();
    structuredClone(createView(rows, at(from)).snapshot());
    return now() - start;
  });
  const told = (times: readonly number[]): string =>
    `median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
  console.log(
    `${machine()}\nby ${sort}: first rows ${first.toFixed(0)} ms, ${longest.toFixed(0)} of the processor in one stretch at most`,
  );
  console.log(`  a step on the shared list: ${told(shared)}`);
  console.log(`  a step with a view of its own: ${told(alone)}`);
}
