/**
 * Ten tabs, events for 20 seconds, Chromium with its profile on disk: Muster's worker, and what people would
 * use instead. How many of the events are kept two seconds after the last, whether all rows are those of the
 * host in the end, the delay from the host to the subscriber in every tab but the first, which writes where one
 * tab writes for all, and processor time of all the browser's processes. The ways take turns in each run.
 *
 *   npm install --prefix bench
 *   node bench/run.mjs peers-chromium
 *   node bench/run.mjs peers-chromium --only muster,bare --runs 3 --rate 5000 --tabs 10 --seconds 20
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { errors, type Page } from '@playwright/test';
import { build } from 'vite';
import { launch } from './browser/chromium.ts';
import { machine, now } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import type { Alike } from './peers/tabs/alike.ts';
import { tabsTable, WAYS, type TabsRun } from './peers/tabs-table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(WAYS).join(',') },
    runs: { type: 'string', default: '3' },
    rate: { type: 'string', default: '5000' },
    tabs: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
    servers: { type: 'string', default: '5000' },
    players: { type: 'string', default: '20000' },
  },
});
const tabs = Number(values.tabs);
const seconds = Number(values.seconds);
/** So long a tab may take until it shows its first rows: some begin with 25,000 writes, told to nine others. */
const FIRST_ROWS_MS = 180_000;
const GRACE_MS = 2_000;
/** One that is behind has so long to hold what the host has. */
const CATCH_UP_MS = 30_000;

declare global {
  interface Window {
    figures: [players: number, at: number][];
    tops: number;
    kept: () => Promise<number>;
    alike: () => Promise<Alike>;
  }
}

/** How many of the rows are as the host has them, when all of them are or the time is over. */
async function alikeInTheEnd(page: Page): Promise<number> {
  const deadline = now() + CATCH_UP_MS;
  for (;;) {
    const { same, of } = await page.evaluate(() => window.alike());
    if (same === of || now() > deadline) return same / of;
    await sleep(500);
  }
}

async function measure(name: string, portal: string): Promise<TabsRun> {
  const host = await LoadHost.start({
    servers: Number(values.servers),
    players: Number(values.players),
    watched: 0,
    portal,
  });
  const browser = await launch();
  try {
    const pages: Page[] = [];
    // The one that may write for all comes last: what others have missed is not what is measured.
    for (let tab = tabs - 1; tab >= 0; tab--) {
      const page = await browser.context.newPage();
      page.on('pageerror', (error) => console.log(`${name}, tab ${tab}: ${error.message}`));
      await page.goto(`${host.origin}/?name=${name}&tab=${tab}&probe=${host.probe.id}`);
      await page.waitForFunction(() => document.title === 'ready', null, {
        timeout: FIRST_ROWS_MS,
      });
      pages.unshift(page);
    }
    for (const page of pages) {
      await page.waitForFunction(() => window.tops > 0, null, { timeout: FIRST_ROWS_MS });
    }
    await sleep(1_000);
    const heads = () =>
      host.world.servers.reduce((sum, { heads: { list } }) => sum + list, host.probe.heads.list);
    const before = heads();
    const sent: number[] = [];
    const probing = (async () => {
      for (let index = 0; index < seconds * 10; index++) {
        await sleep(100);
        const counts = { players: index + 1, slots: 10_000, queue: null, source: 'live' } as const;
        const frame = host.world.observe(host.probe, counts);
        sent.push(now());
        host.tell([frame]);
      }
    })();
    const used = browser.cpu();
    const began = now();
    await host.keep(Number(values.rate), probing);
    const cpu = ((browser.cpu() - used) / (now() - began)) * 1_000;
    await sleep(GRACE_MS);
    const last = pages.at(-1);
    if (last === undefined) throw new RangeError('there must be a tab');
    const kept = await last.evaluate(() => window.kept());
    const delays: number[] = [];
    for (const page of pages.slice(1)) {
      const figures = await page.evaluate(() => window.figures);
      for (const [index, at] of sent.entries()) {
        // What was overtaken by a later figure is there with it.
        const [, shown] = figures.find(([players]) => players > index) ?? [];
        if (shown !== undefined) delays.push(shown - at);
      }
    }
    const told = heads() - before;
    const shown = delays.length / (sent.length * (pages.length - 1));
    const alike = await alikeInTheEnd(last);
    return { kept: Math.max(0, kept - before) / told, alike, delays, shown, cpu };
  } finally {
    await browser.close();
    await host.close();
  }
}

async function main(): Promise<void> {
  const portal = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      root: join(process.cwd(), 'bench/peers/tabs'),
      base: '/',
      define: { 'process.env.NODE_ENV': '"production"' },
      worker: { format: 'es' },
      build: { outDir: portal, emptyOutDir: true, target: 'esnext' },
    });
    console.log(machine());
    console.log(`${tabs} tabs, ${values.rate} events a second for ${seconds} s, profile on disk`);
    const runs = new Map<string, (TabsRun | null)[]>();
    const names = values.only.split(',');
    for (let run = 0; run < Number(values.runs); run++) {
      for (const name of names) {
        const measured = await measure(name, portal).catch((error: unknown) => {
          // One that does not get as far as showing its rows is told, and the others go on.
          if (!(error instanceof errors.TimeoutError)) throw error;
          return null;
        });
        runs.set(name, [...(runs.get(name) ?? []), measured]);
        console.log(`run ${run + 1}: ${name}`);
      }
    }
    console.log(`\n${tabsTable(runs)}`);
  } finally {
    await rm(portal, { recursive: true, force: true });
  }
}

await main();
