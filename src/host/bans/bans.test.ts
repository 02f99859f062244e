import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  STEAM,
  ada,
  asked,
  ban,
  banned,
  bansOf,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  list,
  mate,
  newList,
  newServer,
  page,
  read,
  seen,
  sees,
  server,
  team,
  useList,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { BAN_LIST_PERMISSION } from '../../protocol/permissions.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { banListResource, permissionsOn } from '../access/grants.ts';
import { change } from '../change/change.ts';
import { erasePerson } from '../players/erase.ts';
import { identitiesOf } from '../players/identities.ts';
import { linkSteam, unlinkSteam } from '../players/link.ts';
import type { Present } from '../doors/asked.ts';
import { askedOfBans } from '../../../tests/support/asked-of-bans.ts';
import { leaveLists } from './assign.ts';
import { deleteBanList } from './delete-job.ts';
import { cleanBans, endBans } from './over.ts';
import { BAN_LIST_ROWS, BAN_LIST_SERVER_ROWS, SERVER_BAN_LIST_ROWS } from './rows.ts';

const MINUTE = 60_000;

eachBansAnew();

const assign = (id: string, of = server, primary = false, by = ada) =>
  does(by, `banlist/${id}/servers`, { server_id: of, primary });
const status = (id: string, to: string, by = ada, more: object = {}) =>
  does(by, `banlist/${list}/bans/${id}/status`, { status: to, ...more });
const listsOf = async (of: Person) => groups.read((trx) => BAN_LIST_ROWS.read(trx, of.id, null));
const obeyedBy = (of: string) => groups.read((trx) => SERVER_BAN_LIST_ROWS.read(trx, of, null));

async function verdict(of: Partial<Present>): Promise<string> {
  const decision = await askedOfBans(db(), server, of, groups.test.deps.clock());
  return decision?.verdict ?? '';
}

describe('a ban list', () => {
  it('is its account’s, which holds all on it, and nobody else’s', async () => {
    const held = await permissionsOn(db(), ada.id, banListResource(list));
    expect([...held].toSorted()).toEqual([...BAN_LIST_PERMISSION].toSorted());
    expect(await listsOf(ada)).toMatchObject([
      { id: list, identifier: 'Watch', owner_id: ada.id, bans: 0, servers: 0 },
    ]);
    expect(await listsOf(ben)).toEqual([]);
    const session = sessionData.parse((await ada.browser.get('/app/v1/@me/session')).json());
    expect(session.ban_lists?.[list]).toContain('banlist.modify');
  });

  it('of a team is for whom its roles let, and is told as they change', async () => {
    const id = await newList({ kind: 'team', id: team });
    const cid = await mate(['banlist.view', 'team.view']);
    expect(await listsOf(cid)).toMatchObject([
      { id, team_id: team, group: 'Watch', permissions: ['banlist.view'] },
    ]);
    expect(groups.test.publish.facts.map(({ stream }) => stream)).toContain(
      `account/${cid.id}/banLists`,
    );
    expect(await does(ben, 'banlists/create', ofTeam())).toBe('not-found');
    expect(await does(cid, 'banlists/create', ofTeam())).toBe('permission-denied');
  });

  const ofTeam = () => ({
    banlist_id: fresh(),
    identifier: 'Other',
    owner: { kind: 'team', id: team },
  });

  it('is made as often as the plan says, whichever of the own groups it belongs to', async () => {
    await sql`update accounts set plan = 'free' where id = ${ben.id}`.execute(db());
    await newList({ kind: 'account', id: ben.id }, ben);
    const body = { banlist_id: fresh(), identifier: 'B', owner: { kind: 'account', id: ben.id } };
    expect(await does(ben, 'banlists/create', body)).toBe('plan-limit-reached');
  });

  it('is obeyed by servers whose configuration one may change, each of which has one primary list', async () => {
    expect(await assign(list, server, false, ben)).toBe('not-found');
    expect(await assign(list)).toBe('done');
    const other = await newList({ kind: 'account', id: ada.id });
    expect(await assign(other, server, true)).toBe('done');
    const primary = async () =>
      (await obeyedBy(server)).filter((row) => row.primary).map(({ id }) => id);
    expect(await primary()).toEqual([other]);
    expect(await does(ada, `banlist/${other}/servers/${server}/remove`)).toBe('done');
    expect(await primary()).toEqual([list]);
    const servers = await groups.read((trx) => BAN_LIST_SERVER_ROWS.read(trx, list, null));
    expect(servers).toMatchObject([{ id: server, primary: true }]);
  });

  it('is left by one server alone', async () => {
    const second = await newServer('other.example.org');
    for (const one of [server, second]) expect(await assign(list, one)).toBe('done');
    expect(await does(ada, `banlist/${list}/servers/${server}/remove`)).toBe('done');
    const servers = await groups.read((trx) => BAN_LIST_SERVER_ROWS.read(trx, list, null));
    expect(servers.map(({ id }) => id)).toEqual([second]);
  });

  it('stays on other servers where one is deleted, and the primary one stays primary', async () => {
    const second = await newServer('second.example.org');
    const other = await newList({ kind: 'account', id: ada.id });
    const third = await newList({ kind: 'account', id: ada.id });
    await assign(third);
    groups.test.advance(1);
    for (const one of [server, second]) await assign(list, one, true);
    await assign(other);
    expect(await does(ada, `banlist/${other}/servers/${server}/remove`)).toBe('done');
    const primaries = (await obeyedBy(server)).map(({ id, primary }) => [id, primary]);
    expect(new Map(primaries as [string, boolean][])).toEqual(
      new Map([
        [list, true],
        [third, false],
      ]),
    );
    const { deps } = groups.test;
    await change({ ...deps, now: deps.clock() }, (made) => leaveLists(made, server));
    const left = await groups.read((trx) => BAN_LIST_SERVER_ROWS.read(trx, list, null));
    expect(left.map(({ id }) => id)).toEqual([second]);
    expect(await obeyedBy(server)).toEqual([]);
  });

  it('is deleted by its owner, with its name typed, and with all that is in it', async () => {
    await assign(list);
    await banned();
    const remove = (identifier: string) => does(ada, `banlist/${list}/delete`, { identifier });
    expect(await remove('watch')).toBe('confirmation-mismatch');
    expect(await remove('Watch')).toBe('done');
    expect(await verdict({ steam_id: STEAM })).toBe('let-in');
    expect(await ban()).toBe('being-deleted');
    await deleteBanList(groups.test.deps, { banlist_id: list });
    const states = groups.test.publish.facts.flatMap(({ stream, data }) => {
      const row = (data as { readonly row?: { readonly deleting?: unknown } }).row;
      return stream === resourceStream('banLists', ada.id) && row?.deleting ? [row.deleting] : [];
    });
    expect([...new Set(states)]).toEqual(['requested', 'in-progress', 'done']);
    expect([await listsOf(ada), await obeyedBy(server)]).toEqual([[], []]);
    const left = await sql`
      select ban_id from ban_keys where banlist_id = ${list}
      union all select id from paged_bans where owner_id = ${list}
    `.execute(db());
    expect(left.rows).toEqual([]);
  });
});

