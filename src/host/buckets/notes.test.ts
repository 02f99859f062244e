import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  seen,
  sees,
  server,
} from '../../../tests/support/banning.ts';
import {
  add,
  edit,
  idsIn,
  newBucket,
  page,
  remove,
  restore,
  steam,
} from '../../../tests/support/bucketing.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import { serverStream } from '../../protocol/streams.ts';
import { erasePerson } from '../players/erase.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import { forgetRemoved, readPage, putRow } from '../resources/rows.ts';
import { addRow, restoreRow } from '../resources/write.ts';
import { SERVER_BUCKET_ROWS } from './rows.ts';

eachBansAnew();

const ALL = ['server.notes.view', 'server.notes.edit', 'server.notes.remove'] as const;
const use = (id: string, by = ada) => does(by, `bucket/${id}/servers`, { server_id: server });
const take = (id: string, by = ada, from = server) =>
  does(by, `bucket/${id}/notes/take`, { server_id: from });
const noteAbout = (muster_id: string, comment: string) => ({
  entry_id: fresh(),
  what: { kind: 'person', muster_id },
  comment,
});
const ofServer = async () =>
  (
    await groups.read((trx) =>
      readPage(trx, { resource: 'notes', server_id: server, after: null, limit: 100 }),
    )
  ).rows;
async function bucketsOf(muster_id: string, by: Person) {
  const answer = await by.browser.get(`/app/v1/players/${muster_id}/buckets`);
  return CALLS.personBuckets.answer.parse(answer.json()).entries;
}

/** A note that the server has for itself. */
async function noted(player_id: string, comment: string, at: number) {
  const note = {
    id: fresh(),
    server_id: server,
    player_id,
    player_name: 'Bob',
    comment,
    issuer_id: ben.id,
    issuer_name: 'Ben',
    created: at,
    edited: at % 2 === 0 ? null : at + 1,
  };
  await groups.read((trx) => putRow(trx, 'notes', note));
  return note;
}

it('a bucket has many notes about one person, each once, and none that says nothing', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const id = await newBucket({ type: 'NOTES' });
  const two = [noteAbout(bob, 'Builds towers.\nHigh ones.'), noteAbout(bob, 'Was warned.')];
  expect(await add(id, two)).toBe('done');
  expect(await add(id, two)).toBe('done');
  expect(await add(id, [noteAbout(bob, 'Was warned.')])).toBe('done');
  expect((await page(id)).map(({ comment }) => comment).toSorted()).toEqual([
    'Builds towers.\nHigh ones.',
    'Was warned.',
  ]);
  expect(await add(id, [noteAbout(bob, '  ')])).toBe('note-needed');
  expect(await edit(id, { ids: await idsIn(id), comment: ' ' })).toBe('note-needed');
  expect(await add(id, [noteAbout(bob, 'x'.repeat(2_001))])).toBe('invalid-request');
  expect(await add(await newBucket(), [steam(STEAM)])).toBe('done');
});

it('a note is not written over what its editor has not seen', async () => {
  const id = await newBucket({ type: 'NOTES' });
  await add(id, [steam(STEAM, { comment: 'One.' })]);
  const [note] = await page(id);
  const ids = [note?.id];
  const was = { changed_at: note?.changed_at };
  groups.test.advance(5);
  expect(await edit(id, { ids, comment: 'Two.', was })).toBe('done');
  expect(await edit(id, { ids, comment: 'Three.', was })).toBe('row-changed');
  expect(await page(id)).toMatchObject([{ comment: 'Two.' }]);
});

