import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { found, test } from '../support/portal.ts';

test('twenty people are whitelisted at once by five clicks at most, and one is taken off and brought back', async ({
  page,
  host,
}) => {
  await found(page, host.origin);
  await page.goto(`${host.origin}/buckets`);
  await page.getByRole('button', { name: 'Create a bucket' }).click();
  await page.getByLabel('Name').fill('Regulars');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Regulars' })).toBeVisible();
  const ids = Array.from({ length: 20 }, (_, at) => `765611980000000${at + 10}, Player ${at}`);
  const counted = await countDeeds(page);
  await page.getByRole('link', { name: 'Entries' }).click();
  await expect(page.getByText('Nobody is in it yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabel('Ids, one a line').fill(ids.join('\n'));
  await expect(page.getByText('20 people.')).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('20 entries')).toBeVisible();
  // All are of one moment: which of them come first is by their ids.
  const first = page.getByRole('checkbox', { name: /Player/ }).first();
  await expect(first).toBeVisible();
  counted.expectAtMost(5);
  await expectAccessible(page);

  await first.check();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('19 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('20 entries')).toBeVisible();
});
