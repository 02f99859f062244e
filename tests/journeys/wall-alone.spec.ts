import { mkdirSync } from 'node:fs';
import { join as path } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addServer, found, join, killWorker } from './support/portal.ts';
import { test } from './support/broken.ts';

/** Where pictures of what a wall says are put, to be looked at; nowhere unless it is named. */
const PICTURES = process.env['MUSTER_PICTURES'];

test.use({ viewport: { width: 1920, height: 1080 } });
test.describe.configure({ timeout: 240_000 });

async function look(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path(PICTURES, `${name}.png`) });
}

/** Counts the loads of the page from now on. */
function loads(page: Page): () => number {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
}

/** Has the shared worker compute for ever: it lives and answers nothing. */
async function hangWorker(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find((target) => target.type === 'shared_worker');
  if (worker === undefined) throw new Error('There is no shared worker.');
  const { targetId } = worker;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const message = JSON.stringify({
    id: 1,
    method: 'Runtime.evaluate',
    params: { expression: 'setTimeout(() => { for (;;); })' },
  });
  await session.send('Target.sendMessageToTarget', { sessionId, message });
}

/** A headless browser lets every page be heard, and driving it counts as a touch: this one waits for one. */
const BLOCKED_SOUND = `
  const Heard = window.AudioContext;
  let pressed = false;
  let touched = false;
  addEventListener('pointerdown', () => { pressed = true; }, true);
  window.AudioContext = class extends Heard {
    get state() { return touched ? 'running' : 'suspended'; }
    resume() {
      if (!pressed) return new Promise(() => {});
      touched = true;
      return super.resume().then(() => this.dispatchEvent(new Event('statechange')));
    }
  };`;

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
  await expect(page.locator('.wall-sums strong')).toHaveText('3', { timeout: 30_000 });
  await expect(stale(page)).toHaveCount(0, { timeout: 15_000 });
  const reloads = loads(page);
  await look(page, 'live');
  await expectAccessible(page);

  // Somebody joins, and the wall looks back to before.
  await page.waitForTimeout(6_000);
  join(sim, 'Dan');
  await expect(page.locator('.wall-sums strong')).toHaveText('4');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByText('Past, not live')).toBeVisible();
  await expect(page.locator('.wall-sums strong')).toHaveText('3');
  await look(page, 'past');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('.wall-sums strong')).toHaveText('4');

  // The network is cut: what counts is the time until it says so.
  faults.cut();
  const cutAt = Date.now();
  await expect(stale(page)).toContainText('Nothing here is live', { timeout: 10_000 });
  expect(Date.now() - cutAt).toBeLessThan(10_000);
  await look(page, 'stale');
  await expectAccessible(page);
  faults.heal();
  await expect(stale(page)).toHaveCount(0, { timeout: 40_000 });

  // The host goes silent.
  faults.stall();
  const silentAt = Date.now();
  await expect(stale(page)).toContainText('Nothing here is live', { timeout: 12_000 });
  expect(Date.now() - silentAt).toBeLessThan(12_000);
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
    const wallId = await page.evaluate(async () => {
      const token = (await (await fetch('/app/v1/@me/acsrf-token')).json()) as object;
      const wall = {
        name: 'Lobby',
        rotation: 20,
        pinned_scene: null,
        sound: true,
        scenes: [
          {
            scene_id: 'a'.repeat(24),
            title: 'All',
            layout: 'auto',
            source: { kind: 'filter', filter: { text: '', games: [], states: [] } },
          },
        ],
      };
      const answer = await fetch('/app/v1/walls/create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ wall, ...token }),
      });
      return ((await answer.json()) as { wall: { wall_id: string } }).wall.wall_id;
    });
    const screen = await page.context().newPage();
    await screen.addInitScript({ content: BLOCKED_SOUND });
    await screen.goto(`${origin}/wall/${wallId}`);
    await expect(screen.getByText('This browser blocks sound')).toBeVisible({ timeout: 30_000 });
    await look(screen, 'sound-blocked');
    await expectAccessible(screen);
    await screen.getByRole('button', { name: 'Allow sound' }).click();
    await expect(screen.getByText('This browser blocks sound')).toHaveCount(0);

    await sim.stop();
    await expect(screen.getByRole('alert')).toContainText('Chernarus 1 has been down for', {
      timeout: 120_000,
    });
    await look(screen, 'incident');
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