it('is counted by its status, for whoever may read the bans', async () => {
  const [, revoked, aside] = [await banned(), await banned(), await banned()];
  await does(ada, `banlist/${list}/bans/${revoked}/status`, { status: 'REVOKED' });
  await does(ada, `banlist/${list}/bans/${aside}/status`, { status: 'REWORK_REQUIRED' });
  const counts = await ada.browser.get(`/app/v1/banlist/${list}/counts`);
  expect(counts.json()).toEqual({ ACTIVE: 1, INACTIVE: 0, REWORK_REQUIRED: 1, REVOKED: 1 });
});

describe('a ban', () => {
  it('keeps its person out of the servers that obey the list, until it is revoked', async () => {
    await assign(list);
    expect(await verdict({ steam_id: STEAM })).toBe('let-in');
    const id = await banned();
    expect(await verdict({ steam_id: STEAM })).toBe('kick');
    expect(await status(id, 'REVOKED')).toBe('done');
    expect(await verdict({ steam_id: STEAM })).toBe('let-in');
    expect(await status(id, 'ACTIVE')).toBe('done');
    expect(await verdict({ steam_id: STEAM })).toBe('kick');
    expect(await listsOf(ada)).toMatchObject([{ bans: 1, entries: 1 }]);
  });

  it('of a person finds them by whatever else games show of them, and by their addresses where asked', async () => {
    await assign(list);
    await seen(STEAM, '192.0.2.7');
    const muster_id = await seen(STEAM, '192.0.2.8');
    const id = await banned({ who: { kind: 'person', muster_id, addresses: true } });
    const [guid] = identitiesOf({ steamId: STEAM, guid: null, bohemiaId: null });
    expect(await verdict({ muster_id })).toBe('kick');
    expect(await verdict({ muster_id: fresh(), ip: '192.0.2.8' })).toBe('kick');
    expect(await verdict({ ip: '192.0.2.9' })).toBe('let-in');
    const { ban: row, addresses } = await read(id);
    expect(row).toMatchObject({
      kind: 'hybrid',
      person_id: muster_id,
      name: 'Bob',
      steam_id: STEAM,
      guid: guid?.value,
      address: '192.0.*.*',
    });
    expect(addresses?.toSorted()).toEqual(['192.0.2.7', '192.0.2.8']);
  });

  it('of somebody whom the account never saw is refused, and so is what is no address', async () => {
    const person = { kind: 'person', muster_id: fresh() };
    expect(await ban({ who: person })).toBe('person-unknown');
    expect(await ban({ who: { kind: 'identity' } })).toBe('identity-needed');
    expect(await ban({ who: { kind: 'address', address: '1.2.3' } })).toBe('address-invalid');
    expect(await ban({ who: { kind: 'address', address: '*.*.*.*' } })).toBe('address-too-wide');
    for (const wrong of [{ reason: 'No' }, { reason: 'x'.repeat(41) }, { minutes: 1_051_201 }]) {
      expect(await ban(wrong)).toBe('invalid-request');
    }
  });

  it('shows its addresses to whoever made it or may see those of players there, and to nobody else', async () => {
    const id = await newList({ kind: 'team', id: team });
    await assign(id);
    useList(id);
    const made = await banned({ who: { kind: 'address', address: '192.0.2.*' } });
    const cid = await mate(['banlist.view', 'banlist.list']);
    expect((await page(cid)).rows).toMatchObject([{ address: '192.0.*.*', name: '' }]);
    expect((await read(made, cid)).addresses).toBeNull();
    expect((await read(made)).addresses).toEqual(['192.0.2.*']);
    await sees(cid, ['server.view.personal']);
    expect((await read(made, cid)).addresses).toEqual(['192.0.2.*']);
    expect((await page(ada, 'search=192.0.2')).rows).toEqual([]);
  });

  it('needs the permission for its length, and to end it that for any or for one’s own', async () => {
    useList(await newList({ kind: 'team', id: team }));
    const short = await mate([
      'banlist.view',
      'banlist.list',
      'banlist.add-temporary',
      'banlist.remove-own',
    ]);
    expect(await ban({}, short)).toBe('permission-denied');
    const own = asked({ minutes: 5 });
    expect(await does(short, `banlist/${list}/bans/create`, own)).toBe('done');
    const others = await banned({ minutes: 5 });
    expect((await read(others, short)).may).toMatchObject({ edit: false, remove: false });
    expect((await read(own.ban_id, short)).may).toMatchObject({ edit: true, remove: true });
    expect(await status(others, 'REVOKED', short)).toBe('permission-denied');
    expect(await status(own.ban_id, 'REVOKED', short)).toBe('done');
    const edit = (minutes: number | null, id = own.ban_id) =>
      does(short, `banlist/${list}/bans/${id}`, { minutes });
    expect(await edit(null)).toBe('permission-denied');
    expect(await edit(10, others)).toBe('permission-denied');
    expect(await edit(10)).toBe('done');
  });

  it('in force keeps its end when it is put in force, whoever asks and for how long', async () => {
    useList(await newList({ kind: 'team', id: team }));
    const adds = await mate([
      'banlist.view',
      'banlist.list',
      'banlist.add-temporary',
      'banlist.add-permanent',
    ]);
    const [short, lasting] = [await banned({ minutes: 60 }), await banned()];
    const ends = async () => [(await read(short)).ban.until, (await read(lasting)).ban.until];
    const before = await ends();
    for (const minutes of [1, null]) {
      expect(await status(short, 'ACTIVE', adds, { minutes })).toBe('done');
      expect(await status(lasting, 'ACTIVE', adds, { minutes })).toBe('done');
    }
    expect(await ends()).toEqual(before);
    await status(short, 'REVOKED');
    groups.test.advance(60 * MINUTE);
    expect(await status(short, 'ACTIVE', adds, { minutes: null })).toBe('done');
    expect(await ends()).toEqual([null, null]);
  });

  it('is made once where the request is sent again, and not changed over what nobody saw', async () => {
    const body = asked();
    for (const _ of [1, 2]) {
      expect(await does(ada, `banlist/${list}/bans/create`, body)).toBe('done');
    }
    expect((await page()).rows.length).toBe(1);
    const edit = (reason: string, was: object) =>
      does(ada, `banlist/${list}/bans/${body.ban_id}`, { reason, was });
    expect(await edit('Cheating', { reason: 'Spam' })).toBe('row-changed');
    expect(await edit('Cheating', { reason: 'Griefing' })).toBe('done');
    expect((await page(ada, 'search=cheat')).rows).toMatchObject([{ reason: 'Cheating' }]);
    expect(await status(body.ban_id, 'REVOKED', ada, { was: 'REVOKED' })).toBe('row-changed');
  });

  it('that ends is over by itself, is put into force again for a time, and goes a day later', async () => {
    await assign(list);
    const id = await banned({ minutes: 5 });
    groups.test.advance(5 * MINUTE);
    expect(await verdict({ steam_id: STEAM })).toBe('let-in');
    await endBans(groups.test.deps);
    expect((await page()).rows).toMatchObject([{ status: 'INACTIVE' }]);
    expect(await status(id, 'ACTIVE')).toBe('ban-over');
    expect(await status(id, 'ACTIVE', ada, { minutes: 5 })).toBe('done');
    expect(await verdict({ steam_id: STEAM })).toBe('kick');
    await status(id, 'REVOKED');
    await cleanBans(groups.test.deps);
    expect((await page()).rows.length).toBe(1);
    groups.test.advance(86_400_001);
    await does(ada, `banlist/${list}`, { keep_inactive: true });
    await cleanBans(groups.test.deps);
    expect((await page()).rows.length).toBe(1);
    await does(ada, `banlist/${list}`, { keep_inactive: false });
    await cleanBans(groups.test.deps);
    expect(await page()).toMatchObject({ rows: [], total: 0 });
    expect(await listsOf(ada)).toMatchObject([{ bans: 0, entries: 0 }]);
  });

  it('that is there twice stays once, as the one that lasts longest', async () => {
    await banned({ minutes: 5 });
    const lasting = await banned();
    groups.test.advance(1);
    await banned();
    await cleanBans(groups.test.deps);
    expect((await page()).rows.map(({ id }) => id)).toEqual([lasting]);
  });

  it('is found with its person, on the lists that one may read alone', async () => {
    const muster_id = await seen(STEAM, '192.0.2.7');
    const [first, second] = [await banned(), await banned({ who: { kind: 'person', muster_id } })];
    await status(second, 'REVOKED');
    const of = async (by: Person) =>
      (await bansOf(muster_id, by)).map(({ ban: { id }, banlist, in_force }) => [
        id,
        banlist,
        in_force,
      ]);
    expect(await of(ada)).toEqual([
      [first, 'Watch', true],
      [second, 'Watch', false],
    ]);
    await sees(ben, ['server.view']);
    expect(await of(ben)).toEqual([]);
  });

  it('that is made while somebody is linked by mistake stays with whom it was about', async () => {
    await assign(list);
    const muster_id = await seen(STEAM, '192.0.2.7');
    const { username } = await db()
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', ben.id)
      .executeTakeFirstOrThrow();
    const { db: _, ...deps } = groups.test.deps;
    const context = { ...deps, db: db(), now: deps.clock() };
    await linkSteam(context, username, STEAM);
    await banned({ who: { kind: 'person', muster_id } });
    expect(await verdict({ muster_id })).toBe('kick');
    expect(await verdict({ muster_id: ben.id })).toBe('kick');
    await unlinkSteam(context, username, STEAM);
    expect(await verdict({ muster_id })).toBe('kick');
    expect(await verdict({ muster_id: ben.id })).toBe('let-in');
  });

  it('knows nothing of somebody who is erased, and finds nobody by it', async () => {
    await assign(list);
    await banned();
    const muster_id = await seen(STEAM, '192.0.2.7');
    const alt = await banned({
      who: { kind: 'identity', bohemia_id: 'of-somebody-else' },
      description: `The same as ${STEAM}`,
    });
    await banned({ who: { kind: 'person', muster_id, addresses: true } });
    await banned({ who: { kind: 'address', address: '192.0.2.7' } });
    const wide = await banned({ who: { kind: 'address', address: '192.0.2.*' } });
    const { db: _, ...deps } = groups.test.deps;
    const context = { ...deps, db: db(), now: deps.clock() };
    await erasePerson(context, muster_id, () => undefined);
    const kept = await sql<{ text: string }>`
      select b::text as text from paged_bans b where owner_id = ${list}
      union all select k::text from ban_keys k where banlist_id = ${list}
      union all select a::text from ban_addresses a
      union all select a::text from paged_ban_list_audit a where owner_id = ${list}
      union all select a::text from paged_activity a where owner_id = ${ada.id}
    `.execute(db());
    const text = kept.rows.map((row) => row.text).join('\n');
    for (const term of [STEAM, '192.0.2.7', 'Bob']) expect(text).not.toContain(term);
    expect(await verdict({ steam_id: STEAM })).toBe('let-in');
    const others = (await page()).rows.filter(({ id }) => id !== alt);
    const rows = others.map(({ id, status: of }) => [id === wide, of]);
    expect(rows.toSorted()).toEqual([
      [false, 'INACTIVE'],
      [false, 'INACTIVE'],
      [false, 'INACTIVE'],
      [true, 'ACTIVE'],
    ]);
    expect(await listsOf(ada)).toMatchObject([{ bans: 2, entries: 5 }]);
    const erased = others.find(({ id }) => id !== wide)!;
    expect((await read(erased.id)).may.enforce).toBe(false);
    expect(await status(erased.id, 'ACTIVE')).toBe('ban-of-nobody');
    expect(await listsOf(ada)).toMatchObject([{ bans: 2, entries: 5 }]);
  });
});
