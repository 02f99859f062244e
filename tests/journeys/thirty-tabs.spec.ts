import { expect, test } from '@playwright/test';
import { cpuOf } from '../../bench/browser/chromium.ts';
import { RawChromium, type RawTab } from '../support/raw-chromium.ts';
import { startDemo } from './support/demo.ts';
import {} from './support/portal.ts';
import { metric } from '../support/metric.ts';
import { FORGET, NOTES, type Notes } from './support/told.ts';

const LONG = process.env['MUSTER_LONG'] === '1';
const TABS = LONG ? 30 : 8;
const SERVERS = LONG ? 24 : 6;
/** How long hidden tabs are looked at. */
const REST_MS = LONG ? 30_000 : 3_000;
/** A tab that was hidden is told for some seconds. */
const LINGER_MS = 6_000;
/** What the link's latency tells a hidden tab, at most. */
const FEW = 4;

const ADDRESSES = [
  '/dashboard',
  '/dashboard?sort=players&dir=desc',
  '/dashboard?q=a',
  '/dashboard?sort=uptime&hide=queue,slots',
];

/** Presses the entrance of a demo's owner, once it is there. */
const ENTER = `[...document.querySelectorAll('button')].find((one) => /owner/i.test(one.textContent))?.click()`;

/** Where the dashboard shows other than the host says (players stand before their slots); and how many rows it shows. */
const COMPARED = `(async () => {
  const { servers } = await (await fetch('/app/v1/servers/list')).json();
  const said = new Map(servers.map((one) => [one.configuration.identifier, one.population.players]));
  const rows = [...document.querySelectorAll('.server-table tbody tr')].filter((row) => row.querySelector('a.row-link'));
  const wrong = rows.flatMap((row) => {
    const name = row.querySelector('a.row-link').textContent.trim();
    const text = row.querySelector('td[data-column="players"]').textContent.split('/')[0].replace(/\\D/g, '');
    const shown = text === '' ? null : Number(text);
    return said.has(name) && said.get(name) === shown ? [] : [name + ': ' + shown + ' for ' + said.get(name)];
  });
  return { rows: rows.length, wrong };
})()`;

const LOCKS = `navigator.locks.query().then(({ held }) => held.map(({ name }) => name))`;

interface Compared {
  readonly rows: number;
  readonly wrong: readonly string[];
}

/** Brings each tab in front, and waits until it shows what the host says. */
async function expectRight(tabs: readonly RawTab[]): Promise<void> {
  for (const tab of tabs) {
    await tab.show();
    await expect
      .poll(
        async () => {
          const { rows, wrong } = await tab.evaluate<Compared>(COMPARED);
          return rows === 0 ? ['no rows'] : wrong;
        },
        { timeout: 60_000, intervals: [50, 100, 200] },
      )
      .toEqual([]);
  }
}

async function expectOneOfEach(browser: RawChromium, tab: RawTab, origin: string): Promise<void> {
  await expect.poll(() => metric(origin, 'muster_sockets'), { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await browser.workers()).length).toBe(1);
  const held = await tab.evaluate<string[]>(LOCKS);
  expect(held.filter((name) => name.startsWith('store:'))).toHaveLength(1);
  expect(held.filter((name) => name.startsWith('worker:'))).toHaveLength(1);
}

/** Milliseconds of processor time that the whole browser takes in a second. */
async function cost(browser: RawChromium): Promise<number> {
  const cpu = () => cpuOf(`--user-data-dir=${browser.profile}`);
  const before = cpu();
  await pass(REST_MS);
  return ((cpu() - before) * 1_000) / REST_MS;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

test('many tabs on a busy demo hold one socket and one writer, and are right after a crash', async () => {
  test.setTimeout(LONG ? 900_000 : 300_000);
  const demo = await startDemo(SERVERS);
  const browser = await RawChromium.start();
  try {
    const first = await browser.tab(`${demo.origin}/auth`, NOTES);
    await expect
      .poll(() => first.evaluate(`${ENTER}, document.querySelectorAll('button').length`))
      .toBeGreaterThan(2);
    await expect.poll(() => first.evaluate('location.pathname')).toBe('/dashboard');
    const tabs = [first];
    const address = () => demo.origin + (ADDRESSES[tabs.length % ADDRESSES.length] ?? '');
    while (tabs.length < TABS) tabs.push(await browser.tab(address(), NOTES));
    await expectRight(tabs);
    await expectOneOfEach(browser, first, demo.origin);

    const front = await browser.tab('about:blank');
    await pass(LINGER_MS);
    for (const tab of tabs) await tab.evaluate(FORGET);
    const all = await cost(browser);
    for (const tab of tabs) {
      expect(await tab.evaluate('document.visibilityState')).toBe('hidden');
      const { told, drawn } = await tab.evaluate<Notes>('window.notes');
      expect(told['snapshot'] ?? 0).toBe(0);
      expect(told['patch'] ?? 0).toBeLessThanOrEqual(FEW);
      expect(drawn).toBeLessThanOrEqual(FEW * 4);
    }

    first.crash();
    const left = tabs.slice(1);
    const crashed = Date.now();
    await expectRight(left);
    say(`all right ${Date.now() - crashed} ms after the first tab crashed`);
    await expectOneOfEach(browser, left[0] ?? first, demo.origin);

    await browser.killWorkers();
    const killed = Date.now();
    await expectRight(left);
    say(`all right ${Date.now() - killed} ms after the worker was killed`);
    await expectOneOfEach(browser, left[0] ?? first, demo.origin);

    if (!LONG) return;
    for (const tab of left.slice(1)) await tab.close();
    await front.show();
    await pass(LINGER_MS);
    const one = await cost(browser);
    const each = (all - one) / (TABS - 1);
    say(`${TABS} hidden tabs: ${all.toFixed(0)} ms of CPU a second, one: ${one.toFixed(0)}`);
    say(`one more hidden tab: ${each.toFixed(2)} ms of CPU a second`);
  } finally {
    await browser.close();
    await demo.stop();
  }
});
