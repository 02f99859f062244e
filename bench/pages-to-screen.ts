/**
 * Half a million rows of a paged resource, from the press or the key to the drawn rows: the built host over the
 * embedded PostgreSQL, and Chromium. Then the list is gone through from its first row to its last, and the memory of
 * the tab and of the worker is read on the way.
 *
 *   node bench/run.mjs pages-to-screen
 *   node bench/run.mjs pages-to-screen --rows 100000 --rounds 5 --places 400 --data FOLDER
 *
 * Times are the page's own: from the moment before the event to the frame after which every row in sight is there. A
 * search waits for 250 ms without a key first; that is not counted. The first of each kind is told apart: the host
 * has not asked its database so yet.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { grantOwnServer } from '../src/host/access/grants.ts';
import { found } from '../tests/journeys/support/portal.ts';
import { HOST, startServing } from '../tests/support/serving.ts';
import { storeServer } from '../tests/support/stored-server.ts';
import { machine, quantile } from './browser/figures.ts';
import { openFilled, SERVER, SERVERS } from './paged-rows.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '10' },
    places: { type: 'string', default: '2000' },
    data: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const places = Number(values.places);
const SETTLED_MS = 250;

/** What is done in the page, as text that it runs; `list` is the scroller of the rows. */
const ASKED = {
  'by who': press('.audit thead th:nth-child(2) button'),
  'by what': press('.audit thead th:nth-child(3) button'),
  'one actor of twenty': press('.audit tbody td:nth-child(2) button'),
  'an action of one in 200': write('.paged-filters select', 'notes.add', 'change'),
  'search, one in 50': write('.paged-filters input', 'identifier', 'input'),
  'search, a fifth has it': write('.paged-filters input', 'private', 'input'),
  'search, none': write('.paged-filters input', 'zebra crossing', 'input'),
  'jump to the middle': 'list.scrollTop = list.scrollHeight / 2',
  'jump to the end': "list.dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }))",
} as const;

function press(selector: string): string {
  return `document.querySelector('${selector}').click()`;
}

/** As a person's key does it, past React's own note of the value. */
function write(selector: string, value: string, event: 'input' | 'change'): string {
  return `{
    const field = document.querySelector('${selector}');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, '${value}');
    field.dispatchEvent(new Event('${event}', { bubbles: true }));
  }`;
}

/** Answers after how many milliseconds other rows are in sight, and all of them there. */
function timed(act: string): string {
  return `new Promise((resolve) => {
    const list = document.querySelector('.audit');
    const rows = () => {
      const now = document.querySelector('.audit');
      if (now === null) return document.querySelector('.paged-filters ~ .empty')?.textContent ?? null;
      const { top, bottom } = now.getBoundingClientRect();
      const seen = [...now.querySelectorAll('tr[data-index]')].filter((row) => {
        const place = row.getBoundingClientRect();
        return place.bottom > top && place.top < bottom;
      });
      return seen.length === 0 || seen.some((row) => row.ariaBusy === 'true')
        ? null
        : seen.map((row) => row.ariaRowIndex + row.textContent).join();
    };
    const before = rows();
    const began = performance.now();
    ${act};
    const look = () => {
      const now = rows();
      if (now !== null && now !== before) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`;
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** The list, from its first rows. */
async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/server/${SERVER}/overview`);
  await page.locator('.audit tr[data-index]:not([aria-busy]) button').first().waitFor();
}

async function measure(page: Page, origin: string): Promise<void> {
  for (const [name, act] of Object.entries(ASKED)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await open(page, origin);
      const took = await page.evaluate<number>(timed(act));
      times.push(name.startsWith('search') ? took - SETTLED_MS : took);
    }
    const [median, most] = [quantile(times, 0.5), quantile(times, 1)];
    console.log(
      `${name.padEnd(26)} ${median.toFixed(0).padStart(5)} ${most.toFixed(0).padStart(5)} ms`,
    );
  }
}

/** Goes through the list, from its first row to its last, and says what memory that took. */
async function goThrough(page: Page, origin: string): Promise<void> {
  await open(page, origin);
  const session = await page.context().newCDPSession(page);
  const inspecting = await workerSession(page);
  const times: number[] = [];
  for (let place = 0; place <= places; place++) {
    const act = `list.scrollTop = (list.scrollHeight - list.clientHeight) * ${place / places}`;
    if (place > 0) times.push(await page.evaluate<number>(timed(act)));
    if (place % Math.ceil(places / 8) !== 0 && place !== places) continue;
    const [tab, worker] = [await heapOf(session), await inspecting()];
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    console.log(
      `at ${((100 * place) / places).toFixed(0).padStart(3)} %: tab ${tab.toFixed(1)} MB, worker ${worker.toFixed(1)} MB, ${elements} elements`,
    );
  }
  const [median, most] = [quantile(times, 0.5), quantile(times, 0.99)];
  console.log(
    `${places} places of it: median ${median.toFixed(0)} ms, p99 ${most.toFixed(0)} ms to the screen`,
  );
  const last = await page.locator('.audit tr[data-index]').last().getAttribute('aria-rowindex');
  console.log(
    `last row ${last} of ${await page.locator('.audit table').getAttribute('aria-rowcount')}`,
  );
}

/** Reads the heap of the worker that all tabs share. */
async function workerSession(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('There is no browser to ask.');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'shared_worker');
  if (worker === undefined) throw new Error('There is no worker.');
  const { targetId } = worker;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  let asked = 0;
  const ask = (method: string) =>
    new Promise<{ readonly usedSize?: number }>((resolve) => {
      const id = ++asked;
      const hear = ({ message }: { readonly message: string }) => {
        const told = JSON.parse(message) as { id?: number; result: { usedSize?: number } };
        if (told.id !== id) return;
        session.off('Target.receivedMessageFromTarget', hear);
        resolve(told.result);
      };
      session.on('Target.receivedMessageFromTarget', hear);
      const message = JSON.stringify({ id, method });
      void session.send('Target.sendMessageToTarget', { sessionId, message });
    });
  return async () => {
    await ask('HeapProfiler.collectGarbage');
    return ((await ask('Runtime.getHeapUsage')).usedSize ?? 0) / 1e6;
  };
}

console.log(machine());
const filled = await openFilled(Number(values.rows), values.data);
// Rows of servers that are gone are removed by the host.
for (const server of SERVERS) await storeServer(filled.db, server);
const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
const environment = {
  ...process.env,
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  PORT: '0',
  MUSTER_DATA: folder,
  DATABASE_URL: filled.connectionString,
};
const host = await startServing(HOST, [], environment);
const browser = await chromium.launch({ executablePath: await findBrowser() });
try {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  const { db } = filled;
  const owner = db.selectFrom('accounts').select('id');
  if ((await owner.execute()).length > 0)
    throw new Error('This database has been measured: fill another.');
  await found(page, host.origin);
  const { id } = await owner.executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => grantOwnServer(trx, id, SERVER, Date.now()));
  await measure(page, host.origin);
  await goThrough(page, host.origin);
} finally {
  await browser.close();
  await host.end('SIGINT');
  await rm(folder, { recursive: true, force: true });
  await filled.close();
}
