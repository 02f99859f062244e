import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { pressOn, writeIn } from './support/keyboard.ts';
import { addServer, found, test } from './support/portal.ts';

async function everySize(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  if (before !== null) await page.setViewportSize(before);
}

test('a television without an account pairs by a code, shows its wall, and nothing once it is revoked', async ({
  page,
  elsewhere,
  host,
  sim,
}) => {
  await found(page, host.origin);
  sim.join({ name: 'Secret Ann', steamId: '76561190000000101' });
  sim.join({ name: 'Secret Bob', steamId: '76561190000000102' });
  await addServer(page, sim, 'Chernarus');

  await test.step('a wall is made', async () => {
    await pressOn(page.getByRole('link', { name: 'Walls', exact: true }));
    await expect(page.getByText('No walls yet.')).toBeVisible();
    await expect(page.getByText('No displays yet.')).toBeVisible();
    await everySize(page);
    await pressOn(page.getByRole('link', { name: 'New wall' }));
    await pressOn(page.getByRole('button', { name: 'Save the wall' }));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await everySize(page);
    await writeIn(page.getByLabel('Name', { exact: true }), 'Lobby');
    await pressOn(page.getByRole('button', { name: 'Save the wall' }));
    await expect(page.getByRole('main', { name: 'Lobby' })).toBeVisible();
  });

  const television = await elsewhere.newPage();
  await test.step('the television shows a code, and an admin types it', async () => {
    await television.goto(`${host.origin}/display`);
    const code = television.locator('.pairing-code');
    await expect(code).toHaveText(/^[2-9A-Z]{4} [2-9A-Z]{4}$/);
    await everySize(television);
    await pressOn(page.getByRole('link', { name: 'Show on a television' }));
    await expect(page.getByLabel('Code on the screen')).toBeVisible();
    await everySize(page);
    const shown = (await code.innerText()).toLowerCase().replaceAll(/\s+/g, ' ');
    await writeIn(page.getByLabel('Code on the screen'), shown);
    await writeIn(page.getByLabel('Name of the display'), 'Lobby left');
    await page.keyboard.press('Enter');
    await expect(television.getByRole('main', { name: 'Lobby' })).toBeVisible({ timeout: 20_000 });
    const row = television.getByRole('row').filter({ hasText: 'Chernarus' });
    const [state, players] = [row.getByRole('cell').nth(0), row.getByRole('cell').nth(1)];
    await expect(state).toHaveText('Online');
    await expect(players).toHaveText('2');
    await expectAccessible(television);
    expect(await television.content()).not.toContain('Secret');
  });

  const displays = page.getByRole('region', { name: 'Displays' });
  await test.step('it is listed as connected, and follows a changed wall without hands', async () => {
    await expect(displays.getByRole('row').filter({ hasText: 'Lobby left' })).toContainText(
      'Connected',
    );
    await everySize(page);
    await pressOn(page.getByRole('link', { name: 'Edit Lobby' }));
    await writeIn(page.getByLabel('Name', { exact: true }), 'Hall');
    await pressOn(page.getByRole('button', { name: 'Save the wall' }));
    await expect(television.getByRole('main', { name: 'Hall' })).toBeVisible();
    await pressOn(page.getByRole('link', { name: 'Leave the wall' }));
    await pressOn(page.getByRole('link', { name: 'Walls', exact: true }));
  });

  await test.step('it shows the same after its power was cut', async () => {
    await television.reload();
    await expect(television.getByRole('main', { name: 'Hall' })).toBeVisible({ timeout: 20_000 });
  });

  await test.step('revoked, it offers a new code within two seconds', async () => {
    await pressOn(displays.getByRole('button', { name: 'Revoke Lobby left' }));
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await pressOn(dialog.getByRole('button', { name: 'Revoke' }));
    await expect(television.getByText('This display was revoked,')).toBeVisible({ timeout: 2_000 });
    await expect(television.locator('.pairing-code')).toBeVisible();
    await expect(page.getByText('No displays yet.')).toBeVisible();
    await television.reload();
    await expect(television.locator('.pairing-code')).toBeVisible();
  });
});
