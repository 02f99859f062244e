import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { startDemo } from '../support/demo.ts';
import { moveTo, pressOn, tabTo } from '../support/keyboard.ts';

let demo: Awaited<ReturnType<typeof startDemo>>;

test.beforeAll(async () => {
  demo = await startDemo(20);
});

test.afterAll(() => demo.stop());

test.describe.configure({ timeout: 240_000 });

/** An admin of twenty servers, at the screen that comes first, once the demo has added them all. */
async function enter(page: Page): Promise<void> {
  await page.goto(`${demo.origin}/`);
  await page.getByRole('button', { name: 'Enter as owner' }).click();
  await expect(page.getByRole('main').locator('table[aria-rowcount="21"]')).toBeVisible();
}

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
    await pressOn(page, page.getByRole('checkbox', { name: 'Choose all listed servers' }), 'Space');
    await expect(page.getByText('20 servers chosen')).toBeVisible();
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('button', { name: 'Schedule', exact: true }));
    await tabTo(page, form.getByLabel('Time'));
    await page.keyboard.type('1730');
    await pressOn(page, form.getByRole('button', { name: /^Save on \d+ servers$/ }));
    await expect(page.getByRole('dialog').getByText(/^(\d+) of \1 done$/)).toBeVisible();
    counted.expectAtMost(60);
  });
});

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
    await tabTo(page, page.getByRole('checkbox', { name: 'Choose all listed servers' }));
    for (const name of await inTheirOrder(page, names)) {
      await moveTo(page, page.getByRole('checkbox', { name: `Choose ${name}` }), 'ArrowDown');
      await page.keyboard.press('Space');
    }
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('button', { name: 'Restart', exact: true }));
    await tabTo(page, question.locator('input[name="restart-in"]:checked'));
    const inTen = question.getByRole('radio', { name: 'In 10 min', exact: true });
    await moveTo(page, inTen, 'ArrowDown');
    await expect(inTen).toBeChecked();
    await pressOn(page, question.getByRole('button', { name: 'Restart 3 servers in 10 min' }));
    await expect(page.getByRole('dialog').getByText('3 of 3 done')).toBeVisible();
    counted.expectAtMost(120);
    await pressOn(page, page.getByRole('button', { name: 'Undo: do not restart' }));
    await expect(page.getByRole('dialog').getByText('3 of 3 done')).toBeVisible();
  });
});

/** By the link that is the first of every page. */
async function skipToContent(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('link', { name: 'Skip to content' }));
}

/** Servers from the top of the list to its end. */
async function inTheirOrder(page: Page, names: readonly string[]): Promise<readonly string[]> {
  const rows = await page.getByRole('main').locator('a.row-link').allInnerTexts();
  const place = (name: string) => rows.findIndex((row) => row.includes(name));
  return names.toSorted((a, b) => place(a) - place(b));
}
