import { readdir, readFile } from 'node:fs/promises';
import { join as path } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { SimServer } from '../../src/sim/server.ts';
import {
  addServer,
  expectRight,
  found,
  join,
  hangWorker,
  killWorker,
  openServer,
  sharedWorkers,
} from './support/portal.ts';
import { metric } from '../support/metric.ts';
import { test } from './support/broken.ts';

/** People come and go on the server, also while something is broken. */
function churn(sim: SimServer, round: number): void {
  const stay = join(sim, `Stays ${round}`);
  const go = join(sim, `Goes ${round}`);
  sim.chat(stay, 'Global', `round ${round}`);
  sim.leave(go);
}

async function allRight(tabs: readonly Page[], sim: SimServer): Promise<void> {
  for (const tab of tabs) await expectRight(tab, sim);
}

/** The process of a tab ends at once, with whatever else runs in it. */
async function crash(tab: Page): Promise<void> {
  const session = await tab.context().newCDPSession(tab);
  const crashed = tab.waitForEvent('crash');
  session
    .send('Page.crash')
    .catch((error: Error) => expect(error.message).toMatch(/crash|closed/i));
  await crashed;
}

test.describe('while players come and go, every tab is right again by itself', () => {
  test('after the tab that started the worker crashes, and the worker and other tabs die', async ({
    page,
    context,
    browser,
    host,
    origin,
    sim,
  }) => {
    await found(page, origin);
    const id = await addServer(page, sim, 'Tabs die');
    const tabs = [
      await openServer(context, origin, id),
      await openServer(context, origin, id),
      await openServer(context, origin, id),
    ];
    churn(sim, 1);
    await allRight(tabs, sim);

    await crash(page);
    churn(sim, 2);
    await allRight(tabs, sim);

    await killWorker(browser);
    churn(sim, 3);
    await allRight(tabs, sim);

    while (tabs.length > 1) {
      await tabs.shift()?.close();
      churn(sim, 10 + tabs.length);
      await allRight(tabs, sim);
    }
    await expect.poll(() => metric(host.origin, 'muster_sockets')).toBe(1);
  });

  test('after the worker hung for a minute', async ({ page, context, browser, origin, sim }) => {
    await found(page, origin);
    const id = await addServer(page, sim, 'Worker hangs');
    const tabs = [await openServer(context, origin, id), await openServer(context, origin, id)];
    await allRight(tabs, sim);

    await hangWorker(browser, 60_000);
    churn(sim, 1);
    for (const tab of tabs) await expect(tab.getByText(/What you see is .* behind/)).toBeVisible();
    await allRight(tabs, sim);
    // All tabs went on with the same one, and the one that hung is gone when it comes to.
    expect(await sharedWorkers(browser)).toBe(2);
    await expect.poll(() => sharedWorkers(browser), { timeout: 60_000 }).toBe(1);
    await expect.poll(() => metric(origin, 'muster_sockets')).toBe(1);
    churn(sim, 2);
    await allRight(tabs, sim);
  });

  test('after the host and then PostgreSQL are killed, the network is cut, and goes silent', async ({
    page,
    context,
    host,
    origin,
    faults,
    sim,
  }) => {
    await found(page, origin);
    const id = await addServer(page, sim, 'Host dies');
    const tab = await openServer(context, origin, id);
    const tabs = [tab, await openServer(context, origin, id)];
    churn(sim, 1);
    await allRight(tabs, sim);

    await host.kill();
    churn(sim, 2);
    await expect(tab.getByText('Not connected')).toBeVisible();
    await host.start();
    churn(sim, 3);
    await allRight(tabs, sim);

    const files = await readdir(host.dataDir, { recursive: true });
    const pidFile = files.find((file) => file.endsWith('postmaster.pid'));
    if (pidFile === undefined) throw new Error('The embedded PostgreSQL has no pid file.');
    const pid = Number((await readFile(path(host.dataDir, pidFile), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    churn(sim, 4);
    await allRight(tabs, sim);

    faults.cut();
    churn(sim, 5);
    await expect(tab.getByText('Not connected')).toBeVisible();
    faults.heal();
    await allRight(tabs, sim);

    faults.stall();
    churn(sim, 6);
    faults.heal();
    await allRight(tabs, sim);
  });
});

/** What this browser keeps of the account's rows, as text; nothing while it is being written for the first time. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const name = names.find((one) => one.startsWith('muster-account-'));
    if (name === undefined) return '';
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new TypeError('The request failed.'));
      });
    const database = await answer(indexedDB.open(name));
    try {
      return JSON.stringify(
        await answer(database.transaction('chunks').objectStore('chunks').getAll()),
      );
    } finally {
      database.close();
    }
  });
}

/** A text stands on the page for a frame at least: a worker that starts quickly says so only briefly. */
async function seenOnce(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (sought) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.body.innerText.includes(sought)) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    text,
  );
}

/** Has the page say how many workers it has started. */
function countWorkers(): void {
  let started = 0;
  globalThis.SharedWorker = class extends SharedWorker {
    constructor(address: string | URL, options?: string | WorkerOptions) {
      super(address, options);
      document.documentElement.dataset['workers'] = String((started += 1));
    }
  };
}

/** A file of the portal, by how its address begins, is not on this machine any more. */
async function loseFile(page: Page, path: string): Promise<void> {
  const lost = await page.evaluate(async (begin) => {
    const deleted: boolean[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const is = new URL(request.url).pathname.startsWith(begin);
        if (is) deleted.push(await cache.delete(request));
      }
    }
    return deleted;
  }, path);
  expect(lost).toContain(true);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}

test('without the network a reload shows the last known servers, marked stale with their age', async ({
  page,
  host,
  origin,
  faults,
  sim,
}) => {
  await found(page, origin);
  await addServer(page, sim, 'Stale one');
  join(sim, 'Ann');
  join(sim, 'Bob');
  const players = page.locator('td[data-column="players"]');
  await expect(players).toHaveText('2 / 60', { timeout: 20_000 });
  // The portal is kept once its service worker is active, and the rows once they are flushed.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await expect.poll(() => keptText(page)).toContain('"players":2');
  await page.reload();
  await expect(players).toHaveText('2 / 60', { timeout: 20_000 });

  faults.cut();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Stale one', exact: true }).last()).toBeVisible();
  await expect(players.locator('.stale')).toBeVisible();
  await expect(players.locator('.stale')).toHaveAttribute('title', /^Last known/);
  await expect(page.getByText('Not connected')).toBeVisible({ timeout: 20_000 });

  faults.heal();
  join(sim, 'Cid');
  await expect(players).toHaveText('3 / 60', { timeout: 45_000 });
  await expect(players.locator('.stale')).toHaveCount(0);

  // The rows need no file that asks the host; a worker that lacks it ends, and the next one asks for it again.
  await expect.poll(() => keptText(page)).toContain('"players":3');
  await loseFile(page, '/assets/host-side-');
  faults.cut();
  await page.reload();
  await expect(players).toContainText('3');
  await seenOnce(page, 'Starting again');
  await expect(page.getByText('Not connected')).toBeVisible();
  faults.heal();
  join(sim, 'Dee');
  await expect(players).toHaveText('4 / 60', { timeout: 45_000 });

  // A worker whose own code does not come says so and ends, and others are started until it comes.
  await loseFile(page, '/assets/serve-');
  await page.addInitScript(countWorkers);
  faults.cut();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-workers', '2', { timeout: 20_000 });
  faults.heal();
  await expect(players).toHaveText('4 / 60', { timeout: 45_000 });
  expect(host.output()).not.toContain('secret');
});
