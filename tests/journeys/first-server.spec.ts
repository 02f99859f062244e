import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { expectRight, found, join, test, truePlayers } from './support/portal.ts';

test('a newcomer founds, adds a server, watches it in two tabs, acts, deletes it and signs out', async ({
  page,
  context,
  host,
  sim,
}) => {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(error.error().message));

  await page.goto(`${host.origin}/dashboard?sort=players`);
  await expect(page).toHaveURL(/\/auth\?next=/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText('This is required.').first()).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await found(page, host.origin);
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  await expectAccessible(page);

  await test.step('adds a server in three steps', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Add server' }).first().click();
    await page.getByRole('radio', { name: /^DZ DayZ/ }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Name in Muster').fill('Chernarus 1');
    await page.getByLabel('Address').fill(sim.address.host);
    await page.getByLabel('Game port').fill('70000');
    await page.getByLabel(/^Query port/).fill(String(sim.address.queryPort));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('A whole number from 1 to 65535.')).toBeVisible();
    await page.getByLabel('Game port').fill(String(sim.address.gamePort));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('RCon port').fill(String(sim.address.rconPort));
    await page.getByLabel('RCon password').fill('wrong');
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await expect(page.getByText('Wrong RCon password.')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByLabel('RCon password')).toBeFocused();
    await page.getByLabel('RCon password').fill(sim.address.password);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await expect(page.getByText(/^Connected in/)).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add server' }).click();
    await expect(page.getByText('The server is ready.')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the server' }).click();
  });

  const ann = join(sim, 'Ann (Lobby): the "first" ✪');
  const bob = join(sim, 'Ёжик в тумане');
  const other = await context.newPage();
  await other.goto(page.url());
  await expectRight(page, sim);
  await expectRight(other, sim);
  await expectAccessible(page);

  await test.step('talks, and is heard in the other tab', async () => {
    sim.chat(bob, 'Global', 'Hello <b>everybody</b> и привет');
    const said = other.locator('.feed-entry[data-kind="chat"] q');
    await expect(said).toHaveText('Hello <b>everybody</b> и привет');
    await page.getByLabel('Message to everybody').fill('Welcome, all');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect.poll(() => sim.log.timesExecuted('say -1 Welcome, all')).toBe(1);
    await expect(other.getByText('sent a message to everybody').first()).toBeVisible();
  });

  await test.step('kicks by name, and the answer shows in both tabs', async () => {
    await page.getByRole('button', { name: /^Kick Ann/ }).click();
    await page.getByLabel('Reason').fill('Goodbye');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Kick' }).click();
    await expect
      .poll(() => sim.roster().some((player) => player.id === ann), { timeout: 15_000 })
      .toBe(false);
    await expectRight(page, sim);
    await expectRight(other, sim);
    await expect(other.getByText('was kicked: Goodbye')).toBeVisible();
  });

  await test.step('sends a command and reads what the server answered', async () => {
    await page.getByRole('tab', { name: 'Console' }).click();
    await page.getByLabel('Command', { exact: true }).fill('players');
    await page.keyboard.press('Enter');
    await expect(page.locator('.line[data-direction="answer"]').last()).toContainText(
      `(${truePlayers(sim).length} players in total)`,
      { timeout: 15_000 },
    );
    await page.getByLabel('Command', { exact: true }).press('ArrowUp');
    await expect(page.getByLabel('Command', { exact: true })).toHaveValue('players');
  });

  await test.step('reads the logs and the audit, on each size and in each theme', async () => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const path of ['/dashboard', other.url().slice(host.origin.length)]) {
          await page.goto(host.origin + path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page);
          await expectNoOverflow(page);
        }
      }
    }
    await page.setViewportSize(SIZES[0]);
    const id = other.url().split('/').at(-1) ?? '';
    await page.goto(`${host.origin}/server/${id}/logs-server`);
    await expect(page.getByText('was kicked: Goodbye')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${host.origin}/server/${id}`);
    await expect(page).toHaveURL(`${host.origin}/server/${id}/overview`);
    await expect(page.getByRole('cell', { name: 'Ada' }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Search the audit').fill('kick');
    await expect(page.getByRole('cell', { name: /^Kicked / })).toHaveCount(1);
    await expect(page.getByRole('cell', { name: /^Sent / })).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Search the audit')).toHaveValue('kick');
    await page.getByLabel('Search the audit').fill('raw');
    const sent = page.getByRole('cell', { name: /^Sent / });
    await expect(sent.first()).toBeVisible();
    const before = await sent.count();
    await other.getByRole('tab', { name: 'Console' }).click();
    await other.getByLabel('Command', { exact: true }).fill('players');
    await other.keyboard.press('Enter');
    await expect(sent).toHaveCount(before + 1, { timeout: 15_000 });
  });

  await test.step('deletes the server while the other tab looks at it', async () => {
    await page.getByLabel('Type Chernarus 1 to delete it').fill('Chernarus 1');
    await page.getByRole('button', { name: 'Delete this server' }).click();
    await expect(other.getByText('The server Chernarus 1 was deleted.')).toBeVisible({
      timeout: 20_000,
    });
    await expect(other).toHaveURL(`${host.origin}/dashboard`);
    await expect(page).toHaveURL(`${host.origin}/dashboard`);
  });

  await test.step('signs out, everywhere', async () => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/auth/);
    await expect(other).toHaveURL(/\/auth/);
    await expect
      .poll(async () => (await page.evaluate(() => indexedDB.databases())).map((one) => one.name))
      .not.toContainEqual(expect.stringMatching(/^muster-account/));
  });
  expect(problems).toEqual([]);
});

test('an unknown address needs no session, and an unknown server leads to the dashboard with a word', async ({
  page,
  host,
}) => {
  await page.goto(`${host.origin}/nowhere/at/all`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);

  await found(page, host.origin);
  await page.goto(`${host.origin}/dashboard/${'a'.repeat(24)}`);
  await expect(page).toHaveURL(`${host.origin}/dashboard`);
  await expect(page.getByText('This server does not exist, or you may not see it.')).toBeVisible();
});
