import { expect, it } from 'vitest';
import { STEAM, ada, eachBansAnew } from '../../../tests/support/banning.ts';
import { add, newBucket, steam, STEAM_2 } from '../../../tests/support/bucketing.ts';
import { CALLS } from '../../protocol/calls.ts';

eachBansAnew();

const [EVER, LATE, SOON] = [STEAM, STEAM_2, '76561190000000003'];

it('entries are paged by when they end, and those that never do are last', async () => {
  const bucket = await newBucket();
  const entries = [steam(EVER), steam(LATE, { minutes: 90 }), steam(SOON, { minutes: 5 })];
  expect(await add(bucket, entries)).toBe('done');
  const found: (string | null)[] = [];
  let after: string | null = '';
  while (after !== null && found.length <= entries.length) {
    const query = new URLSearchParams({
      order: 'until',
      direction: 'asc',
      limit: '1',
      ...(after === '' ? {} : { after }),
    });
    const answer = await ada.browser.get(`/app/v1/bucket/${bucket}/bucket-entries?${query}`);
    const { rows, next } = CALLS.bucketEntriesPage.answer.parse(answer.json());
    found.push(...rows.map((row) => row.steam_id));
    after = next;
  }
  expect(found).toEqual([SOON, LATE, EVER]);
});
