import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { test } from './support/broken.ts';
import { addServer, call, found, hangWorker, join, killWorker } from './support/portal.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
/** Counts the loads of the page from now on. */
function loads(page: Page): () => number {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
}

/** A headless browser lets every page be heard, and driving it counts as a touch: this one waits for one. */
const BLOCKED_SOUND = `
  const Heard = window.AudioContext;
  let pressed = false;
  let touched = false;
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, () => { pressed = true; }, true);
  window.AudioContext = class extends Heard {
    get state() { return touched ? 'running' : 'suspended'; }
    resume() {
      if (!pressed) return new Promise(() => {});
      touched = true;
      return super.resume().then(() => this.dispatchEvent(new Event('statechange')));
    }
  };`;

/** Saves a wall of every server; answers its id. */
async function saveWall(page: Page, { sound }: { readonly sound: boolean }): Promise<string> {
  const filter = { text: '', games: [], states: [] };
  const scene = {
    scene_id: 'a'.repeat(24),
    title: 'All',
    layout: 'auto',
    source: { kind: 'filter', filter },
  };
  const wall = { name: 'Lobby', rotation: 20, pinned_scene: null, sound, scenes: [scene] };
  const { answer } = await call(page, '/app/v1/walls/create', { wall });
  return (answer as { wall_id: string }).wall_id;
}

const stale = (page: Page) => page.locator('.wall-outage');

test('a wall is stale within ten seconds of an outage, says incidents, looks back, and comes back by itself', async ({
  page,
  browser,
  origin,
  faults,
  sim,
}) => {
  await found(page, origin);
  await addServer(page, sim, 'Chernarus 1');
  for (const name of ['Ann', 'Bob', 'Cid']) join(sim, name);
  await page.goto(`${origin}/wall`);
  const sums = page.locator('.wall-sums strong');
  await expect(sums).toHaveText('3', { timeout: 30_000 });
  await expect(stale(page)).toHaveCount(0, { timeout: 15_000 });
  const reloads = loads(page);
  await expectAccessible(page);

  // Somebody joins, and the wall looks back to before: once it can, it has kept what was seen then.
  await expect(async () => {
    // Each press looks back further, so every try starts from what is live.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(page.getByText('Past, not live')).toBeVisible({ timeout: 1_000 });
    await expect(sums).toHaveText('3', { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  join(sim, 'Dan');
  await expect(page.locator('.wall-sums strong')).toHaveText('4');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByText('Past, not live')).toBeVisible();
  await expect(page.locator('.wall-sums strong')).toHaveText('3');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('.wall-sums strong')).toHaveText('4');

  faults.cut();
  await expect(stale(page)).toContainText('Nothing here is live', { timeout: 10_000 });
  await expectAccessible(page);
  faults.heal();
  await expect(stale(page)).toHaveCount(0, { timeout: 40_000 });

  // The host goes silent.
  faults.stall();
  await expect(stale(page)).toContainText('Nothing here is live', { timeout: 10_000 });
  faults.heal();
  await expect(stale(page)).toHaveCount(0, { timeout: 60_000 });

  await killWorker(browser);
  join(sim, 'Eve');
  await expect(page.locator('.wall-sums strong')).toHaveText('5', { timeout: 40_000 });
  await expect(stale(page)).toHaveCount(0, { timeout: 20_000 });
  expect(reloads()).toBe(0);
});

test('a wall whose worker hangs reloads itself once, and shows the servers again', async ({
  page,
  browser,
  origin,
  sim,
}) => {
  await found(page, origin);
  await addServer(page, sim, 'Hangs');
  join(sim, 'Ann');
  await page.goto(`${origin}/wall`);
  await expect(page.locator('.wall-sums strong')).toHaveText('1', { timeout: 30_000 });
  const reloads = loads(page);
  await hangWorker(browser);
  await expect(stale(page)).toBeVisible({ timeout: 15_000 });
  await expect.poll(reloads, { timeout: 60_000 }).toBe(1);
  await expect(page.locator('.wall-sums strong')).toHaveText('1', { timeout: 60_000 });
  await expect(stale(page)).toHaveCount(0, { timeout: 20_000 });
  expect(reloads()).toBe(1);
});

/** Everything that the worker was told is on the disk, and the browser keeps the page. */
async function expectKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
        const name = databases.find((one) => /^muster-(account|display)-/.test(one));
        if (name === undefined || navigator.serviceWorker.controller === null) return '';
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(new TypeError('It cannot be opened.')));
        });
        const chunks = await new Promise<unknown>((resolve) => {
          const reading = database.transaction('chunks').objectStore('chunks').getAll();
          reading.addEventListener('success', () => resolve(reading.result));
        });
        database.close();
        return JSON.stringify(chunks);
      }),
    )
    .toContain('"players":2,');
}

