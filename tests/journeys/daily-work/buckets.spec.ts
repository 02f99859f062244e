import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, SIZES } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { choose, pressOn, tabTo, tick, writeIn } from '../support/keyboard.ts';
import { addServer, call, found, join, test } from '../support/portal.ts';

test('twenty people are whitelisted at once by five clicks at most, and one is taken off and brought back', async ({
  page,
  host,
}) => {
  await found(page, host.origin);
  await page.goto(`${host.origin}/buckets`);
  await pressOn(page.getByRole('button', { name: 'Create a bucket' }));
  await writeIn(page.getByLabel('Name'), 'Regulars');
  await pressOn(page.getByRole('button', { name: 'Create', exact: true }));
  await expect(page.getByRole('heading', { name: 'Regulars' })).toBeVisible();
  const people = (from: number) =>
    Array.from({ length: 20 }, (_, at) => `765611980000000${from + at}, Player ${from + at}`);
  const counted = await countDeeds(page);
  await page.getByRole('link', { name: 'Entries' }).click();
  await expect(page.getByText('Nobody is in it yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabel('Ids, one a line').fill(people(10).join('\n'));
  await expect(page.getByText('20 people.')).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('20 entries')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Player/ }).first()).toBeVisible();
  counted.expectAtMost(5);
  await expectAccessible(page);

  // Narrowed down, what takes it back is not behind twenty rows.
  const search = page.getByLabel('Name, id, comment or who added');
  await writeIn(search, 'Player 17');
  const one = page.getByRole('checkbox', { name: /Player/ });
  await expect(one).toHaveCount(1);
  await tick(one);
  await pressOn(page.getByRole('button', { name: 'Remove' }));
  await expect(one).toHaveCount(0);
  // What was added can be taken back, too, for a while.
  await pressOn(page.getByRole('button', { name: 'Undo' }).last());
  await expect(one).toHaveCount(1);
  await writeIn(search, '');
  await page.keyboard.press('Delete');
  await expect(page.getByText('20 entries')).toBeVisible();

  await test.step('by the keyboard alone', async () => {
    await pressOn(page.getByRole('button', { name: 'Add people' }));
    const field = page.getByLabel('Ids, one a line');
    await tabTo(field);
    await page.keyboard.insertText(people(30).join('\n'));
    await expect(page.getByText('20 people.')).toBeVisible();
    await pressOn(page.getByRole('button', { name: 'Add', exact: true }));
    await expect(page.getByText('40 entries')).toBeVisible();
  });
});

test('what one server noted goes into a bucket, and stands on cards wherever that is used', async ({
  page,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Chernarus 1');
  join(sim, 'Ann');
  const card = page.getByRole('dialog');
  const open = async () => {
    await page.goto(`${host.origin}/dashboard/${id}`);
    await pressOn(page.getByRole('table').getByRole('link', { name: 'Ann', exact: true }));
  };
  await open();
  await writeIn(card.getByLabel('Write a note'), 'Builds towers.\nHigh ones.');
  await pressOn(card.getByRole('button', { name: 'Add note' }));
  await expect(card.getByRole('listitem')).toContainText('Builds towers.');
  // It is shown before the host has it, and a page that is left at once asks for nothing more.
  await expect(card.locator('li[aria-busy=true]')).toHaveCount(0);

  await page.goto(`${host.origin}/buckets`);
  await pressOn(page.getByRole('button', { name: 'Create a bucket' }));
  await choose(page.getByLabel('Type'), 'Notes');
  await writeIn(page.getByLabel('Name'), 'All servers');
  await pressOn(page.getByRole('button', { name: 'Create', exact: true }));
  await pressOn(page.getByRole('button', { name: 'Add a server' }));
  await choose(card.getByLabel('Server'), 'Chernarus 1');
  await pressOn(card.getByRole('button', { name: 'Add the server' }));
  await pressOn(page.getByRole('button', { name: /^Move the notes of/ }));
  await expectAccessible(page);
  await pressOn(card.getByRole('button', { name: 'Move its notes here' }));
  await expect(page.getByText('1 note was moved.')).toBeVisible();
  await pressOn(page.getByRole('link', { name: 'Entries' }));
  await expect(page.getByRole('table')).toContainText('Builds towers.');

  await open();
  const shared = card.getByRole('listitem').filter({ hasText: 'All servers' });
  await expect(shared).toContainText('Builds towers.');
  await choose(card.getByLabel('Who sees it'), 'All servers');
  await writeIn(card.getByLabel('Write a note'), 'Was warned.');
  await pressOn(card.getByRole('button', { name: 'Add note' }));
  await expect(shared).toHaveCount(2);
  await expectAccessible(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(SIZES[0]);

  // Somebody else changes one: the card that is open shows it.
  const bucket = (await shared.getByRole('link').first().getAttribute('href')) ?? '';
  const entries = await page.evaluate(
    async (path) => {
      const answer = await fetch(`/app/v1/bucket/${path}/bucket-entries`);
      return (await answer.json()) as { rows: readonly { id: string; comment: string }[] };
    },
    bucket.split('/').at(-1) ?? '',
  );
  const warned = entries.rows.find(({ comment }) => comment === 'Was warned.');
  const change = { ids: [warned?.id], comment: 'Was warned twice.' };
  await call(page, `/app/v1/bucket/${bucket.split('/').at(-1)}/entries/edit`, change);
  await expect(card).toContainText('Was warned twice.');
  await pressOn(
    shared.filter({ hasText: 'Builds towers.' }).getByRole('button', { name: /Remove the note/ }),
  );
  await pressOn(card.getByRole('button', { name: 'Undo' }));
  await expect(shared).toHaveCount(2);
});
