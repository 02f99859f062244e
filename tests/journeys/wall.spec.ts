import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './support/accessible.ts';
import { pressOn, writeIn } from './support/keyboard.ts';
import { addServer, found, join, test } from './support/portal.ts';

test('a wall of the dashboard’s filter shows live numbers of a server, in its picture and in its table', async ({
  page,
  host,
  sim,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await found(page, host.origin);
  await addServer(page, sim, 'Chernarus 1');
  await expect(page.locator('.row-link')).toHaveText('Chernarus 1');

  await writeIn(page.getByPlaceholder('Filter by name'), 'cherna');
  await pressOn(page.getByRole('link', { name: 'Open as a wall' }));
  await expect(page).toHaveURL(`${host.origin}/wall?q=cherna`);
  const picture = page.getByRole('img', { name: /1 server, \d+ players?/ });
  await expect(picture).toBeVisible();
  const row = page.getByRole('table').getByRole('row', { name: /^Chernarus 1/ });
  await expect(row).toContainText('Online', { timeout: 60_000 });

  await test.step('counts who comes', async () => {
    const cell = page.getByRole('table').locator('td').nth(1);
    await expect(cell).toHaveText('0', { timeout: 15_000 });
    for (const name of ['Ann', 'Bob', 'Cid']) join(sim, name);
    await expect(page.locator('.wall-head')).toContainText('3 / 60 players');
    await expect(cell).toHaveText('3', { timeout: 15_000 });
    await expect(row).toContainText('Live');
  });

  await test.step('fits any screen without scrolling, dark and light, and axe finds nothing', async () => {
    for (const size of [
      { width: 1_920, height: 1_080 },
      { width: 1_080, height: 1_920 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await expectNoOverflow(page);
      await expectAccessible(page);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
  });

  await test.step('shows the table to everybody who asks by a key', async () => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.keyboard.press('t');
    await expect(page.getByText('servers 1 to 1 of 1 on this page')).toBeInViewport();
    await expectAccessible(page);
    await page.keyboard.press('t');
  });

  await test.step('says within ten seconds that nothing is live, once the host is gone', async () => {
    await host.kill();
    await expect(page.getByText('1 stale')).toBeVisible({ timeout: 10_000 });
    await expectAccessible(page);
  });
  expect(problems).toEqual([]);
});
