import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { startDemo } from '../support/demo.ts';
import { byPalette, moveTo, pressOn, tabTo } from '../support/keyboard.ts';
import { test } from '../support/portal.ts';

let demo: Awaited<ReturnType<typeof startDemo>>;

test.beforeAll(async () => {
  demo = await startDemo(20);
});

test.afterAll(() => demo.stop());

// One after the other on one demo, which takes longer to begin than each of them.
test.describe.configure({ mode: 'default' });

/** An admin of twenty servers, at the screen that comes first, once the demo has added them all. */
async function enter(page: Page): Promise<void> {
  await page.goto(`${demo.origin}/`);
  await page.getByRole('button', { name: 'Enter as owner' }).click();
  await expect(page.getByRole('main').locator('table[aria-rowcount="21"]')).toBeVisible({
    timeout: 60_000,
  });
}

test('three servers are warned and restarted in ten minutes with at most 6 clicks and keys', async ({
  page,
}) => {
  await enter(page);
  const names = ['Chernarus Evenings', 'Banov Deathmatch', 'Deer Isle PvE'];
  for (const name of names) {
    await expect(page.locator('tr', { hasText: name })).toContainText('Online');
  }
  const counted = await countDeeds(page);
  for (const name of names) {
    await page.getByRole('checkbox', { name: `Choose ${name}` }).click();
  }
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Restart 3 servers?' });
  await question.getByText('In 10 min', { exact: true }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Restart 3 servers in 10 min' }).click();
  await expect(page.getByRole('dialog').getByText('3 of 3 done')).toBeVisible();
  counted.expectAtMost(6);

  await test.step('which is told, and can be taken back', async () => {
    // Behind the results, where no reader looks.
    const row = page.locator('tr', { hasText: 'Banov Deathmatch' });
    await expect(row).toContainText(/(9|10) min/);
    await page.getByRole('button', { name: 'Undo: do not restart' }).click();
    await expect(page.getByRole('dialog').getByText('3 of 3 done')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).not.toContainText(/\b(9|10) min/);
  });
  await test.step('by the keyboard alone', async () => {
    await page.goto(`${demo.origin}/dashboard`);
    for (const name of names) {
      await expect(page.locator('tr', { hasText: name })).toContainText('Online');
    }
    counted.again();
    await skipToContent(page);
    await tabTo(page.getByRole('checkbox', { name: 'Choose all listed servers' }));
    for (const name of await inTheirOrder(page, names)) {
      await moveTo(page.getByRole('checkbox', { name: `Choose ${name}` }), 'ArrowDown');
      await page.keyboard.press('Space');
    }
    await page.keyboard.press('Enter');
    await pressOn(page.getByRole('button', { name: 'Restart', exact: true }));
    await tabTo(question.locator('input[name="restart-in"]:checked'));
    const inTen = question.getByRole('radio', { name: 'In 10 min', exact: true });
    await moveTo(inTen, 'ArrowDown');
    await expect(inTen).toBeChecked();
    await pressOn(question.getByRole('button', { name: 'Restart 3 servers in 10 min' }));
    await expect(page.getByRole('dialog').getByText('3 of 3 done')).toBeVisible();
    counted.expectAtMost(120);
    await pressOn(page.getByRole('button', { name: 'Undo: do not restart' }));
    await expect(page.getByRole('dialog').getByText('3 of 3 done')).toBeVisible();
  });
});

test('a daily restart with a countdown on twenty servers takes at most 8 clicks and keys', async ({
  page,
}) => {
  await enter(page);
  const counted = await countDeeds(page);
  await page.getByRole('checkbox', { name: 'Choose all listed servers' }).click();
  await expect(page.getByText('20 servers chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Schedule on 20 servers' });
  await form.getByLabel('Time').click();
  await form.getByLabel('Time').fill('05:30');
  await expectAccessible(page);
  await form.getByRole('button', { name: /^Save on \d+ servers$/ }).click();
  await expect(page.getByRole('dialog').getByText(/^(\d+) of \1 done$/)).toBeVisible();
  counted.expectAtMost(8);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await test.step('and each of them has it', async () => {
    const first = page.getByRole('main').locator('a.row-link').first();
    const address = (await first.getAttribute('href')) ?? '';
    await page.goto(`${demo.origin}${address.replace('/dashboard/', '/server/')}/schedules`);
    const job = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
    await expect(job).toContainText(/Every day at 5:30/);
    await expect(job).toContainText('warns 15, 10, 5, 1 min before');
    await expectAccessible(page);
    await page.goto(`${demo.origin}/dashboard`);
    await page.getByRole('main').getByRole('link', { name: 'Schedules' }).click();
    const weeks = page.getByRole('list', { name: 'The coming week on all servers' });
    await expect(weeks.locator('.run[data-restart="true"]').nth(50)).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('by the keyboard alone', async () => {
    await page.goto(`${demo.origin}/dashboard`);
    await expect(page.getByText('Online').first()).toBeVisible();
    counted.again();
    await skipToContent(page);
    await pressOn(page.getByRole('checkbox', { name: 'Choose all listed servers' }), 'Space');
    await expect(page.getByText('20 servers chosen')).toBeVisible();
    await page.keyboard.press('Enter');
    await pressOn(page.getByRole('button', { name: 'Schedule', exact: true }));
    await tabTo(form.getByLabel('Time'));
    await page.keyboard.type('1730');
    await pressOn(form.getByRole('button', { name: /^Save on \d+ servers$/ }));
    await expect(page.getByRole('dialog').getByText(/^(\d+) of \1 done$/)).toBeVisible();
    counted.expectAtMost(60);
  });
});

test('a moderator is brought in for twenty servers in eight clicks and keys, and accepts', async ({
  page,
  elsewhere,
}) => {
  await enter(page);

  const counted = await countDeeds(page);
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Invite somebody' }).click();
  await expect(page.getByLabel('Permissions', { exact: true })).toHaveValue('moderator');
  await expect(page.getByLabel('Username or account id (optional)')).toBeFocused();
  await page.keyboard.type('player');
  await page.getByRole('button', { name: 'Choose all' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  // They are on three of them already.
  await expect(page.getByText(/^Invited to 17 servers/)).toBeVisible();
  counted.expectAtMost(8);
  await expectAccessible(page);

  const player = await elsewhere.newPage();
  await player.goto(demo.origin);
  await player.getByRole('button', { name: 'Enter as player' }).click();
  await player.getByRole('link', { name: 'See the invitation' }).click();
  await player.getByRole('button', { name: 'Accept', exact: true }).click();
  await player.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(player.locator('.totals')).toContainText('/ 20', { timeout: 60_000 });

  await test.step('by the keyboard alone, with a link', async () => {
    await page.goto(`${demo.origin}/dashboard`);
    await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    await byPalette(page, 'invite', /Invite somebody/);
    await expect(page.getByLabel('Permissions', { exact: true })).toHaveValue('moderator');
    await pressOn(page.getByRole('button', { name: 'Choose all' }));
    await pressOn(page.getByRole('button', { name: 'Invite', exact: true }));
    await tabTo(page.locator('.copyable button'));
    await expect(page.getByText('It is for 20 servers.')).toBeVisible();
    counted.expectAtMost(60);
  });
});

test('a wall is on a television within six clicks and keys', async ({
  page,
  elsewhere,
  browser,
}) => {
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
    await tabTo(page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Garage');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'Garage' })).toBeVisible();
    await pressOn(page.getByRole('link', { name: 'Show on a television' }));
    await tabTo(page.getByLabel('Code on the screen'));
    await page.keyboard.type(shown);
    await tabTo(page.getByLabel('Name of the display'));
    await page.keyboard.type('In the garage');
    await page.keyboard.press('Enter');
    await expect(other.getByRole('main', { name: 'Garage' })).toBeVisible({ timeout: 20_000 });
    counted.expectAtMost(40);
    await context.close();
  });
});

/** By the link that is the first of every page. */
async function skipToContent(page: Page): Promise<void> {
  await pressOn(page.getByRole('link', { name: 'Skip to content' }));
}

/** Servers from the top of the list to its end. */
async function inTheirOrder(page: Page, names: readonly string[]): Promise<readonly string[]> {
  const rows = await page.getByRole('main').locator('a.row-link').allInnerTexts();
  const place = (name: string) => rows.findIndex((row) => row.includes(name));
  return names.toSorted((a, b) => place(a) - place(b));
}