it('whoever reads notes on one server sees them, and changes them who may on all', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const id = await newBucket({ type: 'NOTES' });
  await use(id);
  await add(id, [noteAbout(bob, 'Builds towers.')]);
  await sees(ben, ['server.view', 'server.view.feed']);
  expect(await bucketsOf(bob, ben)).toEqual([]);
  await sees(ben, ['server.notes.view']);
  expect(await bucketsOf(bob, ben)).toMatchObject([
    { type: 'NOTES', entry: { comment: 'Builds towers.' }, in_force: true },
  ]);
  expect(await add(id, [noteAbout(bob, 'More.')], ben)).toBe('permission-denied');
  await sees(ben, ALL);
  expect(await add(id, [noteAbout(bob, 'More.')], ben)).toBe('done');
  const ids = await idsIn(id);
  expect(await remove(id, ids, ben)).toBe('done');
  expect(await restore(id, ids, ben)).toBe('done');
  expect(await page(id)).toHaveLength(2);
});

it('a server tells when something in a bucket that it uses changed', async () => {
  const told = () => groups.read((trx) => SERVER_BUCKET_ROWS.read(trx, server, null));
  const id = await newBucket({ type: 'NOTES' });
  await use(id);
  expect(await told()).toMatchObject([{ type: 'NOTES', changed_at: null }]);
  await add(id, [steam(STEAM, { comment: 'One.' })]);
  const [before] = await told();
  groups.test.advance(5);
  await edit(id, { ids: await idsIn(id), comment: 'Two.' });
  const [after] = await told();
  expect(after?.changed_at).toBeGreaterThan(before?.changed_at ?? Infinity);
});

it('the notes of a server go into a bucket as they are, by their ids, and cannot be in both', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const eve = await seen('76561190000000009', '192.0.2.8', 'Eve');
  const [one, two] = [await noted(bob, 'Builds towers.', 1_000), await noted(eve, 'Nice.', 2_001)];
  await sees(ada, ['server.view', ...ALL, 'server.modify.configuration']);
  const id = await newBucket({ type: 'NOTES' });
  expect(await take(id)).toBe('not-found');
  await use(id);
  groups.test.publish.facts.length = 0;
  expect(await take(id)).toBe('done');
  const rows = await page(id);
  expect(rows.toSorted((a, b) => a.created_at - b.created_at)).toMatchObject(
    [one, two].map(({ player_id, comment, created, edited, id: note }) => ({
      id: note,
      person_id: player_id,
      name: 'Bob',
      comment,
      issuer_id: ben.id,
      created_at: created,
      changed_at: edited ?? created,
      until: null,
    })),
  );
  expect(await ofServer()).toEqual([]);
  const gone = groups.test.publish.facts.filter(({ event }) => event === 'row:gone');
  expect(gone.map(({ stream }) => stream)).toEqual(
    [one, two].map(() => serverStream(server, 'notes')),
  );
  expect(await bucketsOf(bob, ada)).toMatchObject([{ entry: { id: one.id } }]);
  expect(await take(id)).toBe('done');
  expect(await page(id)).toHaveLength(2);
  const { deps } = groups.test;
  const now = deps.clock();
  const place = { resource: 'notes', server_id: server, id: one.id } as const;
  const by = { muster_id: ada.id, display_name: 'Ada', at: now };
  await expect(restoreRow({ ...deps, now }, place, by)).rejects.toMatchObject({
    kind: 'not-found',
  });
});

const giveBack = (id: string, moved_at: number, by = ada) =>
  does(by, `bucket/${id}/notes/return`, { server_id: server, moved_at });

