/**
 * Ten tabs, events for 20 seconds, Chromium with its profile on disk: Muster's worker, and what people would
 * use instead. How many of the events are kept two seconds after the last, the delay from the host to the
 * subscriber in every tab but the first, which writes where one tab writes for all, and processor time.
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
import { machine, now, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'muster,bare,alone,dexie,tinybase,rxdb' },
    runs: { type: 'string', default: '1' },
    rate: { type: 'string', default: '5000' },
    tabs: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
    servers: { type: 'string', default: '5000' },
    players: { type: 'string', default: '20000' },
  },
});
const tabs = Number(values.tabs);
const seconds = Number(values.seconds);
const GRACE_MS = 2_000;

declare global {
  interface Window {
    figures: [players: number, at: number][];
    tops: number;
    kept: () => Promise<number>;
  }
}

interface Measured {
  readonly kept: number;
  readonly delays: readonly number[];
  /** Of the measured server's figures, this share came or was overtaken. */
  readonly shown: number;
  readonly cpu: number;
}

async function measure(name: string, portal: string): Promise<Measured> {
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
      await page.waitForFunction(() => document.title === 'ready', null, { timeout: 60_000 });
      pages.unshift(page);
    }
    for (const page of pages) {
      await page.waitForFunction(() => window.tops > 0, null, { timeout: 60_000 });
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
    const kept = last === undefined ? 0 : await last.evaluate(() => window.kept());
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
    return { kept: Math.max(0, kept - before) / told, delays, shown, cpu };
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
    for (let run = 0; run < Number(values.runs); run++) {
      for (const name of values.only.split(',')) {
        const measured = await measure(name, portal).catch((error: unknown) => {
          // One that does not get as far as showing its rows is told, and the others go on.
          if (!(error instanceof errors.TimeoutError)) throw error;
          return null;
        });
        if (measured === null) {
          console.log(`${name.padEnd(9)} did not show its rows in every tab within a minute`);
          continue;
        }
        const { kept, delays, shown, cpu } = measured;
        const [half, most] = [0.5, 0.99].map((share) => quantile(delays, share).toFixed(0));
        console.log(
          `${name.padEnd(9)} kept ${(kept * 100).toFixed(1)} %, to the subscriber: median ${half} ms, ` +
            `p99 ${most} ms, ${(shown * 100).toFixed(1)} % shown, ${cpu.toFixed(0)} ms of CPU a second`,
        );
      }
    }
  } finally {
    await rm(portal, { recursive: true, force: true });
  }
}

await main();
