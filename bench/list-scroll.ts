/**
 * How smooth the dashboard's list is while somebody scrolls through all of it: in one list, and in groups.
 *
 *   npm run build && node bench/run.mjs list-scroll
 *   node bench/run.mjs list-scroll --servers 1500 --rate 200 --profile folder
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch } from './browser/chromium.ts';
import { machine, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { profileTo } from './browser/profile.ts';
import { framesOf, watchFrames } from './browser/smoothness.ts';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1500' },
    /** Events a second while it is scrolled. */
    rate: { type: 'string', default: '200' },
    /** Pixels of a step, and steps. */
    pixels: { type: 'string', default: '240' },
    steps: { type: 'string', default: '150' },
    /** Writes where the time of the one list goes to this folder. */
    profile: { type: 'string' },
  },
});
const SETTLED_MS = 5_000;
const STEP_MS = 50;
/** What the browser tells of the tab's thread. */
const PARTS = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const;
const rate = Number(values.rate);

const host = await LoadHost.start({ servers: Number(values.servers), players: 20_000, watched: 0 });
const browser = await launch();
try {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1_440, height: 900 });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Milliseconds of the tab's thread so far: all of them, and those of scripts, styles and layout. */
  const busy = async (): Promise<readonly number[]> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const spent = new Map(metrics.map(({ name, value }) => [name, value * 1_000]));
    return PARTS.map((part) => spent.get(part) ?? 0);
  };
  console.log(`${machine()}; ${values.servers} servers, ${rate} events a second`);
  for (const search of ['', '?group=game']) {
    await page.goto(`${host.origin}/dashboard${search}`);
    await page.locator('.server-table .row-link').first().waitFor({ timeout: 60_000 });
    await sleep(SETTLED_MS);
    await page.mouse.move(720, 600);
    await watchFrames(page);
    await framesOf(page);
    const stop =
      values.profile === undefined || search !== '' ? null : await profileTo(values.profile, page);
    const steps: (readonly number[])[] = [];
    for (let step = 0; step < Number(values.steps); step++) {
      const before = await busy();
      host.tell(host.load.take(Math.round((rate * STEP_MS) / 1_000)));
      await page.mouse.wheel(0, Number(values.pixels));
      await sleep(STEP_MS);
      const after = await busy();
      steps.push(after.map((ms, part) => ms - (before[part] ?? 0)));
    }
    await stop?.();
    const [all, ...parts] = PARTS.map((_, part) => steps.map((step) => step[part] ?? 0));
    const median = (times: readonly number[]) => quantile(times, 0.5).toFixed(1);
    const { fps, over33, p99, longest } = await framesOf(page);
    const drawn = await page.locator('.server-table .row-link').count();
    console.log(
      `${search === '' ? 'one list' : 'in groups'}: ${fps.toFixed(1)} frames a second, ` +
        `${(over33 * 100).toFixed(1)} % over 33 ms, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)}; ` +
        `${median(all ?? [])} ms of the tab's thread a step, p95 ${quantile(all ?? [], 0.95).toFixed(1)} ` +
        `(scripts, styles, layout: ${parts.map(median).join(', ')}), ${drawn} rows drawn`,
    );
  }
} finally {
  await browser.close();
  await host.close();
}
