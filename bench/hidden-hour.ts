/**
 * A tab that was hidden for an hour's worth of events, told as fast as the browser takes them, and is shown:
 * what it is told in the meantime, its snapshots, and its longest task.
 *
 *   node bench/run.mjs hidden-hour
 *   node bench/run.mjs hidden-hour --events 36000 --servers 1500 --players 20000
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FORGET, NOTES, type Notes } from '../tests/journeys/support/told.ts';
import { RawChromium } from '../tests/support/raw-chromium.ts';
import { machine } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '36000' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
  },
});
/** A hidden tab's views rest after five seconds. */
const LINGER_MS = 6_000;
const SETTLED_MS = 3_000;
const ROWS = `document.querySelectorAll('a.row-link').length`;

console.log(machine());
const host = await LoadHost.start({
  servers: Number(values.servers),
  players: Number(values.players),
  watched: 0,
});
const browser = await RawChromium.start();
try {
  const tab = await browser.tab(`${host.origin}/dashboard`, NOTES);
  while ((await tab.evaluate<number>(ROWS)) === 0) await sleep(100);
  await browser.tab('about:blank');
  await sleep(LINGER_MS);
  await tab.evaluate(FORGET);
  const batch = 500;
  for (let told = 0; told < Number(values.events); told += batch) {
    host.tell(host.load.take(batch));
    await host.drained();
    await sleep(1);
  }
  await sleep(SETTLED_MS);
  const hidden = await tab.evaluate<Notes>('window.notes');
  console.log(`hidden (${await tab.evaluate<string>('document.visibilityState')}):`, hidden);
  await tab.evaluate(FORGET);
  await tab.show();
  await sleep(SETTLED_MS);
  console.log('shown:', await tab.evaluate<Notes>('window.notes'));
} finally {
  await browser.close();
  await host.close();
}
