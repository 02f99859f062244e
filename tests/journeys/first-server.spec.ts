import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { pressOn, tick, writeIn } from './support/keyboard.ts';
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
  await pressOn(page.getByRole('button', { name: 'Create the account' }));
  await expect(page.getByText('This is required.').first()).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await found(page, host.origin);
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  await expectAccessible(page);

  await test.step('adds a server in three steps', async () => {
    await pressOn(page.getByRole('main').getByRole('link', { name: 'Add server' }).first());
    await tick(page.getByRole('radio', { name: /^DZ DayZ/ }));
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Next' }));
    await writeIn(page.getByLabel('Name in Muster'), 'Chernarus 1');
    await writeIn(page.getByLabel('Address'), sim.address.host);
    await writeIn(page.getByLabel('Game port'), '70000');
    await writeIn(page.getByLabel(/^Query port/), String(sim.address.queryPort));
    await pressOn(page.getByRole('button', { name: 'Next' }));
    await expect(page.getByText('A whole number from 1 to 65535.')).toBeVisible();
    await writeIn(page.getByLabel('Game port'), String(sim.address.gamePort));
    await pressOn(page.getByRole('button', { name: 'Next' }));
    await writeIn(page.getByLabel('RCon port'), String(sim.address.rconPort));
    await writeIn(page.getByLabel('RCon password'), 'wrong');
    await pressOn(page.getByRole('button', { name: 'Test the connection' }));
    await expect(page.getByText('Wrong RCon password.')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByLabel('RCon password')).toBeFocused();
    await writeIn(page.getByLabel('RCon password'), sim.address.password);
    await pressOn(page.getByRole('button', { name: 'Test the connection' }));
    await expect(page.getByText(/^Connected in/)).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Add server' }));
    await expect(page.getByText('The server is ready.')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await pressOn(page.getByRole('link', { name: 'Go to the server' }));
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
    await writeIn(page.getByLabel('Message to everybody'), 'Welcome, all');
    await pressOn(page.getByRole('button', { name: 'Send the message' }));
    await expect.poll(() => sim.log.timesExecuted('say -1 Welcome, all')).toBe(1);
    await expect(other.getByText('sent a message to everybody').first()).toBeVisible();
  });

  await test.step('kicks by name, and the answer shows in both tabs', async () => {
    await pressOn(page.getByRole('button', { name: /^Kick Ann/ }));
    await writeIn(page.getByLabel('Reason'), 'Goodbye');
    await expectAccessible(page);
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Kick' }));
    await expect
      .poll(() => sim.roster().some((player) => player.id === ann), { timeout: 15_000 })
      .toBe(false);
    await expectRight(page, sim);
    await expectRight(other, sim);
    await expect(other.getByText('was kicked: Goodbye')).toBeVisible();
  });

  await test.step('sends a command and reads what the server answered', async () => {
    await pressOn(page.getByRole('tab', { name: 'Console' }));
    await writeIn(page.getByLabel('Command', { exact: true }), 'players');
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
    await writeIn(page.getByLabel('Search the audit'), 'kick');
    await expect(page.getByRole('cell', { name: /^Kicked / })).toHaveCount(1);
    await expect(page.getByRole('cell', { name: /^Sent / })).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Search the audit')).toHaveValue('kick');
    await writeIn(page.getByLabel('Search the audit'), 'raw');
    const sent = page.getByRole('cell', { name: /^Sent / });
    await expect(sent.first()).toBeVisible();
    const before = await sent.count();
    await pressOn(other.getByRole('tab', { name: 'Console' }));
    await writeIn(other.getByLabel('Command', { exact: true }), 'players');
    await other.keyboard.press('Enter');
    await expect(sent).toHaveCount(before + 1, { timeout: 15_000 });
  });

  await test.step('deletes the server while the other tab looks at it', async () => {
    await writeIn(page.getByLabel('Type Chernarus 1 to delete it'), 'Chernarus 1');
    await pressOn(page.getByRole('button', { name: 'Delete this server' }));
    await expect(other.getByText('The server Chernarus 1 was deleted.')).toBeVisible({
      timeout: 20_000,
    });
    await expect(other).toHaveURL(`${host.origin}/dashboard`);
    await expect(page).toHaveURL(`${host.origin}/dashboard`);
  });

  await test.step('signs out, everywhere', async () => {
    await pressOn(page.getByRole('button', { name: 'Your account' }));
    await pressOn(page.getByRole('menuitem', { name: 'Sign out' }));
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
