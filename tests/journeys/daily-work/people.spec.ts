import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { startDemo } from '../support/demo.ts';
import { byPalette, pressOn, tabTo } from '../support/keyboard.ts';
import { addServer, call, found, test } from '../support/portal.ts';

const PASSWORD = 'correct horse battery';

test('a moderator is brought in for twenty servers in eight clicks and keys, and accepts', async ({
  page,
  elsewhere,
}) => {
  test.setTimeout(240_000);
  const demo = await startDemo(20);
  await page.goto(demo.origin);
  await page.getByRole('button', { name: 'Enter as owner' }).click();
  await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();

  const counted = await countDeeds(page);
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Invite somebody' }).click();
  await expect(page.getByLabel('Permissions', { exact: true })).toHaveValue('moderator');
  await expect(page.getByLabel('Username or account id (optional)')).toBeFocused();
  await page.keyboard.type('player');
  await page.getByRole('button', { name: 'Choose all' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(/^Invited to \d+ servers/)).toBeVisible();
  counted.expectAtMost(8);
  await expectAccessible(page);

  const player = await elsewhere.newPage();
  await player.goto(demo.origin);
  await player.getByRole('button', { name: 'Enter as player' }).click();
  await player.getByRole('link', { name: 'See the invitation' }).click();
  await player.getByRole('button', { name: 'Accept' }).click();
  await player.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(player.locator('.totals')).toContainText('/ 20', { timeout: 60_000 });

  await test.step('by the keyboard alone, with a link', async () => {
    await page.goto(`${demo.origin}/dashboard`);
    await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    await byPalette(page, 'invite', /Invite somebody/);
    await expect(page.getByLabel('Permissions', { exact: true })).toHaveValue('moderator');
    await pressOn(page, page.getByRole('button', { name: 'Choose all' }));
    await pressOn(page, page.getByRole('button', { name: 'Invite', exact: true }));
    await tabTo(page, page.locator('.copyable button'));
    await expect(page.getByText('It is for 20 servers.')).toBeVisible();
    counted.expectAtMost(60);
  });
  await demo.stop();
});

test('whoever has the link sees what it brings, makes an account, and is in', async ({
  page,
  elsewhere,
  host,
  sim,
}) => {
  await found(page, host.origin);
  await addServer(page, sim, 'Chernarus');
  await page.goto(`${host.origin}/people/invite`);
  await page.getByRole('checkbox', { name: /Chernarus/ }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('It is for 1 server.')).toBeVisible();
  await expectAccessible(page);
  const address = await page.locator('.copyable bdi').innerText();

  const tom = await elsewhere.newPage();
  await tom.goto(address);
  await expect(tom.getByText(/^Ada invites you to help with 1 server: Chernarus/)).toBeVisible();
  await expectAccessible(tom);
  await tom.getByLabel('Username').fill('tom');
  await tom.getByLabel('Display name').fill('Tom');
  await tom.getByLabel('E-mail').fill('tom@example.org');
  await tom.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tom.getByLabel('Password again').fill(PASSWORD);
  await tom.getByRole('button', { name: 'Create the account' }).click();
  await expect(tom).toHaveURL(`${host.origin}/dashboard`);
  await expect(tom.getByRole('main').getByText('Chernarus').first()).toBeVisible();

  await page.getByRole('link', { name: 'All invitations' }).click();
  await expect(page.getByRole('row', { name: /Tom.*1 server.*Accepted/ })).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});

test('an account that is there is asked first, and says no', async ({
  page,
  elsewhere,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const grace = await elsewhere.newPage();
  await grace.goto(`${host.origin}/auth`);
  const signedUp = await call(grace, '/app/v1/auth/sign-up', {
    username: 'grace',
    display_name: 'Grace',
    email: 'grace@example.org',
    password: PASSWORD,
  });
  expect(signedUp.status).toBe(200);
  await grace.goto(`${host.origin}/dashboard`);
  await addServer(page, sim, 'Chernarus');
  await page.goto(`${host.origin}/people/invite`);
  await page.getByLabel('Username or account id (optional)').fill('nobody');
  await page.getByRole('checkbox', { name: /Chernarus/ }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('There is no account with this name or id.')).toBeVisible();
  await page.getByLabel('Username or account id (optional)').fill('Grace');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(/^Invited to 1 server/)).toBeVisible();

  await expect(grace.getByText('Ada has invited you to a server.')).toBeVisible();
  await expectAccessible(grace);
  await grace.getByRole('link', { name: 'See the invitation' }).click();
  await expect(grace.getByText(/Kick players/)).toBeVisible();
  await expectAccessible(grace);
  await grace.getByRole('button', { name: 'Decline' }).click();
  await expect(grace.getByText('Ada has invited you to a server.')).toBeHidden();
  await page.getByRole('link', { name: 'All invitations' }).click();
  await expect(page.getByRole('row', { name: /Grace.*Declined/ })).toBeVisible();
});
