import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { startDemo } from '../support/demo.ts';
import { byPalette, pressOn, tabTo } from '../support/keyboard.ts';
import { test } from '../support/portal.ts';

test('a wall is on a television within six clicks and keys', async ({
  page,
  elsewhere,
  browser,
}) => {
  test.setTimeout(240_000);
  const demo = await startDemo(20);
  const television = await elsewhere.newPage();
  await television.goto(`${demo.origin}/display`);
  const code = television.locator('.pairing-code');
  await expect(code).toHaveText(/^[2-9A-Z]{4} [2-9A-Z]{4}$/);
  await page.goto(demo.origin);
  await page.getByRole('button', { name: 'Enter as owner' }).click();
  await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();

  const counted = await countDeeds(page);
  await page.getByRole('link', { name: 'Walls', exact: true }).click();
  await page.getByRole('link', { name: 'New wall' }).click();
  await expect(page.getByText('All servers: 20 servers')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Lobby');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  await page.mouse.move(500, 400);
  await page.getByRole('link', { name: 'Show on a television' }).click();
  await expect(page.getByLabel('Code on the screen')).toBeFocused();
  await page.keyboard.type((await code.innerText()).replace(/\s/, ' '));
  await page.keyboard.press('Tab');
  await page.keyboard.type('By the door');
  await page.keyboard.press('Enter');
  await expect(television.getByRole('main', { name: 'Lobby' })).toBeVisible({ timeout: 20_000 });
  counted.expectAtMost(6);

  // It has the whole day at once, and looks back at what it has not seen.
  await expect(async () => {
    await television.keyboard.press('PageUp');
    await expect(television.getByText('The most players of these 20 minutes.')).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  const figures = television.locator('.wall-table tbody tr td:last-child');
  await expect(figures.first()).toHaveText('Live');

  await test.step('by the keyboard alone', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${demo.origin}/display`);
    await expect(other.locator('.pairing-code')).toHaveText(/^[2-9A-Z]{4} [2-9A-Z]{4}$/);
    const shown = (await other.locator('.pairing-code').innerText()).replaceAll(/\s+/g, ' ');
    await page.goto(`${demo.origin}/dashboard`);
    await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    await byPalette(page, 'new wall', /New wall/);
    await expect(page.getByText('All servers: 20 servers')).toBeVisible();
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Garage');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'Garage' })).toBeVisible();
    await pressOn(page, page.getByRole('link', { name: 'Show on a television' }));
    await tabTo(page, page.getByLabel('Code on the screen'));
    await page.keyboard.type(shown);
    await tabTo(page, page.getByLabel('Name of the display'));
    await page.keyboard.type('In the garage');
    await page.keyboard.press('Enter');
    await expect(other.getByRole('main', { name: 'Garage' })).toBeVisible({ timeout: 20_000 });
    counted.expectAtMost(40);
    await context.close();
  });
  await demo.stop();
});
