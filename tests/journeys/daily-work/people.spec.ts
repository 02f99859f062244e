import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from '../support/accessible.ts';
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
  await page.getByRole('checkbox', { name: /Chernarus/ }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('It is for 1 server.')).toBeVisible();
  await expectAccessible(page);
  const address = await page.locator('.copyable bdi').innerText();

  const tom = await elsewhere.newPage();
  await tom.goto(address);
  await expect(tom.getByText(/^Ada invites you to help with 1 server: .?Chernarus/)).toBeVisible();
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
  await page.setViewportSize(SIZES[0]);

  const home = await browser.newContext();
  const grace = await home.newPage();
  await signUp(grace, host.origin, 'grace');
  await grace.goto(`${host.origin}/dashboard`);
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
  await home.close();
});
