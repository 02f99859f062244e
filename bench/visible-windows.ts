/**
 * Windows of one browser that are all on the screen, one of them with the focus, under load: frames a second and
 * how soon a key is answered in the one with the focus, long tasks and late timers in all, and from the frame that
 * the host sends to the DOM. Beside them as many windows with a table of the same size that change two numbers at
 * the same pace: no socket, no rows, no worker.
 *
 *   node bench/run.mjs visible-windows
 *   node bench/run.mjs visible-windows --windows 20 --rate 5000 --seconds 20 --servers 1500 --players 20000
 *   node bench/run.mjs visible-windows --every-frame
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { startBareWindows } from './browser/bare-windows.ts';
import { inspect, launch, openDashboard, type DiskBrowser } from './browser/chromium.ts';
import { machine, now, quantile } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { probe, seenOf, watchProbe } from './browser/probe.ts';
import { framesOf, press, watchFrames, watchTasks } from './browser/smoothness.ts';

const { values } = parseArgs({
  options: {
    windows: { type: 'string', default: '20' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
    /** Every window asks for every frame, so that all of them are drawn sixty times a second. */
    'every-frame': { type: 'boolean', default: false },
    bare: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const windows = Number(values.windows);
const seconds = Number(values.seconds);
/** What opening the windows has left behind is done. */
const SETTLED_MS = 8_000;

/** A window of its own: Chromium draws it, as it does one that stands beside others. */
async function openWindow(first: Page, focused: boolean): Promise<Page> {
  const session = await first.context().newCDPSession(first);
  const opened = first.context().waitForEvent('page');
  await session.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const page = await opened;
  if (!focused) {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hasFocus', { value: () => false });
    });
  }
  return page;
}

/** Opens the windows, the first of them with the focus. */
async function openAll(
  browser: DiskBrowser,
  show: (page: Page, index: number) => Promise<unknown>,
): Promise<readonly Page[]> {
  const first = browser.context.pages()[0] ?? (await browser.context.newPage());
  const pages: Page[] = [];
  while (pages.length < windows) {
    const page = await openWindow(first, pages.length === 0);
    await show(page, pages.length);
    pages.push(page);
  }
  await first.close();
  return pages;
}

const list = (delays: readonly number[]) =>
  [0.5, 0.99, 1].map((share) => quantile(delays, share).toFixed(0)).join(', ');

/** How smooth the windows are while `load` is under way, and what that costs. */
async function measure<T>(
  browser: DiskBrowser,
  [focused, ...others]: readonly Page[],
  load: () => Promise<T>,
): Promise<T> {
  if (focused === undefined) throw new RangeError('No window was opened.');
  for (const page of [focused, ...others]) {
    await watchTasks(page);
    if (page === focused || values['every-frame']) await watchFrames(page);
  }
  await framesOf(focused);
  const [before, begun] = [browser.cpuByKind(), now()];
  const [answered, loaded] = await Promise.all([press(focused, seconds), load()]);
  const passed = (now() - begun) / 1_000;
  const cpu = [...browser.cpuByKind()].map(([kind, ms]) => {
    const used = Math.round((ms - (before.get(kind) ?? 0)) / passed);
    return [kind, used] as const;
  });
  const { fps, over33, over50, p99, longest } = await framesOf(focused);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(
    `  frames with the focus: ${fps.toFixed(1)} a second, ${percent(over33)} over 33 ms, ` +
      `${percent(over50)} over 50 ms, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
  );
  console.log(`  key to paint: ${list(answered)} ms (${answered.length} keys)`);
  for (const [name, pages] of [['focus', [focused]] as const, ['others', others] as const]) {
    const notes = await Promise.all(
      pages.map((page) => page.evaluate(() => ({ late: window.late, long: window.long }))),
    );
    const long = notes.flatMap((note) => note.long);
    const each = (long.length / Math.max(1, notes.length)).toFixed(1);
    console.log(
      `  ${name}: timers late by ${list(notes.flatMap(({ late }) => late))} ms; ` +
        `tasks over 50 ms in a window ${each}, longest ${Math.max(0, ...long).toFixed(0)} ms`,
    );
  }
  const whole = cpu.reduce((sum, [, used]) => sum + used, 0);
  const kinds = cpu.map(([kind, used]) => `${kind} ${used}`).join(', ');
  console.log(`  processor time a second: ${whole} ms (${kinds})`);
  return loaded;
}

/** Answers the paces of the window with the focus and of the others. */
async function ours(): Promise<readonly [number, number]> {
  const host = await LoadHost.start({
    servers: Number(values.servers),
    players: Number(values.players),
    watched: 0,
  });
  const browser = await launch();
  try {
    const pages = await openAll(browser, (page) => openDashboard(page, host.origin));
    for (const page of pages) await watchProbe(page);
    await pages[0]?.locator('a.row-link').first().focus();
    const settled = sleep(SETTLED_MS);
    await host.keep(Number(values.rate), settled);
    const { sent, told } = await measure(browser, pages, async () => {
      const probing = probe(host, seconds);
      const told = await host.keep(Number(values.rate), probing);
      return { sent: await probing, told };
    });
    await sleep(2_000);
    const delays = await Promise.all(pages.map((page) => seenOf(page, sent)));
    const each = sent.length;
    console.log(
      `  ${host.sockets} socket, ${Math.round(told / seconds)} events/s; frame to DOM: ` +
        `${list(delays[0] ?? [])} ms with the focus (${delays[0]?.length} of ${each} shown), ` +
        `${list(delays.slice(1).flat())} ms in the others (${delays.slice(1).flat().length} of ${each * (windows - 1)})`,
    );
    const { tabs } = await inspect(pages[0] ?? (await browser.context.newPage()));
    const paces = tabs.map(({ pace }) => pace).toSorted((a, b) => a - b);
    return [paces[0] ?? 0, paces.at(-1) ?? 0];
  } finally {
    await browser.close();
    await host.close();
  }
}

async function bare(paces: readonly [number, number]): Promise<void> {
  const peer = await startBareWindows();
  const browser = await launch();
  try {
    const pages = await openAll(browser, (page, index) =>
      page.goto(peer.address(paces[index === 0 ? 0 : 1])),
    );
    await sleep(SETTLED_MS);
    await measure(browser, pages, () => sleep(seconds * 1_000));
  } finally {
    await browser.close();
    peer.close();
  }
}

console.log(machine());
console.log(`${windows} windows, ${values.rate} events/s; delays are median, p99 and longest`);
console.log('portal:');
const paces = await ours();
console.log(`  pace: ${paces[0]} ms with the focus, ${paces[1]} ms in the others`);
if (values.bare) {
  console.log('bare windows:');
  await bare(paces);
}
