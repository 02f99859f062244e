import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { withInstallation } from '../../../src/cli/installation.ts';
import { readMoment } from '../../../src/domain/history/moment-words.ts';
import { Zone } from '../../../src/domain/zone.ts';
import type { SimServer } from '../../../src/sim/server.ts';
import type { RunningHost } from '../../support/running-host.ts';
import { expectAccessible, expectNoOverflow, SIZES } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { byPalette, pressOn } from '../support/keyboard.ts';
import { addServer, found, join, shownPlayers, signUp, test } from '../support/portal.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** These are shown as being on. */
async function expectOn(page: Page, names: readonly string[]): Promise<void> {
  await expect.poll(() => shownPlayers(page)).toEqual(names);
}

/** Ann and Bob play and talk, and are gone; all of it is as if it had been at a moment. */
async function playAt(page: Page, host: RunningHost, sim: SimServer, at: number): Promise<string> {
  const id = await addServer(page, sim, 'Chernarus 1');
  await page.goto(`${host.origin}/dashboard/${id}`);
  await expect(page.getByText('Online').first()).toBeVisible();
  const [ann, bob] = [join(sim, 'Ann'), join(sim, 'Bob')];
  await expectOn(page, ['Ann', 'Bob']);
  sim.chat(ann, 'Global', 'you are all wolves');
  sim.chat(bob, 'Global', 'see you tomorrow');
  await expect(page.getByText('see you tomorrow', { exact: true })).toBeVisible();
  for (const player of [ann, bob]) sim.leave(player);
  await expectOn(page, []);
  const searched = async () =>
    withInstallation({ MUSTER_DATA: host.dataDir }, async ({ db }) => {
      const rows = await db.selectFrom('feed_texts').select('kind').execute();
      return rows.filter(({ kind }) => kind === 'chat' || kind === 'join').length;
    });
  await expect.poll(searched).toBe(6);
  await withInstallation({ MUSTER_DATA: host.dataDir }, async ({ db }) => {
    for (const change of [
      sql`update servers set created_at = created_at - ${30 * DAY}::bigint`,
      sql`update play_sessions set joined_at = ${at - 10 * MINUTE}, left_at = ${at + 10 * MINUTE}`,
      sql`update statistic_stays set joined_at = ${at - 10 * MINUTE}, left_at = ${at + 10 * MINUTE}`,
      sql`update feed_texts set at = ${at - 5 * MINUTE}`,
      sql`
        update event_log set at = ${at - 5 * MINUTE}, data = jsonb_set(
          data::jsonb, '{at}', ${String(at - 5 * MINUTE)}::jsonb
        )::json where event = 'server:feed'
      `,
      sql`update event_log set at = ${at - 20 * MINUTE} where event <> 'server:feed'`,
    ]) {
      await change.execute(db);
    }
  });
  return id;
}

test('who was on at 21:00 yesterday takes four presses at most, and the address can be sent', async ({
  page,
  host,
  sim,
  elsewhere,
}) => {
  await found(page, host.origin);
  const at = readMoment('yesterday 21:00', Date.now(), new Zone('Europe/Berlin')) ?? 0;
  const id = await playAt(page, host, sim, at);
  await page.goto(`${host.origin}/dashboard`);

  const counted = await countDeeds(page);
  await page.getByRole('main').getByRole('link', { name: 'Chernarus 1' }).first().click();
  const field = page.getByRole('textbox', { name: 'Go to a moment in the past' });
  await field.click();
  await page.keyboard.type('yesterday 21:00');
  await page.keyboard.press('Enter');
  await expectOn(page, ['Ann', 'Bob']);
  counted.expectAtMost(4);

  await expect(page.getByText('you are all wolves', { exact: true })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'In the past' })).toContainText(
    '09:00:00 PM',
  );
  await expect(page.getByRole('button', { name: /^Kick/ })).toHaveCount(0);
  await expectAccessible(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(SIZES[0]);

  const address = page.url();
  expect(address).toContain(`/past/${id}/${new Date(at).toISOString().slice(0, 19)}Z`);
  await test.step('a moment later, and back', async () => {
    await page.getByRole('button', { name: 'Ten minutes later' }).click();
    await expectOn(page, []);
    expect(page.url()).not.toBe(address);
    await page.goBack();
    await expectOn(page, ['Ann', 'Bob']);
    expect(page.url()).toBe(address);
  });
  await test.step('another tab shows the same', async () => {
    const other = await page.context().newPage();
    await other.goto(address);
    await expectOn(other, ['Ann', 'Bob']);
    await other.close();
  });
  await test.step('who is not signed in, and who is without the right, do not see it', async () => {
    const stranger = await elsewhere.newPage();
    await stranger.goto(address);
    await expect(stranger).toHaveURL(/\/auth/);
    await signUp(stranger, host.origin, 'eve');
    await stranger.goto(address);
    await expect(
      stranger.getByText('This server does not exist, or you may not see it.'),
    ).toBeVisible();
    await expect(stranger).toHaveURL(/\/dashboard$/);
    await expect(stranger.getByText('Ann', { exact: true })).toHaveCount(0);
  });
  await test.step('back to now', async () => {
    await page.getByRole('link', { name: 'Back to now' }).click();
    await expect(page).toHaveURL(`${host.origin}/dashboard/${id}`);
    await expect(page.getByRole('complementary', { name: 'In the past' })).toHaveCount(0);
  });
  await test.step('by the keyboard alone', async () => {
    await page.goto(`${host.origin}/dashboard`);
    await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    await byPalette(page, 'chernarus', /Chernarus 1/);
    await expect(field).toBeVisible();
    await byPalette(page, '21:00 yesterday', /Chernarus 1 at that moment/);
    await expectOn(page, ['Ann', 'Bob']);
    counted.expectAtMost(4);
    await pressOn(page.getByRole('button', { name: 'Ten minutes later' }));
    await expectOn(page, []);
    await pressOn(page.getByRole('link', { name: 'Back to now' }));
    await expect(page).toHaveURL(`${host.origin}/dashboard/${id}`);
  });
});

test('what a player wrote last week takes four presses at most', async ({ page, host, sim }) => {
  await found(page, host.origin);
  const at = Date.now() - 6 * DAY;
  await playAt(page, host, sim, at);
  await page.goto(`${host.origin}/dashboard`);

  const counted = await countDeeds(page);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('searchbox', { name: /a player’s name/ }).click();
  await page.keyboard.type('ann');
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(page.getByText('you are all wolves', { exact: true })).toBeVisible();
  await expect(page.getByText('see you tomorrow', { exact: true })).toHaveCount(0);
  counted.expectAtMost(4);

  await expectAccessible(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  await page.reload();
  await expect(page.getByText('you are all wolves', { exact: true })).toBeVisible();
  await test.step('what was found leads to that moment', async () => {
    await page.locator('.history-entry a').first().click();
    await expectOn(page, ['Ann', 'Bob']);
  });
  await test.step('by the keyboard alone', async () => {
    await page.goto(`${host.origin}/dashboard`);
    await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    for (const key of ['g', 'h']) await page.keyboard.press(key);
    await expect(page.getByRole('searchbox', { name: /a player’s name/ })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('ann');
    await pressOn(page.getByRole('button', { name: 'Chat', exact: true }));
    await expect(page.getByText('you are all wolves', { exact: true })).toBeVisible();
    await expect(page.getByText('see you tomorrow', { exact: true })).toHaveCount(0);
    counted.expectAtMost(10);
    await pressOn(page.locator('.history-entry a').first());
    await expectOn(page, ['Ann', 'Bob']);
  });
});
