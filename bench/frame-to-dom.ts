/**
 * From a frame that the host sends to the DOM: tabs on the dashboard, one of them visible, under load. What
 * is measured happens to one server ten times a second, among everything else.
 *
 *   node bench/run.mjs frame-to-dom
 *   node bench/run.mjs frame-to-dom --tabs 20 --rate 20000 --seconds 20 --servers 1500 --players 20000
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hide, inspect, launch, openDashboard } from './browser/chromium.ts';
import { machine, now, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { probe, seenOf, watchProbe } from './browser/probe.ts';

const { values } = parseArgs({
  options: {
    tabs: { type: 'string', default: '20' },
    rate: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '20' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
    'one-by-one': { type: 'boolean', default: false },
  },
});

console.log(machine());
const host = await LoadHost.start({
  servers: Number(values.servers),
  players: Number(values.players),
  watched: 0,
  oneByOne: values['one-by-one'],
});
const browser = await launch();
try {
  for (let index = 1; index < Number(values.tabs); index++) {
    const tab = await browser.context.newPage();
    await hide(tab);
    await openDashboard(tab, host.origin);
  }
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  await page.bringToFront();
  await openDashboard(page, host.origin);
  await watchProbe(page);
  const probing = probe(host, Number(values.seconds));
  const begun = now();
  const told = await host.keep(Number(values.rate), probing);
  const sent = await probing;
  const rate = Math.round((told * 1_000) / (now() - begun));
  await sleep(1_000);
  const delays = await seenOf(page, sent);
  const { events } = await inspect(page);
  console.log(`${values.tabs} tabs, ${host.sockets} socket, ${rate} events/s`);
  console.log(`${delays.length} of ${sent.length} shown, ${events.malformed} malformed`);
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => quantile(delays, share).toFixed(1));
  console.log(`frame to DOM: median ${half} ms, p99 ${most} ms, longest ${worst} ms`);
} finally {
  await browser.close();
  await host.close();
}
