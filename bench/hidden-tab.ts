/**
 * What one more hidden tab costs of the processor at a load, beside a tab that has a worker, a socket and a
 * store of its own (a browser context of its own, its store in memory).
 *
 *   node bench/run.mjs hidden-tab
 *   node bench/run.mjs hidden-tab --rate 5000 --tabs 30 --seconds 10 --runs 3 --servers 1500 --players 20000
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { RawChromium, type RawTab } from '../tests/support/raw-chromium.ts';
import { cpuOf, hide, openDashboard } from './browser/chromium.ts';
import { machine, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5000' },
    tabs: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '10' },
    runs: { type: 'string', default: '3' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
  },
});
const rate = Number(values.rate);
const tabs = Number(values.tabs);
const seconds = Number(values.seconds);

/** The views of the last tab that was opened rest five seconds later. */
const SETTLED_MS = 6_000;

/** Milliseconds of processor time that the browser takes in a second under load. */
async function cost(host: LoadHost, cpu: () => number): Promise<number> {
  let used = 0;
  const measured = (async () => {
    await sleep(SETTLED_MS);
    const before = cpu();
    await sleep(seconds * 1_000);
    used = (cpu() - before) / seconds;
  })();
  await host.keep(rate, measured);
  return used;
}

/** A dashboard, once its first row is drawn. */
async function dashboard(browser: RawChromium, host: LoadHost): Promise<RawTab> {
  const tab = await browser.tab(`${host.origin}/dashboard`);
  while ((await tab.evaluate(`document.querySelectorAll('a.row-link').length`)) === 0) {
    await sleep(100);
  }
  return tab;
}

/** One dashboard in front, and others that Chromium hides behind it as it does for people. */
async function shared(host: LoadHost): Promise<number> {
  const browser = await RawChromium.start();
  const cpu = () => cpuOf(`--user-data-dir=${browser.profile}`);
  try {
    const front = await dashboard(browser, host);
    const before = await cost(host, cpu);
    const hidden: RawTab[] = [];
    while (hidden.length < tabs) hidden.push(await dashboard(browser, host));
    await front.show();
    const many = await cost(host, cpu);
    for (const tab of hidden) {
      const state = await tab.evaluate('document.visibilityState');
      if (state !== 'hidden') throw new Error(`A tab behind another is ${String(state)}.`);
      await tab.close();
    }
    const after = await cost(host, cpu);
    const one = (before + after) / 2;
    console.log(
      `one tab ${before.toFixed(0)} and ${after.toFixed(0)} ms/s, with ${tabs} hidden ones ${many.toFixed(0)}`,
    );
    return (many - one) / tabs;
  } finally {
    await browser.close();
  }
}

async function alone(host: LoadHost): Promise<number> {
  const mark = `--user-agent=muster-bench-${process.pid}`;
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [mark] });
  const cpu = () => cpuOf(mark);
  const open = async (hidden: boolean) => {
    const page = await (await browser.newContext()).newPage();
    if (hidden) await hide(page);
    await openDashboard(page, host.origin);
  };
  try {
    await open(false);
    const one = await cost(host, cpu);
    const more = Math.min(2, tabs);
    for (let index = 0; index < more; index++) await open(true);
    const many = await cost(host, cpu);
    console.log(`alone: ${one.toFixed(0)} ms/s, with ${more} hidden tabs ${many.toFixed(0)}`);
    return (many - one) / more;
  } finally {
    await browser.close();
  }
}

console.log(machine());
const host = await LoadHost.start({
  servers: Number(values.servers),
  players: Number(values.players),
  watched: 0,
});
try {
  const own: number[] = [];
  while (own.length < Number(values.runs)) own.push(await shared(host));
  const other = await alone(host);
  const spread = `${Math.min(...own).toFixed(1)} to ${Math.max(...own).toFixed(1)}`;
  console.log(
    `one more hidden tab: ${quantile(own, 0.5).toFixed(1)} ms of CPU a second (${spread})`,
  );
  console.log(`with a worker, a socket and a store of its own: ${other.toFixed(1)} ms`);
} finally {
  await host.close();
}
