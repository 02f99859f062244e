import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  seen,
  sees,
  server,
} from '../../../tests/support/banning.ts';
import { add, edit, newBucket, page, steam, STEAM_2 } from '../../../tests/support/bucketing.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { CALLS } from '../../protocol/calls.ts';
import { erasePerson } from '../players/erase.ts';

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

it('takes no end beyond two years, whatever an answer said', async () => {
  const id = await newBucket();
  const entry = steam(STEAM);
  await add(id, [entry]);
  groups.test.advance(1);
  const undo = await edited(id, { ids: [entry.entry_id], comment: 'league' });
  const ending = (until: number) => ({
    ...undo,
    entries: [{ id: entry.entry_id, comment: '', until }],
  });
  const in2Years = groups.test.deps.clock() + BAN_LIMIT.minutes * 60_000;
  expect(await unedit(id, ending(in2Years + 2 * 3_600_000))).toBe('invalid-request');
  expect((await parts(id)).get(STEAM)).toEqual({ comment: 'league', until: null });
  expect(await unedit(id, ending(in2Years))).toBe('done');
  expect((await parts(id)).get(STEAM)).toEqual({ comment: '', until: in2Years });
});

async function edits(id: string) {
  const answer = await ada.browser.get(`/app/v1/bucket/${id}/bucket-audit`);
  const { rows } = CALLS.bucketAuditPage.answer.parse(answer.json());
  return rows
    .filter(({ action }) => action === 'bucket-entries.edit')
    .map(({ detail, before, after, target_name }) => ({
      count: detail['count'],
      who: target_name,
      before: JSON.parse(before || 'null') as unknown,
      after: JSON.parse(after || 'null') as unknown,
    }));
}

it('tells in the audit of the bucket what each had and has, and of those alike once', async () => {
  const id = await newBucket();
  const entries = [
    steam(STEAM, { comment: 'a friend' }),
    steam(STEAM_2),
    steam('76561190000000003'),
  ];
  await add(id, entries);
  groups.test.advance(1);
  const ids = entries.map(({ entry_id }) => entry_id);
  const undo = await edited(id, { ids, comment: 'league' });
  const [had, has] = [{ comment: 'a friend' }, { comment: 'league' }];
  const alone = { count: 1, who: 'Bob', before: had, after: has };
  const alike = { count: 2, who: undefined, before: { comment: '' }, after: has };
  const byCount = (all: Awaited<ReturnType<typeof edits>>) =>
    all.toSorted((a, b) => Number(a.count) - Number(b.count));
  expect(byCount(await edits(id))).toEqual([alone, alike]);
  groups.test.advance(1);
  expect(await unedit(id, undo)).toBe('done');
  const [undone, ofMany] = byCount((await edits(id)).slice(0, 2));
  expect(undone).toEqual({ ...alone, before: has, after: had });
  expect(ofMany).toEqual({ ...alike, before: has, after: { comment: '' } });
});

it('empties what the audit has of a comment about somebody who is erased', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const id = await newBucket();
  const entry = steam(STEAM, { comment: 'never sleeps' });
  await add(id, [entry, steam(STEAM_2, { comment: 'a friend' })]);
  groups.test.advance(1);
  const ids = (await page(id)).map((row) => row.id);
  await edited(id, { ids, comment: '' });
  const { deps } = groups.test;
  await erasePerson({ ...deps, now: deps.clock() }, bob, () => undefined);
  expect(JSON.stringify(await edits(id))).not.toContain('never sleeps');
  expect(JSON.stringify(await edits(id))).toContain('a friend');
});

it('takes as many different comments away as can be changed at once, and tells all of them', async () => {
  const id = await newBucket();
  const { atOnce } = BUCKET_LIMIT;
  const entries = Array.from({ length: atOnce }, (_, place) =>
    steam(String(76_561_197_960_265_729n + BigInt(place)), { comment: `no ${place}` }),
  );
  await add(id, entries);
  groups.test.advance(1);
  await edited(id, { ids: entries.map(({ entry_id }) => entry_id), comment: '' });
  const { rows } = await sql<{ before: string }>`
    select data->>'before' as before from paged_bucket_audit
    where owner_id = ${id} and key_action = 'bucket-entries.edit'
  `.execute(db());
  expect(new Set(rows.map(({ before }) => before)).size).toBe(atOnce);
});
