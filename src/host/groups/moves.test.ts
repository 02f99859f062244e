import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { blocked } from '../../../tests/support/blocked.ts';
import { featureDepsOf } from '../../../tests/support/features.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { SERVER_PERMISSION, type RolePermission } from '../../protocol/permissions.ts';
import { groupResource, permissionsOn, serverPermissions } from '../access/grants.ts';
import { PERSONS_LOCK } from '../identity/persons.ts';
import { deleteServer } from '../servers/delete-job.ts';
import { deleteGroup, serverLeft } from './delete.ts';
import { TEAM_ROWS } from './rows.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let cid: Person;
let team: string;

beforeAll(async () => {
  groups = await TestGroups.open();
});

afterAll(() => groups.close());

beforeEach(async () => {
  [ada, ben, cid] = [await groups.person(), await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
});

const does: TestGroups['does'] = (...asked) => groups.does(...asked);
type Of = Partial<Parameters<TestGroups['role']>[1]>;
const role = (permissions: readonly RolePermission[], of: Of = {}) =>
  groups.role(permissions, { by: ada, of: team, ...of });
const member = (who: Person, roleId: string, of: Of = {}) =>
  groups.member(who, roleId, { by: ada, of: team, ...of });
const mayOn = (who: Person) => permissionsOn(groups.test.deps.db, who.id, groupResource(team));
const mayOnServer = (who: Person, server: string) =>
  serverPermissions(groups.test.deps.db, who.id, server);

describe('an organization', () => {
  it('lets its roles act on the teams in it, and above their roles', async () => {
    const organization = await groups.found(ben, 'organization');
    expect(await does(ada, `organization/${organization}/teams`, { team_id: team })).toBe(
      'not-found',
    );
    const adding = await role(['organization.view', 'organization.teams.add'], {
      by: ben,
      of: organization,
      kind: 'organization',
    });
    await member(ada, adding, { by: ben, of: organization, kind: 'organization' });
    expect(await does(ben, `organization/${organization}/teams`, { team_id: team })).toBe(
      'permission-denied',
    );
    expect(await does(ada, `organization/${organization}/teams`, { team_id: team })).toBe('done');
    await member(cid, await role(['team.view', 'team.members.modify']));
    expect((await mayOn(ben)).has('team.members.remove')).toBe(true);
    expect(await does(ben, `team/${team}/members/${ada.id}/remove`)).toBe('owner-stays');
    expect(await does(ben, `team/${team}/members/${cid.id}/remove`)).toBe('done');
    expect(await does(ada, `team/${team}/organization/leave`)).toBe('done');
    expect([...(await mayOn(ben))]).toEqual([]);
    const seen = await groups.read((trx) => TEAM_ROWS.read(trx, ben.id, null));
    expect(seen).toEqual([]);
  });

  it('takes in nothing but teams', async () => {
    const organization = await groups.found(ada, 'organization');
    const other = await groups.found(ada, 'organization');
    for (const what of [other, ada.id]) {
      expect(await does(ada, `organization/${organization}/teams`, { team_id: what })).toBe(
        'not-found',
      );
    }
  });
});

describe('a team of another organization', () => {
  it('is brought into no second one, also by whoever owns it and both', async () => {
    const [first, second] = [
      await groups.found(ada, 'organization'),
      await groups.found(ada, 'organization'),
    ];
    const joins = { team_id: team };
    expect(await does(ada, `organization/${first}/teams`, joins)).toBe('done');
    expect(await does(ada, `organization/${second}/teams`, joins)).toBe('permission-denied');
    expect(await does(ada, `organization/${first}/teams`, joins)).toBe('done');
  });

  it('is taken out by nobody, whatever they may in theirs', async () => {
    const [own, other] = [
      await groups.found(ada, 'organization'),
      await groups.found(ben, 'organization'),
    ];
    const theirs = await groups.found(ben, 'team');
    const joins = { team_id: theirs };
    expect(await does(ben, `organization/${other}/teams`, joins)).toBe('done');
    expect(await does(ada, `organization/${own}/teams/${theirs}/remove`)).toBe('not-found');
    const { db } = groups.test.deps;
    const of = db.selectFrom('groups').select('organization_id').where('id', '=', theirs);
    expect(await of.executeTakeFirst()).toEqual({ organization_id: other });
  });
});

describe('a server', () => {
  it('moves to a team and back, with the rights of its roles and nothing of the account’s', async () => {
    const server = await createTestServer(groups.test.deps, ada.id, {
      host: `${ada.id}.one.example.org`,
    });
    const move = (by: Person, kind: string, id: string) =>
      does(by, `server/${server}/move`, { to: { kind, id } });
    await member(ben, await role(['team.view', 'server.view', 'server.action.kick']));
    expect(await move(cid, 'account', cid.id)).toBe('not-found');
    expect(await move(ada, 'team', team)).toBe('done');
    expect(await mayOnServer(ben, server)).toEqual(['server.view', 'server.action.kick']);
    expect(await mayOnServer(ada, server)).toEqual(SERVER_PERMISSION);
    expect(await move(ben, 'account', ben.id)).toBe('permission-denied');
    expect(await move(ada, 'account', ben.id)).toBe('not-found');
    // What belongs to a team is for whoever may change it, whatever else they may do with the server.
    await member(cid, await role(['team.view', ...SERVER_PERMISSION]));
    expect(await move(cid, 'account', cid.id)).toBe('permission-denied');
    expect(await move(ada, 'account', ada.id)).toBe('done');
    expect(await mayOnServer(ben, server)).toEqual([]);
    expect(await mayOnServer(ada, server)).toEqual(SERVER_PERMISSION);
  });

  it('whose people are changed at the same moment is moved after that, or not at all', async () => {
    const { deps } = groups.test;
    const server = await createTestServer(deps, ada.id, { host: `${ada.id}.two.example.org` });
    const { answers } = await deps.db.transaction().execute(async (trx) => {
      // Whoever gives permissions waits here, when what they give is written and not yet told.
      await sql`select pg_advisory_xact_lock(${PERSONS_LOCK})`.execute(trx);
      const permissions = ['server.view', 'server.personnel'];
      const gives = does(ada, `server/${server}/personnel`, { identifier: ada.id, permissions });
      await blocked(deps.db, 1);
      const moves = does(ada, `server/${server}/move`, { to: { kind: 'team', id: team } });
      await blocked(deps.db, 2);
      return { answers: Promise.all([gives, moves]) };
    });
    expect(await answers).toEqual(['done', 'permission-denied']);
    expect(await mayOnServer(ada, server)).toEqual(['server.view', 'server.personnel']);
  });

  it('goes or stays as the owner says who deletes the team', async () => {
    const servers = [];
    for (const host of ['one', 'two']) {
      const server = await createTestServer(groups.test.deps, ada.id, {
        host: `${ada.id}.${host}.example.org`,
      });
      expect(await does(ada, `server/${server}/move`, { to: { kind: 'team', id: team } })).toBe(
        'done',
      );
      servers.push(server);
    }
    const [kept = '', gone = ''] = servers;
    const destroy = (list: Record<string, unknown>[], identifier = 'Watch') =>
      does(ada, `group/${team}/delete`, { identifier, servers: list });
    const stays = { server_id: kept, to: { kind: 'account', id: ada.id } };
    expect(await destroy([stays])).toBe('resources-undecided');
    expect(await destroy([stays, { server_id: gone, to: null }], 'watch')).toBe(
      'confirmation-mismatch',
    );
    expect(await destroy([stays, { server_id: gone, to: null }])).toBe('done');
    expect(await does(ada, `team/${team}`, { identifier: 'Night' })).toBe('being-deleted');
    const deps = { ...featureDepsOf(groups.test), left: serverLeft };
    await deleteGroup(deps, { group_id: team });
    const state = () =>
      groups.test.deps.db
        .selectFrom('groups')
        .select('deleting')
        .where('id', '=', team)
        .executeTakeFirst();
    expect(await state()).toEqual({ deleting: 'in-progress' });
    await deleteServer(deps, { server_id: gone });
    await deleteGroup(deps, { group_id: team });
    expect(await state()).toBeUndefined();
    expect(await mayOnServer(ada, kept)).toEqual(SERVER_PERMISSION);
    expect([...(await mayOn(ada))]).toEqual([]);
  });
});