test('a screen that starts while the host is down shows what was last known and how old it is, and comes back', async ({
  page,
  elsewhere,
  host,
  sim,
}) => {
  await found(page, host.origin);
  await addServer(page, sim, 'Chernarus 1');
  for (const name of ['Ann', 'Bob']) join(sim, name);
  const wallId = await saveWall(page, { sound: false });
  const television = await elsewhere.newPage();
  await television.goto(`${host.origin}/display`);
  const code = await television.locator('.pairing-code').innerText();
  const paired = { code, wall_id: wallId, name: 'Lobby left' };
  expect(await call(page, '/app/v1/displays/pair', paired)).toMatchObject({ status: 200 });

  const screens = [
    { context: page.context(), address: `/wall/${wallId}`, last: page },
    { context: elsewhere, address: '/display', last: television },
  ];
  await page.goto(`${host.origin}/wall/${wallId}`);
  for (const { last } of screens) {
    await expect(last.locator('.wall-sums strong')).toHaveText('2', { timeout: 30_000 });
    await expectKept(last);
  }
  await host.kill();
  const started = [];
  for (const { context, address, last } of screens) {
    const screen = await context.newPage();
    await last.close();
    await screen.goto(`${host.origin}${address}`);
    started.push(screen);
  }
  for (const screen of started) {
    await expect(screen.locator('.wall-sums strong')).toHaveText('2');
    await expect(stale(screen)).toContainText('Nothing here is live', { timeout: 20_000 });
    await expect(stale(screen)).toContainText(/Figures as of .+ ago/);
    const row = screen.getByRole('row').filter({ hasText: 'Chernarus 1' });
    await expect(row).toContainText(/Stale, .+ old/);
    await expectAccessible(screen);
  }
  const reloads = started.map(loads);
  await host.start();
  join(sim, 'Cid');
  for (const screen of started) {
    await expect(screen.locator('.wall-sums strong')).toHaveText('3', { timeout: 60_000 });
    await expect(stale(screen)).toHaveCount(0, { timeout: 20_000 });
  }
  expect(reloads.map((count) => count())).toEqual([0, 0]);
});

test.describe('of a saved wall that may be heard', () => {
  test.use({ serviceWorkers: 'block' });

  test('a server that is down is raised, sound that is blocked is said, and a new build is loaded without hands', async ({
    page,
    origin,
    faults,
    sim,
  }) => {
    await found(page, origin);
    await addServer(page, sim, 'Chernarus 1');
    const wallId = await saveWall(page, { sound: true });
    const screen = await page.context().newPage();
    await screen.addInitScript({ content: BLOCKED_SOUND });
    await screen.goto(`${origin}/wall/${wallId}`);
    await expect(screen.getByText('This browser blocks sound')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(screen);
    // Any key is word enough for a browser.
    await expect(screen.getByRole('button', { name: 'Allow sound' })).toBeVisible();
    await screen.keyboard.press('Tab');
    await expect(screen.getByText('This browser blocks sound')).toHaveCount(0);

    await sim.stop();
    await expect(screen.getByRole('alert')).toContainText('Chernarus 1 has been down for', {
      timeout: 120_000,
    });
    await expectAccessible(screen);

    const reloads = loads(screen);
    const newer = '<script type="module" crossorigin src="/assets/another-build.js"></script>';
    await screen.route(`${origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html>${newer}` }),
    );
    // A host that was updated was away for a moment.
    faults.cut();
    await expect(stale(screen)).toBeVisible({ timeout: 15_000 });
    faults.heal();
    await expect.poll(reloads, { timeout: 60_000 }).toBe(1);
    await screen.unroute(`${origin}/`);
    await expect(screen.locator('.wall-legend')).toBeVisible({ timeout: 30_000 });
  });
});
