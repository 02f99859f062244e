import { expect } from '@playwright/test';
import type { SimServer } from '../../src/sim/server.ts';
import { SERVER_PERMISSION } from '../../src/protocol/permissions.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { pressOn, tabTo, tick, writeIn } from './support/keyboard.ts';
import { addServer, call, found, join, signUp, startDayz, test as base } from './support/portal.ts';
import { metric } from '../support/metric.ts';

/** Another simulated server beside the portal's first. */
const test = base.extend<{ readonly second: SimServer }>({
  second: async ({}, use) => {
    const second = await startDayz(8);
    await use(second);
    await second.stop();
  },
});

test('the palette leads anywhere by the keyboard, and nobody doubles what somebody just did', async ({
  page,
  elsewhere,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Chernarus 1');
  join(sim, 'Ann');
  const bea = await elsewhere.newPage();
  await signUp(bea, host.origin, 'bea');
  const invited = await call(page, '/app/v1/invites/create', {
    request_id: '1'.repeat(24),
    identifier: 'bea',
    email: null,
    server_ids: [id],
    permissions: [...SERVER_PERMISSION],
  });
  expect(invited.status).toBe(200);
  await bea.goto(`${host.origin}/dashboard`);
  await pressOn(bea.getByRole('link', { name: 'See the invitation' }));
  await pressOn(bea.getByRole('button', { name: 'Accept' }));
  await expect(bea.getByText('You are in.')).toBeVisible();

  const palette = page.getByRole('combobox', { name: /Page, server, player/ });
  await test.step('to a server and a player by name', async () => {
    await page.getByRole('main').getByText('Online').first().waitFor();
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused();
    await writeIn(palette, 'cher');
    await expect(page.getByRole('option', { selected: true })).toContainText('Chernarus 1');
    await expectAccessible(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectNoOverflow(page);
    }
    await page.setViewportSize(SIZES[0]);
    await palette.press('Enter');
    await expect(page).toHaveURL(`${host.origin}/dashboard/${id}`);
    await expect(page.locator('.players .player-link bdi')).toHaveText('Ann');
    await page.keyboard.press('Control+k');
    await writeIn(palette, 'ann');
    await expect(page.getByRole('option', { name: /Ann on Chernarus 1/ })).toBeVisible();
    const opened = page.context().waitForEvent('page');
    await palette.press('Control+Enter');
    await expect(await opened).toHaveURL(new RegExp(`/dashboard/${id}\\?player=${id}\\.[ps]`));
    await (await opened).close();
    await page.keyboard.press('Escape');
  });

  await bea.goto(`${host.origin}/dashboard/${id}`);
  await expect(bea.locator('.players .player-link bdi')).toHaveText('Ann');

  await test.step('a note about a player is there for everybody at once, and comes back', async () => {
    await pressOn(page.getByRole('table').getByRole('link', { name: 'Ann', exact: true }));
    await pressOn(bea.getByRole('table').getByRole('link', { name: 'Ann', exact: true }));
    const [mine, theirs] = [page.getByRole('dialog'), bea.getByRole('dialog')];
    await expect(theirs).toContainText('No notes yet');
    await writeIn(mine.getByLabel('Write a note'), 'Builds towers on the airfield.');
    await pressOn(mine.getByRole('button', { name: 'Add note' }));
    await expect(theirs.getByRole('listitem')).toContainText('Builds towers on the airfield.');
    await expectAccessible(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectNoOverflow(page);
    }
    await page.setViewportSize(SIZES[0]);
    await pressOn(theirs.getByRole('button', { name: /Edit the note/ }));
    await writeIn(theirs.getByLabel(/Edit the note/), 'Left the airfield.');
    await theirs.getByLabel(/Edit the note/).press('Control+Enter');
    await expect(mine.getByRole('listitem')).toContainText('Left the airfield.');
    await pressOn(theirs.getByRole('button', { name: /Remove the note/ }));
    await expect(mine).toContainText('No notes yet');
    await pressOn(theirs.getByRole('button', { name: 'Undo' }));
    await expect(mine.getByRole('listitem')).toContainText('Left the airfield.');
    await page.keyboard.press('Escape');
    await bea.keyboard.press('Escape');
  });

  await test.step('what somebody does in the meantime is said in the question that stands', async () => {
    await pressOn(page.getByRole('button', { name: 'Lock', exact: true }));
    const question = page.getByRole('dialog', { name: /^Lock Chernarus 1/ });
    await expect(question).toBeVisible();
    await expect(question.getByText('Just now')).toHaveCount(0);
    await pressOn(bea.getByRole('button', { name: 'Lock', exact: true }));
    await pressOn(bea.getByRole('dialog').getByRole('button', { name: 'Lock' }));
    await expect(question.getByRole('listitem')).toContainText('Bea locked the server');
    await expectAccessible(page);
    await pressOn(question.getByRole('button', { name: 'Cancel' }));
  });

  await test.step('what was done a moment ago is said before it is done again', async () => {
    await pressOn(bea.getByRole('button', { name: 'Message to Ann' }));
    await writeIn(bea.getByRole('dialog').getByLabel('Text'), 'Be kind');
    await pressOn(bea.getByRole('dialog').getByRole('button', { name: 'Send' }));
    await expect(bea.locator('.feed-entry[data-kind="action"]').last()).toContainText('message');
    await page.keyboard.press('Control+k');
    await writeIn(palette, 'kick ann');
    await expect(page.getByRole('option', { selected: true })).toContainText('Kick');
    await palette.press('Enter');
    const question = page.getByRole('dialog', { name: /Kick .*Ann/ });
    await expect(question.getByRole('listitem')).toContainText('Bea sent a message to Ann');
    await pressOn(question.getByRole('button', { name: 'Cancel' }));
  });

  await test.step('what may not be done is not offered', async () => {
    const permissions = SERVER_PERMISSION.filter((name) => name !== 'server.action.kick');
    await call(page, `/app/v1/server/${id}/personnel`, { identifier: 'bea', permissions });
    await expect(bea.getByRole('button', { name: 'Kick Ann' })).toHaveCount(0);
    await bea.keyboard.press('Control+k');
    await writeIn(bea.getByRole('combobox', { name: /Page, server, player/ }), 'kick ann');
    await expect(bea.getByText('Nothing found for “kick ann”.').first()).toBeVisible();
  });
});

test('several consoles are one page with one socket, and one command goes to chosen servers', async ({
  page,
  host,
  sim,
  second,
}) => {
  await found(page, host.origin);
  await addServer(page, sim, 'Alpha');
  const id = await addServer(page, second, 'Beta');
  await expect(page.getByRole('main').locator('td').getByText('Online')).toHaveCount(2);

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(`${host.origin}/consoles`);
  await pressOn(page.getByRole('button', { name: 'Choose servers' }));
  await tick(page.getByRole('checkbox', { name: /Alpha/ }));
  await tick(page.getByRole('checkbox', { name: /Beta/ }));
  await expectAccessible(page);
  await pressOn(page.getByRole('button', { name: 'Show 2 servers' }));
  const alpha = page.getByRole('region', { name: 'Console of Alpha', exact: true });
  const beta = page.getByRole('region', { name: 'Console of Beta', exact: true });
  await expect(alpha.getByRole('log')).toBeVisible();
  await expect(beta.getByRole('log')).toBeVisible();

  await test.step('one command, two answers', async () => {
    await writeIn(page.getByLabel('Command for the chosen servers'), 'players');
    await pressOn(page.getByRole('button', { name: 'Send to 2 servers' }));
    await expect(page.getByText('2 of 2 done')).toBeVisible();
    await expect(alpha.getByRole('log')).toContainText('Players on server');
    await expect(beta.getByRole('log')).toContainText('Players on server');
  });

  await test.step('those that failed alone are tried again', async () => {
    await writeIn(page.getByLabel('Command for the chosen servers'), 'players');
    await tabTo(page.getByRole('button', { name: /Send to/ }));
    await second.stop();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 of 2 done')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Try 1 failed server again' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what takes something from people is asked about', async () => {
    await writeIn(page.getByLabel('Command for the chosen servers'), '#shutdown');
    await pressOn(page.getByRole('button', { name: /Send to/ }));
    await expect(page.getByRole('dialog', { name: /#shutdown on/ })).toBeVisible();
    await pressOn(page.getByRole('button', { name: 'Cancel' }));
  });

  await test.step('a tile keeps its draft when it is moved and resized by the keyboard', async () => {
    await writeIn(alpha.getByLabel('Command', { exact: true }), 'say -1 half a');
    await tabTo(page.getByRole('button', { name: /^Size and place of Console of Alpha/ }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page).toHaveURL(
      new RegExp(`tiles=${id}_[0-9a-f]{24}\\.console\\.2x1$|tiles=${id}_[0-9a-f]{24}\\.2x1$`),
    );
    await expect(alpha.getByLabel('Command', { exact: true })).toHaveValue('say -1 half a');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectNoOverflow(page);
    }
    await page.setViewportSize(SIZES[0]);
  });

  await test.step('a window of its own needs no socket of its own', async () => {
    const popup = page.waitForEvent('popup');
    await pressOn(alpha.getByRole('link', { name: 'Console of Alpha in a window of its own' }));
    const own = await popup;
    await expect(own.getByRole('log')).toContainText('Players on server');
    await expectAccessible(own);
    expect(await metric(host.origin, 'muster_sockets')).toBe(1);
    await own.close();
  });

  await test.step('a blocked window is said', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    await pressOn(alpha.getByRole('link', { name: 'Console of Alpha in a window of its own' }));
    await expect(page.getByText('The browser blocked the window.')).toBeVisible();
  });
});
