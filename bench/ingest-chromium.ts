/**
 * Durable ingest in Chromium with its profile on disk, one tab: frames over a websocket, parsed, judged,
 * reduced and stored. The clock stops when every server's row on disk stands at the host's position.
 *
 *   node bench/run.mjs ingest-chromium
 *   node bench/run.mjs ingest-chromium --events 500000 --servers 1500 --players 20000 --runs 3
 *   node bench/run.mjs ingest-chromium --one-by-one
 */
import { parseArgs } from 'node:util';
import { expect } from '@playwright/test';
import { inspect, launch, openDashboard } from './browser/chromium.ts';
import { machine, now, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { storedRows } from './browser/stored-rows.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500000' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '3' },
    /** A message for each frame, as to a client that asks for no batches. */
    'one-by-one': { type: 'boolean', default: false },
  },
});
const events = Number(values.events);

interface Ran {
  readonly rate: number;
  /** Microseconds of processor time of the whole browser for each event. */
  readonly cpu: number;
  readonly applied: number;
  readonly malformed: number;
}

async function run(): Promise<Ran> {
  const host = await LoadHost.start({
    servers: Number(values.servers),
    players: Number(values.players),
    watched: 0,
    oneByOne: values['one-by-one'],
  });
  const browser = await launch();
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await openDashboard(page, host.origin);
    const before = await inspect(page);
    const frames = host.load.take(events).map((frame) => [frame.stream, JSON.stringify(frame)]);
    const heads = host.world.servers.reduce((sum, { heads: { list } }) => sum + list, 0);
    const used = browser.cpu();
    const start = now();
    for (const [index, [stream, text]] of frames.entries()) {
      host.tellText(stream, text ?? '');
      if (index % 500 === 0) await host.drained();
    }
    const allStored = async () => {
      const { events, store } = await inspect(page);
      const taken = events.applied - before.events.applied >= frames.length;
      // Reading the disk takes from what is measured, so the worker is asked first.
      if (!taken || store === null || store.dirty + store.lines > 0) return false;
      const rows = await page.evaluate(storedRows<{ position: number }>, 'servers');
      const stored = rows.reduce((sum, { position }) => sum + position, 0);
      return stored >= heads + host.probe.heads.list;
    };
    const waiting = { message: 'everything is stored', timeout: 120_000, intervals: [100] };
    await expect.poll(allStored, waiting).toBe(true);
    const seconds = (now() - start) / 1_000;
    const cpu = ((browser.cpu() - used) * 1_000) / frames.length;
    const after = await inspect(page);
    return {
      rate: frames.length / seconds,
      cpu,
      applied: after.events.applied - before.events.applied - frames.length,
      malformed: after.events.malformed,
    };
  } finally {
    await browser.close();
    await host.close();
  }
}

console.log(machine());
const rates: number[] = [];
for (let index = 0; index < Number(values.runs); index++) {
  const { rate, cpu, applied, malformed } = await run();
  rates.push(rate);
  console.log(
    `${Math.round(rate)} events/s stored, ${cpu.toFixed(1)} µs of CPU each; ${applied} beside, ${malformed} malformed`,
  );
}
console.log(`median ${Math.round(quantile(rates, 0.5))} events/s`);
