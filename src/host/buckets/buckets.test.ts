import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  mate,
  seen,
  sees,
  server,
  team,
} from '../../../tests/support/banning.ts';
import {
  STEAM_2,
  add,
  edit,
  idsIn,
  keysIn,
  newBucket,
  page,
  remove,
  restore,
  steam,
} from '../../../tests/support/bucketing.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { CALLS } from '../../protocol/calls.ts';
import { BUCKET_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { bucketResource, grant, permissionsOn, serverResource } from '../access/grants.ts';
import { erasePerson } from '../players/erase.ts';
import { CHANNEL, parseNotice } from '../realtime/notice.ts';
import { cleanBuckets } from './over.ts';
import { BUCKET_ROWS, BUCKET_SERVER_ROWS, SERVER_BUCKET_ROWS } from './rows.ts';

const DAY = 1_440;

eachBansAnew();

const use = (id: string, of = server, by = ada) =>
  does(by, `bucket/${id}/servers`, { server_id: of });
const leave = (id: string, of = server, by = ada) => does(by, `bucket/${id}/servers/${of}/remove`);
async function anotherServer(): Promise<string> {
  const id = fresh();
  await storeServer(db(), id, ada.id);
  await share(ada, id, ['server.view', 'server.modify.configuration']);
  return id;
}
const filter = (more: object = {}) => ({
  entry_id: fresh(),
  what: {
    kind: 'filter',
    term: 'griefer',
    term_kind: 'text',
    action: 'kick',
    message: 'Choose another name.',
    ...more,
  },
});
async function may(of: Person, id: string) {
  const held = await permissionsOn(db(), of.id, bucketResource(id));
  return BUCKET_PERMISSION.filter((one) => held.has(one));
}
const bucketsOf = (of: Person) => groups.read((trx) => BUCKET_ROWS.read(trx, of.id, null));
const usedBy = (of: string) => groups.read((trx) => SERVER_BUCKET_ROWS.read(trx, of, null));
const share = (of: Person, on: string, permissions: readonly ServerPermission[]) =>
  grant(db(), of.id, serverResource(on), permissions, null, 0);
const toldStreams = () => groups.test.publish.facts.map(({ stream }) => stream);

describe('a bucket', () => {
  it('is its account’s, which may do all with it, and nobody else’s', async () => {
    const id = await newBucket();
    expect(await may(ada, id)).toEqual(BUCKET_PERMISSION);
    expect(await bucketsOf(ada)).toMatchObject([
      { id, identifier: 'Regulars', type: 'WHITELIST', owner_id: ada.id, entries: 0, servers: 0 },
    ]);
    expect(await bucketsOf(ben)).toEqual([]);
    const session = sessionData.parse((await ada.browser.get('/app/v1/@me/session')).json());
    expect(session.buckets?.[id]).toEqual(BUCKET_PERMISSION);
    expect(await add(id, [steam(STEAM)], ben)).toBe('not-found');
  });

  it('of a team is for whoever may change the team, and told as that changes', async () => {
    const id = await newBucket({ owner: { kind: 'team', id: team } });
    const [cid, dan] = [await mate(['team.modify']), await mate(['team.view'])];
    expect(await may(cid, id)).toEqual(BUCKET_PERMISSION);
    expect(await may(dan, id)).toEqual([]);
    expect(toldStreams()).toContain(`account/${cid.id}/buckets`);
    const body = { bucket_id: fresh(), type: 'WHITELIST', identifier: 'B' };
    const owner = { kind: 'team', id: team };
    expect(await does(dan, 'buckets/create', { ...body, owner })).toBe('permission-denied');
    expect(await does(ben, 'buckets/create', { ...body, owner })).toBe('not-found');
  });

  it('is sent twice and made once, and is nobody else’s by its id', async () => {
    const id = await newBucket();
    const body = { bucket_id: id, type: 'WHITELIST', identifier: 'Regulars' };
    const again = { ...body, owner: { kind: 'account', id: ada.id } };
    expect(await does(ada, 'buckets/create', again)).toBe('done');
    const taken = { ...body, owner: { kind: 'account', id: ben.id } };
    expect(await does(ben, 'buckets/create', taken)).toBe('not-found');
    expect(await bucketsOf(ada)).toHaveLength(1);
  });

  it('of another type is not made', async () => {
    const owner = { kind: 'account', id: ada.id };
    const body = { bucket_id: fresh(), type: 'OTHER', identifier: 'B', owner };
    expect(await does(ada, 'buckets/create', body)).toBe('invalid-request');
  });

  it('is renamed, unless somebody else has done so', async () => {
    const id = await newBucket();
    await use(id);
    const was = { identifier: 'Regulars' };
    expect(await does(ada, `bucket/${id}`, { identifier: 'Old hands', was })).toBe('done');
    expect(await does(ada, `bucket/${id}`, { identifier: 'Others', was })).toBe('row-changed');
    expect(await usedBy(server)).toMatchObject([{ id, identifier: 'Old hands' }]);
  });

  it('is used by servers whose configuration one may change', async () => {
    const id = await newBucket();
    expect(await use(id, server)).toBe('done');
    expect(await use(id, server)).toBe('done');
    expect(await usedBy(server)).toMatchObject([{ id, type: 'WHITELIST', entries: 0 }]);
    const servers = await groups.read((trx) => BUCKET_SERVER_ROWS.read(trx, id, null));
    expect(servers).toMatchObject([{ id: server }]);
    const theirs = await newBucket({ by: ben });
    expect(await use(theirs, server, ben)).toBe('not-found');
    await sees(ben, ['server.view']);
    expect(await use(theirs, server, ben)).toBe('permission-denied');
    expect(await leave(id, server, ben)).toBe('permission-denied');
    await sees(ben, ['server.modify.configuration']);
    expect(await leave(id, server, ben)).toBe('done');
    expect(await usedBy(server)).toEqual([]);
  });

  it('is deleted by its name, when no server uses it', async () => {
    const id = await newBucket();
    await use(id);
    await add(id, [steam(STEAM)]);
    const named = { identifier: 'Regulars' };
    expect(await does(ada, `bucket/${id}/delete`, named)).toBe('bucket-in-use');
    await leave(id);
    expect(await does(ada, `bucket/${id}/delete`, { identifier: 'X' })).toBe(
      'confirmation-mismatch',
    );
    expect(await does(ada, `bucket/${id}/delete`, named)).toBe('done');
    expect(await bucketsOf(ada)).toEqual([]);
    expect(await keysIn(id)).toEqual([]);
  });
});

describe('who may do what by a server', () => {
  it('sees it on any that uses it, and changes it only with the permission on all', async () => {
    const id = await newBucket();
    await share(ben, server, ['server.view', 'server.whitelist.view', 'server.whitelist.add']);
    expect(await may(ben, id)).toEqual([]);
    await use(id);
    expect(await may(ben, id)).toEqual(['bucket.view', 'bucket.add']);
    expect(await add(id, [steam(STEAM)], ben)).toBe('done');
    const other = await anotherServer();
    await use(id, other);
    expect(await may(ben, id)).toEqual(['bucket.view']);
    expect(await add(id, [steam(STEAM_2)], ben)).toBe('permission-denied');
    await share(ben, other, ['server.view', 'server.whitelist.add']);
    expect(await may(ben, id)).toEqual(['bucket.view', 'bucket.add']);
    expect(await remove(id, await idsIn(id), ben)).toBe('permission-denied');
    expect(await edit(id, { ids: await idsIn(id), comment: 'x' }, ben)).toBe('permission-denied');
  });

  it('is told as the server is shared, and as a server begins to use it', async () => {
    const id = await newBucket();
    await use(id);
    await share(ben, server, ['server.view', 'server.whitelist.view']);
    expect(await bucketsOf(ben)).toMatchObject([{ id, permissions: ['bucket.view'] }]);
    await leave(id);
    expect(toldStreams()).toContain(`account/${ben.id}/buckets`);
    expect(await bucketsOf(ben)).toEqual([]);
  });

  it('may do nothing by a restricted server', async () => {
    const id = await newBucket();
    await share(ben, server, ['server.view', 'server.whitelist.view', 'server.whitelist.add']);
    await use(id);
    await sql`update servers set operator_restricted = true, restricted = true where id = ${server}`.execute(
      db(),
    );
    expect(await may(ben, id)).toEqual([]);
  });

  it('sees no entries without the permission to', async () => {
    const id = await newBucket();
    await use(id);
    await share(ben, server, ['server.view', 'server.whitelist.add']);
    const answer = await ben.browser.get(`/app/v1/bucket/${id}/bucket-entries`);
    expect(answer.statusCode).toBe(403);
  });
});

describe('entries', () => {
  it('of people find them by what games know them by, each once', async () => {
    const id = await newBucket();
    const both = [steam(STEAM), steam(STEAM_2, { comment: 'a friend', minutes: DAY })];
    expect(await add(id, both)).toBe('done');
    expect(await add(id, both)).toBe('done');
    expect(await add(id, [steam(STEAM)])).toBe('done');
    const rows = await page(id);
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.steam_id === STEAM_2)).toMatchObject({
      comment: 'a friend',
      issuer_id: ada.id,
      term: null,
    });
    // By the SteamID, and by the GUID that follows from it.
    expect((await keysIn(id)).filter((key) => key.startsWith('steam '))).toHaveLength(2);
    expect(await keysIn(id)).toHaveLength(4);
    const tomorrow = Date.now() + 86_400_000;
    await sql`
      update paged_bucket_entries set data = jsonb_set(data::jsonb, '{until}', to_jsonb(${tomorrow}::bigint))
      where data->>'until' is not null
    `.execute(db());
    expect(await bucketsOf(ada)).toMatchObject([{ entries: 2, ending: 1 }]);
  });

  it('that last longer than what is there are added', async () => {
    const id = await newBucket();
    await add(id, [steam(STEAM, { minutes: DAY })]);
    await add(id, [steam(STEAM, { minutes: DAY / 2 })]);
    expect(await page(id)).toHaveLength(1);
    await add(id, [steam(STEAM)]);
    expect(await page(id)).toHaveLength(2);
  });

  it('of somebody whom one sees are by the id they were last seen under', async () => {
    const bob = await seen(STEAM, '192.0.2.7');
    const id = await newBucket();
    expect(await add(id, [{ entry_id: fresh(), what: { kind: 'person', muster_id: bob } }])).toBe(
      'done',
    );
    expect(await page(id)).toMatchObject([{ person_id: bob, name: 'Bob', steam_id: STEAM }]);
    expect(await keysIn(id)).toEqual([`person ${bob}`]);
    const theirs = await newBucket({ by: ben });
    const unseen = [{ entry_id: fresh(), what: { kind: 'person', muster_id: bob } }];
    expect(await add(theirs, unseen, ben)).toBe('person-unknown');
  });

  it('are changed, removed and brought back many at once, as they were', async () => {
    const id = await newBucket();
    await add(id, [steam(STEAM), steam(STEAM_2)]);
    const ids = await idsIn(id);
    expect(await edit(id, { ids, comment: 'league', minutes: DAY })).toBe('done');
    const before = await page(id);
    expect(before.map(({ comment }) => comment)).toEqual(['league', 'league']);
    const keys = await keysIn(id);
    expect(await remove(id, ids)).toBe('done');
    expect([await page(id), await keysIn(id)]).toEqual([[], []]);
    expect(await restore(id, ids)).toBe('done');
    expect([await page(id), await keysIn(id)]).toEqual([before, keys]);
  });

  it('that were added again are there once, whoever brings them back', async () => {
    const id = await newBucket();
    const [again, other] = [steam(STEAM), steam(STEAM_2)];
    await add(id, [again, other]);
    await remove(id, await idsIn(id));
    await add(id, [again]);
    expect(await restore(id, [again.entry_id, other.entry_id])).toBe('done');
    expect((await idsIn(id)).toSorted()).toEqual([again.entry_id, other.entry_id].toSorted());
  });

  it('are told to all of the servers that use their bucket, however many', async () => {
    const id = await newBucket();
    const servers = Array.from({ length: 400 }, fresh).toSorted();
    for (const one of servers) {
      await storeServer(db(), one, ada.id);
      await share(ada, one, ['server.modify.configuration']);
    }
    await sql`
      insert into bucket_servers (bucket_id, server_id, since)
      select ${id}, one, 0 from unnest(${servers}::text[]) one
    `.execute(db());
    const told: string[] = [];
    const client = new pg.Client(groups.test.connection);
    client.on('notification', ({ payload = '' }) => {
      const notice = parseNotice(payload);
      if (notice.kind !== 'control' || notice.control.kind !== 'bucket-changed') return;
      told.push(...notice.control.servers);
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    expect(await add(id, [steam(STEAM)])).toBe('done');
    await vi.waitUntil(() => told.length >= servers.length);
    expect(told.toSorted()).toEqual(servers);
    await client.end();
  });

  it('of filters say what they look for and do, as their type allows', async () => {
    const names = await newBucket({ type: 'NAME_FILTER' });
    expect(await add(names, [filter({ action: 'ban', ban_minutes: DAY })])).toBe('done');
    expect(await page(names)).toMatchObject([
      { term: 'griefer', action: 'ban', minutes: DAY, person_id: null },
    ]);
    expect(await add(names, [filter({ action: 'warn' })])).toBe('filter-action');
    expect(await add(names, [steam(STEAM)])).toBe('entry-of-other-kind');
    expect(await add(names, [filter({ term_kind: 'regex', term: '(a' })])).toBe('invalid-regex');
    expect(await add(names, [filter({ term_kind: 'regex', term: '(.?){1000}' })])).toBe(
      'regex-too-large',
    );
    for (const wrong of [
      { term: '' },
      { term: 'x'.repeat(33) },
      { message: '' },
      { message: ' ' },
      { message: 'x'.repeat(129) },
      { action: 'ban', ban_minutes: 0 },
      { action: 'ban', ban_minutes: 731 * 1_440 },
    ]) {
      expect(await add(names, [filter(wrong)])).toBe('invalid-request');
    }
    const longest = { term: 'x'.repeat(32), message: 'y'.repeat(128) };
    expect(
      await add(names, [filter({ ...longest, action: 'ban', ban_minutes: 730 * 1_440 })]),
    ).toBe('done');
    const chat = await newBucket({ type: 'CHAT_FILTER' });
    expect(await add(chat, [filter({ action: 'warn' })])).toBe('done');
    const people = await newBucket();
    expect(await add(people, [filter()])).toBe('entry-of-other-kind');
  });

  it('that are over go after a day, and what ends soon is told', async () => {
    const id = await newBucket();
    await add(id, [steam(STEAM, { minutes: 60 }), steam(STEAM_2)]);
    const at = (days: number) => ({
      ...groups.test.deps,
      clock: () => groups.test.deps.clock() + days * 86_400_000,
    });
    await cleanBuckets(at(0.5));
    expect(await page(id)).toHaveLength(2);
    await cleanBuckets(at(1.1));
    expect(await page(id)).toMatchObject([{ steam_id: STEAM_2 }]);
    expect(await keysIn(id)).toHaveLength(2);
  });

  it('of a person are told to whoever may see both', async () => {
    const bob = await seen(STEAM, '192.0.2.7');
    const id = await newBucket();
    await add(id, [steam(STEAM)]);
    const of = async (by: Person) => {
      const answer = await by.browser.get(`/app/v1/players/${bob}/buckets`);
      return CALLS.personBuckets.answer.parse(answer.json()).entries;
    };
    expect(await of(ada)).toMatchObject([
      { bucket: 'Regulars', type: 'WHITELIST', in_force: true },
    ]);
    await sees(ben, ['server.view', 'server.view.feed', 'server.view.personal']);
    expect(await of(ben)).toEqual([]);
  });

  it('of somebody who is erased find nobody, and name nobody', async () => {
    const bob = await seen(STEAM, '192.0.2.7');
    const id = await newBucket();
    await add(id, [steam(STEAM, { comment: `knows ${STEAM}` }), steam(STEAM_2)]);
    const removed = await newBucket();
    await add(removed, [steam(STEAM)]);
    await remove(removed, await idsIn(removed));
    const { deps } = groups.test;
    await erasePerson({ ...deps, now: deps.clock() }, bob, () => undefined);
    const rows = await page(id);
    expect(rows.map((row) => row.steam_id).toSorted()).toEqual([null, STEAM_2].toSorted());
    expect(JSON.stringify(rows)).not.toContain(STEAM);
    expect((await keysIn(id)).filter((key) => key.startsWith('steam '))).toEqual([
      `steam ${STEAM_2}`,
    ]);
    const kept = await db().selectFrom('removed_bucket_entries').select('id').execute();
    expect(kept).toEqual([]);
  });

  it('stand in the audit of the bucket with whom they are about, and in that of servers by number', async () => {
    const id = await newBucket();
    await use(id);
    await add(id, [steam(STEAM)]);
    const own = await ada.browser.get(`/app/v1/bucket/${id}/bucket-audit`);
    expect(CALLS.bucketAuditPage.answer.parse(own.json()).rows[0]).toMatchObject({
      action: 'bucket-entries.add',
      target_name: 'Bob',
    });
    const servers = await ada.browser.get(`/app/v1/server/${server}/audit`);
    const [entry] = CALLS.auditPage.answer.parse(servers.json()).rows;
    expect(entry).toMatchObject({ action: 'bucket-entries.add', text: 'Regulars' });
    expect(JSON.stringify(entry)).not.toContain('Bob');
  });
});
