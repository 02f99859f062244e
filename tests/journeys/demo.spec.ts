import { expect, test } from '@playwright/test';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { expectAccessible } from './support/accessible.ts';
import { pressOn } from './support/keyboard.ts';

let host: RunningHost;

test.beforeAll(async () => {
  host = await startHost();
});

test.afterAll(() => host.stop());

test('a newcomer explores the demo as a moderator and as a player, and finds the way back', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`${host.origin}/`);
  const explore = page.getByRole('button', { name: 'Explore a demo fleet' });
  await expect(explore).toBeVisible();
  await expectAccessible(page);
  await pressOn(explore);
  await page.waitForURL((url) => url.origin !== host.origin, { timeout: 60_000 });
  const demo = new URL(page.url()).origin;
  const banner = page.getByRole('complementary', { name: 'Demo' });
  await expect(banner).toContainText('made up');
  await expect(page.getByRole('button', { name: 'Enter as moderator' })).toBeVisible();
  await expectAccessible(page);

  await test.step('as a moderator', async () => {
    await pressOn(page.getByRole('button', { name: 'Enter as moderator' }));
    await expect(page).toHaveURL(`${demo}/dashboard`);
    await expect(banner).toBeVisible();
    for (const server of ['Chernarus Evenings', 'Rustwater Main', 'Altis Life Nord']) {
      const row = page.getByRole('main').getByRole('row').filter({ hasText: server });
      await expect(row).toContainText('Online');
    }
    await expectAccessible(page);
    await pressOn(page.getByRole('main').getByRole('link', { name: 'Chernarus Evenings' }));
    await expect(page.locator('.players .player-link bdi').first()).toBeVisible();
    await expect(banner).toBeVisible();
    await expect(page.getByRole('button', { name: /^Kick/ }).first()).toBeVisible();
    await page.goto(`${demo}/wall`);
    await expect(page.locator('.wall-legend')).toBeVisible();
    // A trial is refused where something lies over it.
    await banner.getByRole('link', { name: 'Set up your own' }).click({ trial: true });
  });

  await test.step('as a player, who sees three servers', async () => {
    await page.goto(`${demo}/logout`);
    await pressOn(page.getByRole('button', { name: 'Enter as player' }));
    await expect(page.getByRole('main').locator('td[data-column="state"]')).toHaveCount(3);
    await expect(page.getByText('Altis Life Nord').first()).toBeVisible();
  });

  await test.step('and comes back to found an own one', async () => {
    await pressOn(banner.getByRole('link', { name: 'Set up your own' }));
    await expect(page.getByRole('link', { name: 'Back to the demo' })).toBeVisible();
    await expectAccessible(page);
    await pressOn(page.getByRole('link', { name: host.origin }));
    await expect(page.getByRole('button', { name: 'Go to the demo fleet' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Demo' })).toHaveCount(0);
  });
  expect(problems).toEqual([]);
});
