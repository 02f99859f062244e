import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  does,
  eachBansAnew,
  groups,
  sees,
  server,
} from '../../../tests/support/banning.ts';
import { add, edit, newBucket, page, steam, STEAM_2 } from '../../../tests/support/bucketing.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { CALLS } from '../../protocol/calls.ts';

eachBansAnew();

const DAY = 1_440;

/** Changes entries, and answers what takes it back. */
async function edited(id: string, body: Record<string, unknown>) {
  const answer = await ada.browser.post(`/app/v1/bucket/${id}/entries/edit`, body);
  return CALLS.bucketEntriesEdit.answer.parse(answer.json()).undo;
}
const unedit = (id: string, undo: object, by = ada) =>
  does(by, `bucket/${id}/entries/unedit`, { ...undo });
const parts = async (id: string) =>
  new Map((await page(id)).map(({ steam_id, comment, until }) => [steam_id, { comment, until }]));

it('gives entries back what each had, its comment and its end', async () => {
  const id = await newBucket();
  const entries = [
    steam(STEAM, { comment: 'one', minutes: DAY }),
    steam(STEAM_2, { comment: 'other' }),
  ];
  await add(id, entries);
  const before = await parts(id);
  const ids = entries.map(({ entry_id }) => entry_id);
  groups.test.advance(1);
  const undo = await edited(id, { ids, comment: 'league', minutes: 7 * DAY });
  expect((await parts(id)).get(STEAM)?.comment).toBe('league');
  groups.test.advance(1);
  for (const _ of [1, 2]) expect(await unedit(id, undo)).toBe('done');
  expect(await parts(id)).toEqual(before);
});

it('leaves what somebody changed since, and what was not changed at all', async () => {
  const id = await newBucket();
  const entries = [steam(STEAM, { comment: 'league' }), steam(STEAM_2)];
  await add(id, entries);
  const [one, other] = entries.map(({ entry_id }) => entry_id);
  groups.test.advance(1);
  const undo = await edited(id, { ids: [one, other], comment: 'league' });
  expect(undo.entries).toEqual([{ id: other, comment: '', until: null }]);
  groups.test.advance(1);
  expect(await edit(id, { ids: [other], comment: 'mine' })).toBe('done');
  expect(await unedit(id, undo)).toBe('done');
  expect((await parts(id)).get(STEAM_2)?.comment).toBe('mine');
});

it('gives back as many as can be changed at once, with the longest comments', async () => {
  const id = await newBucket();
  const { atOnce, comment } = BUCKET_LIMIT;
  const entries = Array.from({ length: atOnce }, (_, place) =>
    steam(String(76_561_197_960_265_729n + BigInt(place)), { comment: '€'.repeat(comment) }),
  );
  await add(id, entries);
  groups.test.advance(1);
  const ids = entries.map(({ entry_id }) => entry_id);
  const undo = await edited(id, { ids, comment: '' });
  expect(undo.entries).toHaveLength(atOnce);
  groups.test.advance(1);
  expect(await unedit(id, undo)).toBe('done');
  expect([...(await parts(id)).values()].every((one) => one.comment.length === comment)).toBe(true);
});

it('takes no end that no calendar has', async () => {
  const id = await newBucket();
  const entry = steam(STEAM);
  await add(id, [entry]);
  const undo = { changed_at: 1, entries: [{ id: entry.entry_id, comment: '', until: 9e15 }] };
  expect(await unedit(id, undo)).toBe('invalid-request');
});

it('is for those who may change entries, of entries of this bucket', async () => {
  const id = await newBucket();
  const entry = steam(STEAM);
  await add(id, [entry]);
  expect(await does(ada, `bucket/${id}/servers`, { server_id: server })).toBe('done');
  const viewer = await groups.person();
  await sees(viewer, ['server.view', 'server.whitelist.view']);
  groups.test.advance(1);
  const undo = await edited(id, { ids: [entry.entry_id], comment: 'league' });
  expect(await unedit(id, undo, viewer)).toBe('permission-denied');
  expect(await unedit(id, undo, ben)).toBe('not-found');
  const elsewhere = await newBucket();
  expect(await unedit(elsewhere, undo)).toBe('done');
  expect((await parts(id)).get(STEAM)?.comment).toBe('league');
  const notes = await newBucket({ type: 'NOTES' });
  const empty = { ...undo, entries: [{ id: entry.entry_id, comment: '', until: null }] };
  expect(await unedit(notes, empty)).toBe('note-needed');
});

it('stands in the audit of the bucket as a change of its own', async () => {
  const id = await newBucket();
  const entry = steam(STEAM);
  await add(id, [entry]);
  groups.test.advance(1);
  await unedit(id, await edited(id, { ids: [entry.entry_id], comment: 'league' }));
  const answer = await ada.browser.get(`/app/v1/bucket/${id}/bucket-audit`);
  const { rows } = CALLS.bucketAuditPage.answer.parse(answer.json());
  const edits = rows.filter(({ action }) => action === 'bucket-entries.edit');
  expect(edits).toHaveLength(2);
});
