/**
 * What one more hidden tab costs of the processor at a load, beside a tab that has a worker, a socket and a
 * store of its own (a browser context of its own, its store in memory).
 *
 *   node bench/run.mjs hidden-tab
 *   node bench/run.mjs hidden-tab --rate 5000 --tabs 10 --seconds 15 --servers 1500 --players 20000
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { cpuOf, hide, launch, openDashboard } from './browser/chromium.ts';
import { machine } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5000' },
    tabs: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
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

async function shared(host: LoadHost): Promise<number> {
  const browser = await launch();
  try {
    await openDashboard(
      browser.context.pages()[0] ?? (await browser.context.newPage()),
      host.origin,
    );
    const one = await cost(host, browser.cpu);
    for (let index = 0; index < tabs; index++) {
      const page = await browser.context.newPage();
      await hide(page);
      await openDashboard(page, host.origin);
    }
    await browser.context.pages()[0]?.bringToFront();
    const many = await cost(host, browser.cpu);
    console.log(`one worker: ${one.toFixed(0)} ms/s, with ${tabs} hidden tabs ${many.toFixed(0)}`);
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
  const own = await shared(host);
  const other = await alone(host);
  console.log(`one more hidden tab: ${own.toFixed(1)} ms of CPU a second`);
  console.log(`with a worker, a socket and a store of its own: ${other.toFixed(1)} ms`);
} finally {
  await host.close();
}
