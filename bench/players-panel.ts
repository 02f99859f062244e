/**
 * What a visible list of players costs its tab: a server's page with everybody on it, and so many changes a
 * second, each a ping and a count of the server.
 *
 *   npm run build && node bench/run.mjs players-panel
 *   node bench/run.mjs players-panel --players 93 --rate 5 --seconds 15
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch } from './browser/chromium.ts';
import { machine } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '93' },
    rate: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '15' },
    /** Of the window, in pixels. */
    height: { type: 'string', default: '900' },
  },
});
const rate = Number(values.rate);
const SETTLED_MS = 5_000;

const host = await LoadHost.start({ servers: 1, players: 0, watched: 0 });
const { world, probe } = host;
for (let number = 0; number < Number(values.players); number++) {
  // Who came within the last minute is told by the second: that is few of them.
  world.pass(100_000);
  world.join(probe, `Player ${String(number).padStart(3, '0')}`);
}
const players = [...probe.players.keys()];
const browser = await launch();
try {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1_440, height: Number(values.height) });
  await page.goto(`${host.origin}/dashboard/${probe.id}`);
  await page.getByText('Player 003').first().waitFor({ timeout: 60_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const during = async (work: (step: number) => void): Promise<number> => {
    const before = await busy();
    for (let step = 0; step < Number(values.seconds) * rate; step++) {
      work(step);
      await sleep(1_000 / rate);
    }
    return ((await busy()) - before) / Number(values.seconds);
  };
  await sleep(SETTLED_MS);
  const idle = await during(() => {});
  const changing = await during((step) => {
    const id = players[(step * 7) % players.length] ?? '';
    world.pass(1);
    const count = { players: 50 + (step % 40), slots: 100, queue: null, source: 'live' } as const;
    host.tell([world.metrics(probe, { [id]: 20 + step }), world.observe(probe, count)]);
  });
  const drawn = await page.locator('.players tbody tr').count();
  console.log(`${machine()}; ${players.length} players, ${drawn} rows drawn`);
  console.log(
    `processor time of the tab's thread: ${idle.toFixed(0)} ms a second at rest, ` +
      `${changing.toFixed(0)} with ${rate} changes a second`,
  );
} finally {
  await browser.close();
  await host.close();
}
