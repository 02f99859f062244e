import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { choose, pressOn, tabTo, tick, writeIn } from './support/keyboard.ts';
import { addServer, found, join, signUp, test } from './support/portal.ts';

/** In every size a screen is as wide as the window, and axe finds nothing. */
async function look(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(SIZES[0]);
  await expectAccessible(page);
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parts of/ }).getByRole('link', { name, exact: true });

/** Creates a role that allows what is named. */
async function createRole(page: Page, name: string, ...allows: readonly string[]): Promise<void> {
  await pressOn(page.getByRole('button', { name: 'Create a role' }));
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await writeIn(dialog.getByRole('textbox', { name: 'Name' }), name);
  for (const one of allows) await tick(dialog.getByRole('checkbox', { name: one, exact: true }));
  await pressOn(dialog.getByRole('button', { name: 'Save the role' }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
}

test('a team shares a server by roles, a role that is taken is gone from open pages, and its servers outlive it', async ({
  page,
  elsewhere,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const server = await addServer(page, sim, 'Chernarus 1');
  join(sim, 'Ann');
  const bea = await elsewhere.newPage();
  await signUp(bea, host.origin, 'bea');
  await bea.goto(`${host.origin}/teams`);
  await expect(bea.getByText(/^You belong to no team yet/)).toBeVisible();
  await look(bea);
  const beasId = await bea.locator('.own-id bdi').innerText();

  await test.step('the owner makes a team with roles, and moves a server to it', async () => {
    await pressOn(page.getByRole('link', { name: 'Teams' }));
    await pressOn(page.getByRole('button', { name: 'Create a team' }));
    await writeIn(page.getByRole('dialog').getByLabel('Name'), 'Night Watch');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Night Watch' })).toBeVisible();
    await pressOn(tab(page, 'Roles'));
    await createRole(page, 'Moderator', 'Kick players', 'The feed');
    await createRole(page, 'Viewer', 'The server and who is on it');
    await look(page);
    await pressOn(tab(page, 'Servers and lists'));
    await pressOn(page.getByRole('button', { name: 'Move a server here' }));
    await choose(page.getByLabel('Server', { exact: true }), 'Chernarus 1');
    await pressOn(page.getByRole('button', { name: 'Move the server' }));
    await expect(page.getByRole('row', { name: /Chernarus 1.*DayZ/ })).toBeVisible();
    await look(page);
  });

  await test.step('a role is moved by the keyboard, and stays there', async () => {
    await pressOn(tab(page, 'Roles'));
    const handle = page.getByRole('button', { name: /^Move Viewer, place/ });
    await tabTo(handle);
    await page.keyboard.press('ArrowUp');
    await expect(handle).toHaveAccessibleName('Move Viewer, place 2 of 3');
    await expect(handle).toBeFocused();
    await expect(page.getByRole('list', { name: 'Roles' })).toHaveAttribute('aria-busy', 'false');
    await page.reload();
    await expect(handle).toHaveAccessibleName('Move Viewer, place 2 of 3');
    await tabTo(handle);
    await page.keyboard.press('ArrowDown');
    await expect(handle).toHaveAccessibleName('Move Viewer, place 3 of 3');
  });

  await test.step('somebody is invited, sees it beside the entry, and has the server once they accept', async () => {
    await pressOn(tab(page, 'Members'));
    await pressOn(page.getByRole('button', { name: 'Invite somebody' }));
    await writeIn(page.getByLabel('Account id'), beasId);
    await choose(page.getByRole('dialog').getByLabel('Role'), 'Moderator');
    await pressOn(page.getByRole('button', { name: 'Invite', exact: true }));
    await expect(page.getByRole('row', { name: /Bea.*Moderator.*Waiting until/ })).toBeVisible();
    await look(page);
    await expect(bea.getByRole('link', { name: /^Teams.*1 invitation waits/ })).toBeVisible();
    await pressOn(bea.getByRole('button', { name: 'Accept the invitation into Night Watch' }));
    await expect(bea.getByRole('row', { name: /Night Watch.*Ada.*Moderator/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Bea.*bea.*Moderator/ })).toBeVisible();
    await bea.goto(`${host.origin}/dashboard/${server}`);
    await expect(bea.getByRole('button', { name: 'Kick Ann' })).toBeVisible();
  });

  await test.step('the role is taken away, and what it gave is gone from the page that is open', async () => {
    await pressOn(page.getByRole('button', { name: 'Change the role of Bea' }));
    await choose(page.getByRole('dialog').getByLabel('Role'), 'Viewer');
    await pressOn(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByRole('row', { name: /Bea.*bea.*Viewer/ })).toBeVisible();
    await expect(bea.getByRole('button', { name: 'Kick Ann' })).toHaveCount(0);
    await expect(bea.locator('.players .player-link bdi')).toHaveText('Ann');
    await bea.goto(`${host.origin}/teams`);
    await pressOn(bea.getByRole('link', { name: 'Night Watch' }));
    await pressOn(tab(bea, 'Members'));
    await expect(
      bea.getByText(/^To see this you need the permission ‘See the members’/),
    ).toBeVisible();
  });

  await test.step('the team is deleted, its server goes back to the account', async () => {
    await pressOn(tab(page, 'Settings'));
    const remove = page.getByRole('button', { name: 'Delete the team' });
    await look(page);
    await choose(page.getByLabel('Chernarus 1 goes to'), 'your account');
    await writeIn(page.getByLabel('Type Night Watch to delete it'), 'Night Watch');
    await pressOn(remove);
    await expect(page.getByText(/^Night Watch was deleted, or/)).toBeVisible({ timeout: 60_000 });
    await expect(bea.getByText(/^Night Watch was deleted, or/)).toBeVisible();
    await pressOn(page.getByRole('link', { name: 'All teams' }));
    await expect(page.getByText(/^You belong to no team yet/)).toBeVisible();
    await page.goto(`${host.origin}/server/${server}/overview`);
    await expect(page.getByText('It belongs to the account of Ada')).toBeVisible();
    await bea.goto(`${host.origin}/dashboard`);
    await expect(bea.getByText('Chernarus 1')).toHaveCount(0);
  });
});
