/**
 * The first rows of a known account after navigation, without any network: what the service worker and the
 * store have. Once with another tab open, and once as the first tab, whose worker has to start.
 *
 *   node bench/run.mjs first-rows
 *   node bench/run.mjs first-rows --runs 15 --servers 50 --players 3000
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { launch, openDashboard } from './browser/chromium.ts';
import { machine, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    servers: { type: 'string', default: '50' },
    players: { type: 'string', default: '3000' },
  },
});

/** Milliseconds from the start of the navigation to the first row in the DOM. */
async function navigate(context: BrowserContext, origin: string, close: boolean): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('a.row-link') === null) return;
      observer.disconnect();
      performance.mark('first rows');
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first rows').length > 0);
  const at = await page.evaluate(
    () => performance.getEntriesByName('first rows')[0]?.startTime ?? Number.NaN,
  );
  if (close) await page.close();
  return at;
}

console.log(machine());
const host = await LoadHost.start({
  servers: Number(values.servers),
  players: Number(values.players),
  watched: 0,
});
const browser = await launch();
const { context } = browser;
try {
  const first = await context.newPage();
  await openDashboard(first, host.origin);
  await first.evaluate(() => navigator.serviceWorker.ready);
  // The rows are on disk half a second after they came.
  await sleep(2_000);
  await context.setOffline(true);
  const runs = Number(values.runs);
  const describe = (name: string, times: readonly number[]) => {
    const [least, half, most] = [0, 0.5, 1].map((share) => quantile(times, share).toFixed(0));
    console.log(`${name}: median ${half} ms (${least} to ${most})`);
  };
  const warm: number[] = [];
  for (let index = 0; index < runs; index++) {
    warm.push(await navigate(context, host.origin, true));
  }
  describe('another tab open', warm);
  await first.close();
  const cold: number[] = [];
  for (let index = 0; index < runs; index++) {
    await sleep(1_500);
    cold.push(await navigate(context, host.origin, true));
  }
  describe('the first tab', cold);
} finally {
  await browser.close();
  await host.close();
}
