/**
 * From a game server's packet to the screen of another person: simulated servers speak BattlEye over real
 * UDP to the product itself, and Chromium shows the dashboard of one of them.
 *
 *   node bench/run.mjs packet-to-screen
 *   node bench/run.mjs packet-to-screen --servers 50 --players 60 --rate 50 --burst 600 --seconds 20
 *
 * Chat lines carry the moment at which the simulator sent them; each fifth second is a burst. The simulators
 * live in this process, the host in another. Adding the servers keeps to the host's limit of calls, which
 * takes three seconds for each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSimServer } from '../src/sim/server.ts';
import { addServer, found } from '../tests/journeys/support/portal.ts';
import serveDatabases from '../tests/support/database-service.ts';
import { startHost } from '../tests/support/running-host.ts';
import { launch } from './browser/chromium.ts';
import { machine, quantile } from './browser/figures.ts';
import { crowd, speak } from './speakers.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '50' },
    players: { type: 'string', default: '60' },
    rate: { type: 'string', default: '50' },
    burst: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '20' },
  },
});
const players = Number(values.players);
const rate = Number(values.rate);
const burst = Number(values.burst);
const seconds = Number(values.seconds);
const ADD_MS = 3_100;

declare global {
  interface Window {
    /** Chat lines that the feed showed, and when. */
    shown: [text: string, at: number][];
  }
}

console.log(machine());
const sims = await Promise.all(
  Array.from({ length: Number(values.servers) }, (_, index) =>
    startSimServer({ game: 'DAYZ', password: 'bench', slots: 100, seed: index + 1 }),
  ),
);
const speakers = sims.map((sim) => crowd(sim, players));
const endDatabases = await serveDatabases();
const host = await startHost();
const browser = await launch();
try {
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  await found(page, host.origin);
  let watched = '';
  for (const [index, sim] of sims.entries()) {
    const id = await addServer(page, sim, `Server ${index}`);
    if (index === 0) watched = id;
    await sleep(ADD_MS);
  }
  await page.goto(`${host.origin}/dashboard/${watched}`);
  await page.getByText('Player 0', { exact: true }).first().waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    window.shown = [];
    const known = new WeakSet<Element>();
    const look = () => {
      const at = performance.timeOrigin + performance.now();
      for (const line of document.querySelectorAll('.feed-entry[data-kind="chat"] q')) {
        if (known.has(line)) continue;
        known.add(line);
        window.shown.push([line.textContent ?? '', at]);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  const [said = 0] = await speak(sims, speakers, { rate, burst, seconds });
  await sleep(2_000);
  const shown = new Map(await page.evaluate(() => window.shown.toReversed()));
  const delays = [...shown].map(([text, at]) => at - Number(text.slice(1)));
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => quantile(delays, share).toFixed(0));
  console.log(
    `${sims.length} servers, ${sims.length * players} players, ${rate}/s and bursts of ${burst}/s for ${seconds} s`,
  );
  console.log(
    `${shown.size} of ${said} lines shown: median ${half}, p99 ${most}, worst ${worst} ms`,
  );
} finally {
  await browser.close();
  await host.stop();
  await endDatabases();
  for (const sim of sims) await sim.stop();
}