it('moved notes go back as they were, but for what others changed, and only for a while', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const one = await noted(bob, 'Builds towers.', 1_000);
  const two = await noted(bob, 'Nice.', 2_001);
  const three = await noted(bob, 'Late.', 3_000);
  await sees(ada, ['server.view', ...ALL, 'server.modify.configuration']);
  const id = await newBucket({ type: 'NOTES' });
  await use(id);
  const at = groups.test.deps.clock();
  expect(await take(id)).toBe('done');
  groups.test.advance(5);
  expect(await edit(id, { ids: [two.id], comment: 'Was warned.' })).toBe('done');
  expect(await giveBack(id, at + 1)).toBe('done');
  expect(await ofServer()).toEqual([]);
  await sql`
    delete from grants where subject = ${ada.id} and permission = 'server.notes.remove'
  `.execute(db());
  expect(await giveBack(id, at)).toBe('permission-denied');
  await sees(ada, ['server.notes.remove']);
  groups.test.publish.facts.length = 0;
  expect(await giveBack(id, at)).toBe('done');
  expect(await ofServer()).toEqual([three, one]);
  expect(await idsIn(id)).toEqual([two.id]);
  const told = groups.test.publish.facts.filter(
    ({ stream, event }) => stream === serverStream(server, 'notes') && event === 'row:put',
  );
  expect(told).toHaveLength(2);
  // Sent again, nothing is there to go back; and it can be moved once more.
  expect(await giveBack(id, at)).toBe('done');
  expect(await ofServer()).toHaveLength(2);
  groups.test.advance(1);
  const again = groups.test.deps.clock();
  expect(await take(id)).toBe('done');
  expect(await idsIn(id)).toHaveLength(3);
  groups.test.advance(RESTORE_MS + 1);
  expect(await giveBack(id, again)).toBe('not-found');
});

it('a moved note that is sent again is in one place, also when what was moved is forgotten', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const note = await noted(bob, 'Builds towers.', 1_000);
  await sees(ada, ['server.view', ...ALL, 'server.modify.configuration']);
  const id = await newBucket({ type: 'NOTES' });
  await use(id);
  await take(id);
  const { deps } = groups.test;
  const now = deps.clock();
  const place = { resource: 'notes', server_id: server, id: note.id } as const;
  const by = { muster_id: ada.id, display_name: 'Ada', at: now };
  const sends = () =>
    addRow({ ...deps, now }, place, { player_id: bob, comment: note.comment }, by);
  await expect(sends()).rejects.toMatchObject({ kind: 'not-found' });
  await forgetRemoved(db(), now + RESTORE_MS);
  await expect(sends()).rejects.toMatchObject({ kind: 'not-found' });
  expect(await remove(id, [note.id])).toBe('done');
  await expect(sends()).rejects.toMatchObject({ kind: 'not-found' });
  expect(await restore(id, [note.id])).toBe('done');
  expect(await idsIn(id)).toEqual([note.id]);
});

it('the notes of a server stay with who may not remove them, and go into no other bucket', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  await noted(bob, 'Builds towers.', 1_000);
  const id = await newBucket({ type: 'NOTES' });
  const other = await newBucket();
  await sees(ada, ['server.view', 'server.notes.view', 'server.modify.configuration']);
  await sql`
    delete from grants where subject = ${ada.id} and permission = 'server.notes.remove'
  `.execute(db());
  await use(id);
  await use(other);
  expect(await take(id)).toBe('permission-denied');
  expect(await take(other)).toBe('entry-of-other-kind');
  expect(await take(id, ben)).toBe('not-found');
  expect(await ofServer()).toHaveLength(1);
  // Whoever keeps the bucket may take the server off it: to give it the notes is to configure the server.
  await sees(ada, ['server.notes.remove']);
  await sql`
    delete from grants where subject = ${ada.id} and permission = 'server.modify.configuration'
  `.execute(db());
  expect(await take(id)).toBe('permission-denied');
  expect(await ofServer()).toHaveLength(1);
});

it('notes about somebody who is erased say nothing, wherever they stand', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  await noted(bob, 'Builds towers.', 1_000);
  await sees(ada, ['server.view', ...ALL, 'server.modify.configuration']);
  const id = await newBucket({ type: 'NOTES' });
  await use(id);
  await take(id);
  await add(id, [noteAbout(bob, 'Was warned.')]);
  const { deps } = groups.test;
  await erasePerson({ ...deps, now: deps.clock() }, bob, () => undefined);
  const { rows } = await sql<{ text: string }>`
    select data::text as text from paged_bucket_entries where data->>'person_id' = ${bob}
    union all select data::text from resource_rows where data->>'player_id' = ${bob}
    union all select data::text from removed_bucket_entries
  `.execute(db());
  expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/towers|warned|Nice|"Bob"/);
});
