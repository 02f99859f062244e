/** What staff are let do for an owner, what they are not, and what is left of it in the audit. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resourceStream } from '../../protocol/streams.ts';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { blocked } from '../../../tests/support/blocked.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import {
  isBySupport,
  SERVER_PERMISSION,
  type ServerPermission,
} from '../../protocol/permissions.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { staffList } from '../../protocol/support/calls.ts';
import { grant, revoke, revokeAll, serverPermissions, serverResource } from '../access/grants.ts';
import { setTitle } from '../account/standing.ts';
import { change } from '../change/change.ts';
import { ORGANIZATION_SUPPORT_ROWS, SERVER_SUPPORT_ROWS, TEAM_SUPPORT_ROWS } from './rows.ts';

let groups: TestGroups;
let owner: Person;
let staff: Person;
let server: string;

beforeAll(async () => {
  groups = await TestGroups.open();
  staff = await groups.person();
  const { deps } = groups.test;
  await change({ ...deps, now: deps.clock() }, (made) => setTitle(made, staff.id, 'staff', true));
});
beforeEach(async () => {
  owner = await groups.person();
  server = await createTestServer(groups.test.deps, owner.id);
});
afterAll(() => groups.close());

const give = (by: Person, of = `server/${server}`) =>
  groups.does(by, `${of}/support`, { minutes: 60, costs: false });
const heldBy = (person: Person, id = server) =>
  serverPermissions(groups.test.deps.db, person.id, id);
const BY_SUPPORT: readonly ServerPermission[] = SERVER_PERMISSION.filter(isBySupport);

async function audited(resource: string) {
  const { rows } = await sql<{ action: string; actor: string | null; support: string | null }>`
    select action, actor, detail::json ->> 'support' as support from audit
    where resource = ${resource} and action <> 'servers.add' order by id
  `.execute(groups.test.deps.db);
  return rows;
}

it('staff may nothing, until the owner lets them, and no longer than that', async () => {
  expect(await heldBy(staff)).toEqual([]);
  expect(await give(owner)).toBe('done');
  expect(await heldBy(staff)).toEqual(BY_SUPPORT);
  expect(await heldBy(await groups.person())).toEqual([]);
  expect(await groups.does(owner, `server/${server}/support/end`)).toBe('done');
  expect(await heldBy(staff)).toEqual([]);
});

it('staff may nothing any more from the moment on at which it ends', async () => {
  await give(owner);
  await sql`update support_authorizations set until = ${Date.now() - 1}`.execute(
    groups.test.deps.db,
  );
  expect(await heldBy(staff)).toEqual([]);
  const rows = await groups.read((trx) => SERVER_SUPPORT_ROWS.read(trx, server, null));
  expect(rows).toEqual([]);
});

it('says who let them, and until when', async () => {
  const before = Date.now();
  await give(owner);
  const [row, ...more] = await groups.read((trx) => SERVER_SUPPORT_ROWS.read(trx, server, null));
  expect(more).toEqual([]);
  expect(row).toMatchObject({ kind: 'server', of: server, given_by: owner.id, costs: false });
  expect(row?.until).toBeGreaterThanOrEqual(before + 60 * 60_000);
});

it('whoever lets nobody act on a server with all but server.support cannot do so', async () => {
  const manager = await groups.person();
  const { db, clock } = groups.test.deps;
  const all = SERVER_PERMISSION.filter((one) => one !== 'server.support');
  await grant(db, manager.id, serverResource(server), all, owner.id, clock());
  expect(await give(manager)).toBe('permission-denied');
  await grant(db, manager.id, serverResource(server), ['server.support'], owner.id, clock());
  expect(await give(manager)).toBe('done');
});

it('what is let on one server lasts where another one goes', async () => {
  const { deps } = groups.test;
  const second = await createTestServer(deps, owner.id, { host: 'second.example.org' });
  for (const one of [server, second]) await give(owner, `server/${one}`);
  await deps.db.transaction().execute((trx) => revokeAll(trx, serverResource(server)));
  expect([await heldBy(staff), await heldBy(staff, second)]).toEqual([[], BY_SUPPORT]);
});

it('nobody lets staff act who lost the right while they waited for their turn', async () => {
  const { db, clock } = groups.test.deps;
  const manager = await groups.person();
  const rights = ['server.view', 'server.support'] as const;
  await grant(db, manager.id, serverResource(server), rights, owner.id, clock());
  const { answer } = await db.transaction().execute(async (trx) => {
    await sql`select from servers where id = ${server} for update`.execute(trx);
    const asked = give(manager);
    await blocked(db, 1);
    await revoke(trx, manager.id, serverResource(server), ['server.support']);
    // In an object, or the transaction would wait for what waits for it.
    return { answer: asked };
  });
  expect(await answer).toBe('permission-denied');
  expect(await heldBy(staff)).toEqual([]);
});

it('staff neither keep nor hand on what they are let do', async () => {
  await give(owner);
  expect(await give(staff)).toBe('permission-denied');
  expect(
    await groups.does(staff, `server/${server}/personnel`, {
      identifier: staff.id,
      permissions: ['server.view'],
    }),
  ).toBe('permission-denied');
  const to = { kind: 'account', id: staff.id };
  expect(await groups.does(staff, `server/${server}/move`, { to })).toBe('permission-denied');
});

it('staff who manage people of a server by themselves give nothing that they hold for a while alone', async () => {
  const { db, clock } = groups.test.deps;
  const own = ['server.view', 'server.personnel', 'server.support'] as const;
  const friend = await groups.person();
  await grant(db, staff.id, serverResource(server), own, owner.id, clock());
  await grant(db, friend.id, serverResource(server), ['server.view'], owner.id, clock());
  await give(owner);
  const gives = (permissions: readonly ServerPermission[]) =>
    groups.does(staff, `server/${server}/personnel`, { identifier: friend.id, permissions });
  expect(await gives(['server.view', 'server.action.kick'])).toBe('permission-denied');
  expect(await gives(['server.view', 'server.personnel'])).toBe('done');
  const to = { kind: 'account', id: staff.id };
  expect(await groups.does(staff, `server/${server}/move`, { to })).toBe('permission-denied');
});

it('what staff do so says by which authorization, and what they do elsewhere does not', async () => {
  await give(owner);
  const [row] = await groups.read((trx) => SERVER_SUPPORT_ROWS.read(trx, server, null));
  const named = { identifier: 'Chernarus' };
  expect(await groups.does(staff, `server/${server}/delete`, named)).toBe('done');
  const own = await createTestServer(groups.test.deps, staff.id);
  expect(await groups.does(staff, `server/${own}/delete`, named)).toBe('done');
  expect((await audited(serverResource(server))).slice(-2)).toEqual([
    { action: 'support.give', actor: owner.id, support: null },
    { action: 'servers.delete', actor: staff.id, support: row?.authorization_id },
  ]);
  const elsewhere = await audited(serverResource(own));
  expect(elsewhere.every(({ support }) => support === null)).toBe(true);
});

it('session data of staff says by what they act on servers, but for those on which they may as much by themselves', async () => {
  const { db, clock } = groups.test.deps;
  const own = await createTestServer(groups.test.deps, owner.id, { host: 'own.example.org' });
  await grant(db, staff.id, serverResource(own), SERVER_PERMISSION, owner.id, clock());
  const organization = await groups.found(owner, 'organization');
  for (const id of [server, own]) {
    const to = { kind: 'organization', id: organization };
    expect(await groups.does(owner, `server/${id}/move`, { to })).toBe('done');
  }
  const saidTo = async ({ browser }: Person) =>
    sessionData
      .parse((await browser.get('/app/v1/@me/session')).json())
      .support?.filter(({ servers }) => servers.some((id) => id === server || id === own));
  expect(await saidTo(staff)).toEqual([]);
  expect(await saidTo(owner)).toBeUndefined();
  await give(owner, `group/${organization}`);
  expect(await saidTo(owner)).toBeUndefined();
  const [said, ...more] = (await saidTo(staff)) ?? [];
  expect(more).toEqual([]);
  expect(said).toEqual({
    id: expect.any(String),
    kind: 'organization',
    identifier: 'Watch',
    until: expect.any(Number),
    servers: [server],
  });
  await groups.does(staff, `support/${said?.id}/end`);
});

it('staff give back what they were let do, and nobody else ends it so', async () => {
  await give(owner);
  const [row] = await groups.read((trx) => SERVER_SUPPORT_ROWS.read(trx, server, null));
  const end = (by: Person) => groups.does(by, `support/${row?.authorization_id}/end`);
  expect([await end(owner), await end(await groups.person())]).toEqual(['not-found', 'not-found']);
  expect(await heldBy(staff)).toEqual(BY_SUPPORT);
  expect(await end(staff)).toBe('done');
  expect(await heldBy(staff)).toEqual([]);
  expect(await end(staff)).toBe('not-found');
  expect((await audited(serverResource(server))).at(-1)).toEqual({
    action: 'support.end',
    actor: staff.id,
    support: row?.authorization_id,
  });
});

it('an organization lets staff act on its teams and on the servers of both, and its rows say so', async () => {
  const [organization, team] = [
    await groups.found(owner, 'organization'),
    await groups.found(owner, 'team'),
  ];
  await groups.does(owner, `organization/${organization}/teams`, { team_id: team });
  await groups.does(owner, `server/${server}/move`, { to: { kind: 'team', id: team } });
  expect(await heldBy(staff)).toEqual([]);
  expect(await give(owner, `group/${organization}`)).toBe('done');
  expect(await heldBy(staff)).toEqual(BY_SUPPORT);
  expect(await groups.does(staff, `team/${team}`, { identifier: 'Night' })).toBe('done');
  const roles = { role_id: groups.fresh(), name: 'Mate', colour: '#336699', permissions: [] };
  expect(await groups.does(staff, `team/${team}/roles`, roles)).toBe('permission-denied');
  const [ofServer, ofTeam, ofOrganization] = await groups.read(async (trx) => [
    await SERVER_SUPPORT_ROWS.read(trx, server, null),
    await TEAM_SUPPORT_ROWS.read(trx, team, null),
    await ORGANIZATION_SUPPORT_ROWS.read(trx, organization, null),
  ]);
  for (const rows of [ofServer, ofTeam, ofOrganization]) {
    expect(rows).toMatchObject([{ kind: 'organization', of: organization, identifier: 'Watch' }]);
  }
  expect(await groups.does(owner, `group/${organization}/support/end`)).toBe('done');
  expect(await heldBy(staff)).toEqual([]);
});

it('where staff are let act on a team, they put something of theirs into it, and nobody else', async () => {
  const stranger = await groups.person();
  const [team, other] = [await groups.found(owner, 'team'), await groups.found(stranger, 'team')];
  await give(owner, `group/${team}`);
  const moves = async (by: Person, id: string) => {
    const host = `${groups.fresh()}.example.net`;
    const own = await createTestServer(groups.test.deps, by.id, { host });
    return groups.does(by, `server/${own}/move`, { to: { kind: 'team', id } });
  };
  expect([
    await moves(staff, other),
    await moves(stranger, team),
    await moves(staff, team),
  ]).toEqual(['permission-denied', 'permission-denied', 'done']);
});

it('only its owner lets staff act on a group', async () => {
  const team = await groups.found(owner, 'team');
  const captain = await groups.person();
  const role = await groups.role(['team.view', 'team.modify'], { by: owner, of: team });
  await groups.member(captain, role, { by: owner, of: team });
  expect(await give(captain, `group/${team}`)).toBe('permission-denied');
  expect(await give(await groups.person(), `group/${team}`)).toBe('not-found');
});

it('ends where a server or a group goes to somebody else', async () => {
  const team = await groups.found(owner, 'team');
  await give(owner);
  await groups.does(owner, `server/${server}/move`, { to: { kind: 'team', id: team } });
  expect(await heldBy(staff)).toEqual([]);
  const heir = await groups.person();
  const role = await groups.role(['team.view'], { by: owner, of: team });
  await groups.member(heir, role, { by: owner, of: team });
  await give(owner, `group/${team}`);
  // What is given for a server of the team alone ends as well.
  expect(await give(owner)).toBe('done');
  expect(await heldBy(staff)).toEqual(BY_SUPPORT);
  const own = await createTestServer(groups.test.deps, owner.id, { host: 'stays.example.org' });
  await give(owner, `server/${own}`);
  await groups.does(owner, `group/${team}/transfer`, {
    muster_id: heir.id,
    identifier: 'Watch',
    role_id: null,
  });
  expect([await heldBy(staff), await heldBy(staff, own)]).toEqual([[], BY_SUPPORT]);
});

it('two who let staff act at once both do, and one of it lasts', async () => {
  expect(await Promise.all([give(owner), give(owner), give(owner)])).toEqual([
    'done',
    'done',
    'done',
  ]);
  const rows = await groups.read((trx) => SERVER_SUPPORT_ROWS.read(trx, server, null));
  expect(rows).toHaveLength(1);
});

it('an action that ends later is told under the authorization by which it was asked', async () => {
  const [first, second] = ['1', '2'].map((digit) => digit.repeat(24));
  await give(owner);
  const asked = await groups.read((trx) => SERVER_SUPPORT_ROWS.read(trx, server, null));
  const by = { session: first ?? '', through: `support/${asked[0]?.authorization_id}` };
  await give(owner);
  const { deps } = groups.test;
  const entry = { resource: serverResource(server), action: 'actions.server-kick', by } as const;
  await change({ ...deps, now: deps.clock() }, async (made) => {
    made.audit({ ...entry, actor: staff.id, detail: { request: second } });
  });
  expect((await audited(serverResource(server))).at(-1)).toMatchObject({
    actor: staff.id,
    support: asked[0]?.authorization_id,
  });
});

it('whoever becomes staff sees what staff may act on, and no longer once they are not', async () => {
  const [team, organization] = [
    await groups.found(owner, 'team'),
    await groups.found(owner, 'organization'),
  ];
  for (const id of [team, organization]) await give(owner, `group/${id}`);
  const guest = await groups.person();
  const { deps, publish } = groups.test;
  const told = async (given: boolean) => {
    publish.facts.length = 0;
    await change({ ...deps, now: deps.clock() }, (made) =>
      setTitle(made, guest.id, 'staff', given),
    );
    const rows = publish.facts.filter(({ event }) => event === 'row:put' || event === 'row:gone');
    return new Set(rows.map(({ stream, event }) => `${event} ${stream}`));
  };
  for (const [given, event] of [
    [true, 'row:put'],
    [false, 'row:gone'],
  ] as const) {
    const streams = await told(given);
    for (const name of ['teams', 'organizations'] as const) {
      expect(streams).toContain(`${event} ${resourceStream(name, guest.id)}`);
    }
  }
});

it('says who is of staff', async () => {
  const { people, more } = staffList.answer.parse(
    (await owner.browser.get('/app/v1/staff')).json(),
  );
  expect({ ids: people.map(({ muster_id }) => muster_id), more }).toEqual({
    ids: [staff.id],
    more: 0,
  });
});
