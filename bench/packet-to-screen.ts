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
import { startSimServer, type SimServer } from '../src/sim/server.ts';
import { addServer, found } from '../tests/journeys/support/portal.ts';
import { startHost } from '../tests/support/running-host.ts';
import { launch } from './browser/chromium.ts';
import { machine, now, quantile } from './browser/figures.ts';

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

function crowd(sim: SimServer): number {
  let speaker = 0;
  for (let index = 0; index < players; index += 1) {
    const steamId = String(76_561_190_000_000_000n + BigInt(index));
    speaker = sim.join({ name: `Player ${index}`, steamId }).id;
  }
  return speaker;
}

/** Says lines on every server in turn; answers how many on the first. */
async function speak(sims: readonly SimServer[], speakers: readonly number[]): Promise<number> {
  let said = 0;
  let first = 0;
  const began = performance.now();
  for (let tick = 0; tick < seconds * 20; tick += 1) {
    const bursting = Math.floor(tick / 20) % 5 === 4;
    for (let index = 0; index < (bursting ? burst : rate) / 20; index += 1) {
      const server = said % sims.length;
      sims[server]?.chat(speakers[server] ?? 0, 'Global', `@${now()}`);
      said += 1;
      if (server === 0) first += 1;
    }
    await sleep(Math.max(0, began + (tick + 1) * 50 - performance.now()));
  }
  return first;
}

console.log(machine());
const sims = await Promise.all(
  Array.from({ length: Number(values.servers) }, (_, index) =>
    startSimServer({ game: 'DAYZ', password: 'bench', slots: 100, seed: index + 1 }),
  ),
);
const speakers = sims.map(crowd);
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
  const said = await speak(sims, speakers);
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
  for (const sim of sims) await sim.stop();
}
