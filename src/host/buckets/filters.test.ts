import { expect, it } from 'vitest';
import { ada, db, does, eachBansAnew, fresh, groups } from '../../../tests/support/banning.ts';
import { idsIn, newBucket } from '../../../tests/support/bucketing.ts';
import { readFilters } from '../../domain/buckets/filters.ts';
import { ENTRY_COLUMNS, entryLine } from '../../domain/buckets/export.ts';
import { readEntries } from './store.ts';

eachBansAnew();

const what = {
  kind: 'filter',
  term: 'griefer',
  term_kind: 'text',
  action: 'ban',
  message: 'Choose another name.',
  ban_minutes: 60,
};
const add = (bucket: string, entries: readonly object[]) =>
  does(ada, `bucket/${bucket}/entries/add`, {
    entries: entries.map((entry) => ({ entry_id: fresh(), ...entry })),
  });

it('a filter that does the same for as long is added once, and what is saved can be added elsewhere', async () => {
  const bucket = await newBucket({ type: 'NAME_FILTER' });
  await add(bucket, [{ what }, { what }, { what, minutes: 60 }]);
  await add(bucket, [{ what }, { what: { ...what, term_kind: 'regex' } }]);
  await add(bucket, [{ what: { ...what, ban_minutes: null } }]);
  await add(bucket, [{ what: { ...what, action: 'kick' }, minutes: 60 }]);
  await add(bucket, [{ what: { ...what, action: 'kick' } }]);
  const rows = await db()
    .transaction()
    .execute(async (trx) => readEntries(trx, bucket, await idsIn(bucket)));
  expect(
    rows.map((row) => [row.term_kind, row.action, row.minutes, row.until !== null]).toSorted(),
  ).toEqual([
    ['regex', 'ban', 60, false],
    ['text', 'ban', null, false],
    ['text', 'ban', 60, false],
    ['text', 'kick', null, false],
    ['text', 'kick', null, true],
  ]);

  const file = [ENTRY_COLUMNS.join(','), ...rows.map((row) => entryLine('csv', row).trim())];
  const now = groups.test.deps.clock();
  const { filters, refused } = readFilters(file.join('\n'), {
    type: 'NAME_FILTER',
    kind: 'text',
    now,
  });
  expect(refused).toEqual([]);
  const other = await newBucket({ type: 'NAME_FILTER' });
  const sent = filters.map(({ comment, minutes, ...of }) => ({
    what: { kind: 'filter', ...of },
    comment,
    minutes,
  }));
  expect(await add(other, sent)).toBe('done');
  // The kick for an hour is in the one for good.
  expect(await idsIn(other)).toHaveLength(4);
});
