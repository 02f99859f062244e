import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { banConnection } from '../bans/known/doubles.ts';
import { accountRow } from '../data/doubles.ts';
import { BUCKET, bucketRow, entryRow } from '../entries/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { BucketPage } from './bucket-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

it('sorts by when entries end, soonest first, and shows that order to whoever comes by the address', async () => {
  const bucket = bucketRow();
  const connection = banConnection()
    .put('account', [accountRow({ buckets: { [bucket.id]: [...bucket.permissions] } })])
    .put('pages', [entryRow()] as never)
    .put('paging', [{ id: 'paging', total: 1, about: false, state: 'ready' }])
    .tell('buckets', [bucket]);
  const address = `/buckets/${BUCKET}?sort=until&dir=asc`;
  leave = draw(<BucketPage bucketId={BUCKET} />, connection, address);
  const head = page.getByRole('columnheader', { name: 'Until' });
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Since' }).click();
  await expect.element(head).not.toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Until' }).click();
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
});
