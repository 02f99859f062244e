/**
 * How smooth the dashboard's list is while somebody scrolls through all of it: in one list, and in groups.
 *
 *   npm run build && node bench/run.mjs list-scroll
 *   node bench/run.mjs list-scroll --servers 1500 --rate 200
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch } from './browser/chromium.ts';
import { machine } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { framesOf, watchFrames } from './browser/smoothness.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1500' },
    /** Events a second while it is scrolled. */
    rate: { type: 'string', default: '200' },
    /** Pixels of a step, and steps. */
    pixels: { type: 'string', default: '240' },
    steps: { type: 'string', default: '150' },
  },
});
const SETTLED_MS = 5_000;
const STEP_MS = 50;
const rate = Number(values.rate);

const host = await LoadHost.start({ servers: Number(values.servers), players: 20_000, watched: 0 });
const browser = await launch();
try {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1_440, height: 900 });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  console.log(`${machine()}; ${values.servers} servers, ${rate} events a second`);
  for (const search of ['', '?group=game']) {
    await page.goto(`${host.origin}/dashboard${search}`);
    await page.locator('.server-table .row-link').first().waitFor({ timeout: 60_000 });
    await sleep(SETTLED_MS);
    await page.mouse.move(720, 600);
    await watchFrames(page);
    await framesOf(page);
    const before = await busy();
    for (let step = 0; step < Number(values.steps); step++) {
      host.tell(host.load.take(Math.round((rate * STEP_MS) / 1_000)));
      await page.mouse.wheel(0, Number(values.pixels));
      await sleep(STEP_MS);
    }
    const cost = ((await busy()) - before) / Number(values.steps);
    const { fps, over33, p99, longest } = await framesOf(page);
    const drawn = await page.locator('.server-table .row-link').count();
    console.log(
      `${search === '' ? 'one list' : 'in groups'}: ${fps.toFixed(1)} frames a second, ` +
        `${(over33 * 100).toFixed(1)} % over 33 ms, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)}; ` +
        `${cost.toFixed(1)} ms of the tab's thread a step, ${drawn} rows drawn`,
    );
  }
} finally {
  await browser.close();
  await host.close();
}
