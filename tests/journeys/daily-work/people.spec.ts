import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from '../support/accessible.ts';
import { pressOn, tick, writeIn } from '../support/keyboard.ts';
import { addServer, found, signUp, test } from '../support/portal.ts';

const PASSWORD = 'correct horse battery';

test('whoever has the link makes an account and is in; whoever has one is asked first, and says no', async ({
  page,
  elsewhere,
  browser,
  host,
  sim,
}) => {
  await found(page, host.origin);
  await addServer(page, sim, 'Chernarus');
  await page.goto(`${host.origin}/people/invite`);
  await tick(page.getByRole('checkbox', { name: /Chernarus/ }));
  await pressOn(page.getByRole('button', { name: 'Invite', exact: true }));
  await expect(page.getByText('It is for 1 server.')).toBeVisible();
  await expectAccessible(page);
  const address = await page.locator('.copyable bdi').innerText();

  const tom = await elsewhere.newPage();
  await tom.goto(address);
  await expect(tom.getByText(/^Ada invites you to help with 1 server: .?Chernarus/)).toBeVisible();
  await expectAccessible(tom);
  await writeIn(tom.getByLabel('Username'), 'tom');
  await writeIn(tom.getByLabel('Display name'), 'Tom');
  await writeIn(tom.getByLabel('E-mail'), 'tom@example.org');
  await writeIn(tom.getByLabel('Password', { exact: true }), PASSWORD);
  await writeIn(tom.getByLabel('Password again'), PASSWORD);
  await pressOn(tom.getByRole('button', { name: 'Create the account' }));
  await expect(tom).toHaveURL(`${host.origin}/dashboard`);
  await expect(tom.getByRole('main').getByText('Chernarus').first()).toBeVisible();

  await pressOn(page.getByRole('link', { name: 'All invitations' }));
  await expect(page.getByRole('row', { name: /Tom.*1 server.*Accepted/ })).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
  await page.setViewportSize(SIZES[0]);

  const home = await browser.newContext();
  const grace = await home.newPage();
  await signUp(grace, host.origin, 'grace');
  await grace.goto(`${host.origin}/dashboard`);
  await page.goto(`${host.origin}/people/invite`);
  await writeIn(page.getByLabel('Username or account id (optional)'), 'nobody');
  await tick(page.getByRole('checkbox', { name: /Chernarus/ }));
  await pressOn(page.getByRole('button', { name: 'Invite', exact: true }));
  await expect(page.getByText('There is no account with this name or id.')).toBeVisible();
  await writeIn(page.getByLabel('Username or account id (optional)'), 'Grace');
  await pressOn(page.getByRole('button', { name: 'Invite', exact: true }));
  await expect(page.getByText(/^Invited to 1 server/)).toBeVisible();

  await expect(grace.getByText('Ada has invited you to a server.')).toBeVisible();
  await expectAccessible(grace);
  await pressOn(grace.getByRole('link', { name: 'See the invitation' }));
  await expect(grace.getByText(/Kick players/)).toBeVisible();
  await expectAccessible(grace);
  await pressOn(grace.getByRole('button', { name: 'Decline' }));
  await expect(grace.getByText('Ada has invited you to a server.')).toBeHidden();
  await pressOn(page.getByRole('link', { name: 'All invitations' }));
  await expect(page.getByRole('row', { name: /Grace.*Declined/ })).toBeVisible();
  await home.close();
});
