/**
 * Windows of one browser that are all on the screen, one of them with the focus, under load: frames a second,
 * long tasks and the pace of each, and from the frame that the host sends to the DOM, for the window with the
 * focus and for the others.
 *
 *   node bench/run.mjs visible-windows
 *   node bench/run.mjs visible-windows --windows 20 --rate 5000 --seconds 20 --servers 1500 --players 20000
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { inspect, launch, openDashboard } from './browser/chromium.ts';
import { machine, now, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { seenOf, watchProbe } from './browser/probe.ts';

const { values } = parseArgs({
  options: {
    windows: { type: 'string', default: '20' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
  },
});
const seconds = Number(values.seconds);

declare global {
  interface Window {
    /** Moments of the frames that were drawn, and milliseconds of the tasks over 50. */
    drawn: number[];
    long: number[];
  }
}

/** A window of its own: Chromium draws it, as it does one that stands beside others. */
async function openWindow(first: Page, focused: boolean, origin: string): Promise<Page> {
  const session = await first.context().newCDPSession(first);
  const opened = first.context().waitForEvent('page');
  await session.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const page = await opened;
  if (!focused) {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hasFocus', { value: () => false });
    });
  }
  await openDashboard(page, origin);
  return page;
}

async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.drawn = [];
    window.long = [];
    const frame = (at: number) => {
      window.drawn.push(at);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.long.push(duration);
    }).observe({ type: 'longtask' });
  });
}

function figures(name: string, delays: readonly number[]): void {
  const [half, most] = [0.5, 0.99].map((share) => quantile(delays, share).toFixed(1));
  console.log(`frame to DOM, ${name}: median ${half} ms, p99 ${most} ms (${delays.length} shown)`);
}

console.log(machine());
const host = await LoadHost.start({
  servers: Number(values.servers),
  players: Number(values.players),
  watched: 0,
});
const browser = await launch();
try {
  const first = browser.context.pages()[0] ?? (await browser.context.newPage());
  const pages: Page[] = [];
  while (pages.length < Number(values.windows)) {
    pages.push(await openWindow(first, pages.length === 0, host.origin));
  }
  await first.close();
  for (const page of pages) {
    await watchProbe(page);
    await watchFrames(page);
  }
  const sent: number[] = [];
  const probing = (async () => {
    for (let index = 0; index < seconds * 10; index++) {
      await sleep(100);
      const population = {
        players: index + 1,
        slots: 10_000,
        queue: null,
        source: 'live',
      } as const;
      const frame = host.world.observe(host.probe, population);
      sent.push(now());
      host.tell([frame]);
    }
  })();
  const before = browser.cpu();
  const begun = now();
  const told = await host.keep(Number(values.rate), probing);
  const passed = (now() - begun) / 1_000;
  const cpu = (browser.cpu() - before) / passed;
  await sleep(2_000);
  const all = await Promise.all(
    pages.map(async (page) => {
      const delays = await seenOf(page, sent);
      const notes = await page.evaluate(() => ({ drawn: window.drawn, long: window.long }));
      return { delays, ...notes };
    }),
  );
  const rate = Math.round(told / passed);
  console.log(
    `${pages.length} windows, ${host.sockets} socket, ${rate} events/s, ${cpu.toFixed(0)} ms of CPU a second`,
  );
  const frames = all.map(({ drawn }) => {
    const [from = 0, to = 0] = [drawn[0], drawn.at(-1)];
    return ((drawn.length - 1) * 1_000) / (to - from);
  });
  const others = frames.slice(1);
  console.log(
    `frames a second: ${frames[0]?.toFixed(1)} with the focus; others median ${quantile(others, 0.5).toFixed(1)}, least ${quantile(others, 0).toFixed(1)}`,
  );
  const long = all.map((one) => one.long);
  const longest = Math.max(0, ...long.flat());
  console.log(
    `tasks over 50 ms in a window: median ${quantile(
      long.map((one) => one.length),
      0.5,
    )}, most ${quantile(
      long.map((one) => one.length),
      1,
    )}; longest ${longest.toFixed(0)} ms`,
  );
  figures('the window with the focus', all[0]?.delays ?? []);
  figures(
    'the others',
    all.slice(1).flatMap(({ delays }) => delays),
  );
  const [page] = pages;
  if (page !== undefined) {
    const { tabs } = await inspect(page);
    const paces = tabs.map(({ pace }) => pace).toSorted((a, b) => a - b);
    console.log(`pace: ${paces[0]} ms with the focus, ${paces.at(-1)} ms for the others`);
  }
} finally {
  await browser.close();
  await host.close();
}
