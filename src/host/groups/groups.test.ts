import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { GROUP_LIMIT } from '../../protocol/groups/limits.ts';
import type { RolePermission } from '../../protocol/permissions.ts';
import { problem } from '../../protocol/problem.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { groupResource, permissionsOn } from '../access/grants.ts';
import { markSeen } from '../identity/seen.ts';
import { GROUP_INVITE_ROWS, TEAM_MEMBER_ROWS, TEAM_ROLE_ROWS } from './rows.ts';

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

const fresh = () => groups.fresh();
const does: TestGroups['does'] = (...asked) => groups.does(...asked);
type Of = Partial<Parameters<TestGroups['role']>[1]>;
const role = (permissions: readonly RolePermission[], of: Of = {}) =>
  groups.role(permissions, { by: ada, of: team, ...of });
const member = (who: Person, roleId: string, of: Of = {}) =>
  groups.member(who, roleId, { by: ada, of: team, ...of });
const mayOn = (who: Person) => permissionsOn(groups.test.deps.db, who.id, groupResource(team));
const members = () => groups.read((trx) => TEAM_MEMBER_ROWS.read(trx, team, null));
const roles = () => groups.read((trx) => TEAM_ROLE_ROWS.read(trx, team, null));

describe('a team', () => {
  it('is its maker’s, who holds all by a role that is made by itself', async () => {
    expect(await roles()).toMatchObject([{ hierarchy: 0, is_owner: true, members: 1 }]);
    const held = await mayOn(ada);
    expect([held.has('team.roles.delete'), held.has('organization.view')]).toEqual([true, false]);
    const session = sessionData.parse((await ada.browser.get('/app/v1/@me/session')).json());
    expect(session.memberships).toMatchObject([
      { team: { id: team, identifier: 'Watch' }, organization: null },
    ]);
    expect(session.groups?.[team]).toContain('team.modify');
  });

  it('is created once where the request is sent again, and by nobody else with its id', async () => {
    const body = { group_id: team, identifier: 'Watch' };
    expect(await does(ada, 'teams/create', body)).toBe('done');
    expect(await does(ben, 'teams/create', body)).toBe('not-found');
    expect((await members()).length).toBe(1);
  });

  it('is called by ASCII of at most 20 characters, and not over what the editor has not seen', async () => {
    for (const identifier of ['', 'a'.repeat(21), 'Wächter']) {
      expect(await does(ada, `team/${team}`, { identifier })).toBe('invalid-request');
    }
    expect(await does(ada, `team/${team}`, { identifier: 'Night', was: 'Day' })).toBe(
      'row-changed',
    );
    expect(await does(ada, `team/${team}`, { identifier: 'Night', was: 'Watch' })).toBe('done');
  });

  it('does not exist for strangers', async () => {
    expect(await does(ben, `team/${team}`, { identifier: 'Night' })).toBe('not-found');
    expect(await does(ben, `group/${team}/leave`)).toBe('not-found');
    expect(await does(ben, `group/${team}/delete`, { identifier: 'Watch', servers: [] })).toBe(
      'not-found',
    );
    const list = await ben.browser.get('/app/v1/teams/list');
    expect(list.json()).toEqual({ teams: [] });
  });

  it('is left by members, and not by its owner', async () => {
    await member(ben, await role(['team.view']));
    expect(await does(ada, `group/${team}/leave`)).toBe('owner-stays');
    expect(await does(ben, `group/${team}/leave`)).toBe('done');
    expect((await members()).map(({ muster_id }) => muster_id)).toEqual([ada.id]);
  });

  it('goes to a member whole, and never has two owners or none', async () => {
    const mate = await role(['team.view']);
    const give = (body: Record<string, unknown>) =>
      does(ada, `group/${team}/transfer`, { identifier: 'Watch', role_id: mate, ...body });
    expect(await give({ muster_id: ben.id })).toBe('not-a-member');
    await member(ben, mate);
    expect(await give({ muster_id: ben.id, identifier: 'watch' })).toBe('confirmation-mismatch');
    expect(
      await does(ben, `group/${team}/transfer`, {
        identifier: 'Watch',
        role_id: null,
        muster_id: ada.id,
      }),
    ).toBe('permission-denied');
    const [own] = (await roles()).filter(({ is_owner }) => is_owner);
    expect(await give({ muster_id: ben.id, role_id: own?.id })).toBe('owner-role');
    expect(await give({ muster_id: ben.id })).toBe('done');
    const held = (await members()).map(({ muster_id, role: name }) => [muster_id, name] as const);
    expect(new Map(held)).toEqual(
      new Map([
        [ada.id, 'Mate'],
        [ben.id, 'Owner'],
      ]),
    );
    expect([...(await mayOn(ada))]).toEqual(['team.view']);
    expect((await mayOn(ben)).has('team.modify')).toBe(true);
  });
});

it('says when each member was here last, as everybody is told it', async () => {
  await member(ben, await role(['team.view']));
  const { deps } = groups.test;
  const seen = async () => (await members()).map((row) => [row.muster_id, row.last_seen]);
  const joined = deps.clock();
  await deps.db.updateTable('accounts').set({ seen_at: null }).where('id', '=', ada.id).execute();
  expect(await seen()).toEqual(
    expect.arrayContaining([
      [ada.id, null],
      [ben.id, joined],
    ]),
  );
  groups.test.advance(60_000);
  await markSeen(deps.db, [ben.id], deps.clock());
  // What another host has seen later is not taken back.
  await markSeen(deps.db, [ben.id], joined + 1);
  expect(await seen()).toContainEqual([ben.id, joined + 60_000]);
});

describe('an invitation', () => {
  it('gives its role once it is accepted, and is answered once', async () => {
    const invite_id = fresh();
    const role_id = await role(['team.view', 'team.members.list']);
    expect(await does(ada, `team/${team}/invites`, { invite_id, muster_id: ben.id, role_id })).toBe(
      'done',
    );
    expect([...(await mayOn(ben))]).toEqual([]);
    const mine = () => groups.read((trx) => GROUP_INVITE_ROWS.read(trx, ben.id, null));
    expect(await mine()).toMatchObject([{ team_id: team, role: 'Mate', state: 'pending' }]);
    expect(await does(cid, `@me/group-invites/${invite_id}/answer`, { accept: true })).toBe(
      'not-found',
    );
    const answer = () => does(ben, `@me/group-invites/${invite_id}/answer`, { accept: true });
    expect([await answer(), await answer()]).toEqual(['done', 'invitation-invalid']);
    expect([...(await mayOn(ben))].toSorted()).toEqual(['team.members.list', 'team.view']);
    expect(await mine()).toMatchObject([{ state: 'accepted' }]);
    expect(await does(ada, `team/${team}/invites/${invite_id}/revoke`)).toBe('invitation-invalid');
    expect([...(await mayOn(ben))]).toContain('team.view');
  });

  it('is for accounts that are there, do not belong to it and are not asked already', async () => {
    const role_id = await role(['team.view']);
    const ask = (muster_id: string) =>
      does(ada, `team/${team}/invites`, { invite_id: fresh(), muster_id, role_id });
    expect(await ask('f'.repeat(24))).toBe('account-not-found');
    const blocked = await groups.person();
    await groups.test.deps.db
      .updateTable('accounts')
      .set({ status: ACCOUNT_STATUS.BANNED })
      .where('id', '=', blocked.id)
      .execute();
    expect(await ask(blocked.id)).toBe('account-not-found');
    expect(await ask(ada.id)).toBe('already-member');
    expect([await ask(ben.id), await ask(ben.id)]).toEqual(['done', 'already-invited']);
    const other = await groups.found(cid, 'team');
    const theirs = await groups.role(['team.view'], { by: cid, of: other });
    const asked = { invite_id: fresh(), muster_id: ben.id, role_id: theirs };
    expect(await does(cid, `team/${other}/invites`, asked)).toBe('done');
  });

  it('is made once where the request is sent again, and is not there for another group', async () => {
    const invite_id = fresh();
    const role_id = await role(['team.view']);
    const ask = () => does(ada, `team/${team}/invites`, { invite_id, muster_id: ben.id, role_id });
    expect([await ask(), await ask()]).toEqual(['done', 'done']);
    const other = await groups.found(cid, 'team');
    const theirs = await groups.role(['team.view'], { by: cid, of: other });
    const same = { invite_id, muster_id: ada.id, role_id: theirs };
    expect(await does(cid, `team/${other}/invites`, same)).toBe('not-found');
    const revoked = async (id: string) => {
      const answer = await cid.browser.post(`/app/v1/team/${other}/invites/${id}/revoke`, {});
      return problem.parse(answer.json());
    };
    expect(await revoked(invite_id)).toEqual(await revoked(fresh()));
  });

  it('waits with so many others for one account, whoever else is invited', async () => {
    const role_id = await role(['team.view']);
    const other = await groups.found(cid, 'team');
    const theirs = await groups.role(['team.view'], { by: cid, of: other });
    await sql`
      insert into group_invites (id, group_id, role_id, from_id, to_id, created_at, expires_at)
      select lpad(n::text, 24, '0'), ${other}, ${theirs}, ${cid.id}, ${ben.id}, 0, ${groups.test.deps.clock() + 1_000}
      from generate_series(1, ${GROUP_LIMIT.invitesFor}) n
    `.execute(groups.test.deps.db);
    const ask = ({ id }: Person) =>
      does(ada, `team/${team}/invites`, { invite_id: fresh(), muster_id: id, role_id });
    expect([await ask(ben), await ask(cid)]).toEqual(['limit-reached', 'done']);
  });

  it('is accepted by nobody who belongs to as many as can be, however many others do', async () => {
    const { db } = groups.test.deps;
    const role_id = await role(['team.view']);
    await sql`
      with many as (
        insert into groups (id, kind, identifier, owner, created_at)
        select lpad(n::text, 24, 'e'), 'team', 'Watch', ${cid.id}, 0
        from generate_series(1, ${GROUP_LIMIT.joined}) n returning id
      )
      insert into group_members (group_id, account_id, since) select id, ${cid.id}, 0 from many
    `.execute(db);
    const answers = async (who: Person) => {
      const invite_id = fresh();
      await does(ada, `team/${team}/invites`, { invite_id, muster_id: who.id, role_id });
      return does(who, `@me/group-invites/${invite_id}/answer`, { accept: true });
    };
    expect([await answers(cid), await answers(ben)]).toEqual(['limit-reached', 'done']);
    await sql`delete from groups where id like 'eeeeeeeeeeeeeeeeeeeee%'`.execute(db);
  });

  it('ends with its time, and with what whoever made it could give', async () => {
    const [late, guest] = [fresh(), fresh()];
    const inviting = await role(['team.view', 'team.members.add']);
    await member(ben, inviting);
    const lower = await role(['team.view'], { name: 'Guest' });
    expect(
      await does(ben, `team/${team}/invites`, {
        invite_id: guest,
        muster_id: cid.id,
        role_id: lower,
      }),
    ).toBe('done');
    expect(await does(ada, `team/${team}/members/${ben.id}/remove`)).toBe('done');
    expect(await does(cid, `@me/group-invites/${guest}/answer`, { accept: true })).toBe(
      'invitation-invalid',
    );
    expect(await does(ada, `team/${team}/invites/${guest}/revoke`)).toBe('done');
    expect(
      await does(ada, `team/${team}/invites`, {
        invite_id: late,
        muster_id: cid.id,
        role_id: lower,
        days: 1,
      }),
    ).toBe('done');
    groups.test.advance(86_400_001);
    expect(await does(cid, `@me/group-invites/${late}/answer`, { accept: true })).toBe(
      'invitation-invalid',
    );
  });
});

describe('roles', () => {
  it('are of their own group alone, and so is who has them', async () => {
    const other = await groups.found(ada, 'team');
    const theirs = await role(['team.view'], { of: other });
    await member(ben, await role(['team.view']));
    await member(ben, theirs, { of: other });
    const give = (role_id: string) => does(ada, `team/${team}/members/${ben.id}/role`, { role_id });
    const edits = { colour: '#112233' };
    expect(await does(ada, `team/${team}/roles/${theirs}`, edits)).toBe('not-found');
    expect(await give(theirs)).toBe('not-found');
    expect(await give(await role(['team.view', 'team.modify']))).toBe('done');
    const rows = await groups.read((trx) => TEAM_MEMBER_ROWS.read(trx, other, null));
    expect(rows.find(({ muster_id }) => muster_id === ben.id)?.role_id).toBe(theirs);
  });

  it('have names of 4 to 12 characters', async () => {
    const make = (name: string) =>
      does(ada, `team/${team}/roles`, {
        role_id: fresh(),
        name,
        colour: '#336699',
        permissions: [],
      });
    expect([await make('abc'), await make('a'.repeat(13)), await make('abcd')]).toEqual([
      'invalid-request',
      'invalid-request',
      'done',
    ]);
  });

  it('give nothing that whoever makes or changes them lacks', async () => {
    const own: RolePermission[] = [
      'team.view',
      'team.roles.create',
      'team.roles.modify',
      'team.members.modify',
    ];
    const maker = await role(own);
    const lower = await role(['server.delete'], { name: 'Other' });
    await member(ben, maker);
    await member(cid, await role([], { name: 'Guest' }));
    const body = {
      role_id: fresh(),
      name: 'More',
      colour: '#336699',
      permissions: ['server.delete'],
    };
    expect(await does(ben, `team/${team}/roles`, body)).toBe('permission-denied');
    expect(
      await does(ben, `team/${team}/roles/${maker}`, { permissions: [...own, 'server.delete'] }),
    ).toBe('permission-denied');
    expect(await does(ben, `team/${team}/members/${cid.id}/role`, { role_id: lower })).toBe(
      'permission-denied',
    );
    expect(await does(ben, `team/${team}/roles/${lower}`, { permissions: ['team.view'] })).toBe(
      'done',
    );
    expect(await does(ben, `team/${team}/members/${cid.id}/role`, { role_id: lower })).toBe('done');
    expect([...(await mayOn(cid))]).toEqual(['team.view']);
  });

  it('act on what stands no higher, and the owner’s is left alone', async () => {
    const high = await role(['team.view'], { name: 'High' });
    const low = await role([
      'team.view',
      'team.roles.modify',
      'team.roles.delete',
      'team.hierarchy',
      'team.members.remove',
    ]);
    await member(ben, low);
    await member(cid, high);
    const [owner] = await roles();
    expect(await does(ben, `team/${team}/roles/${high}`, { name: 'Lower' })).toBe(
      'hierarchy-denied',
    );
    expect(await does(ben, `team/${team}/roles/${low}/move`, { above: high })).toBe(
      'hierarchy-denied',
    );
    expect(await does(ben, `team/${team}/roles/${high}/delete`)).toBe('hierarchy-denied');
    expect(await does(ben, `team/${team}/members/${cid.id}/remove`)).toBe('hierarchy-denied');
    expect(await does(ben, `team/${team}/members/${ada.id}/remove`)).toBe('owner-stays');
    expect(await does(ada, `team/${team}/roles/${owner?.id}`, { name: 'Lower' })).toBe(
      'owner-role',
    );
    expect(await does(ada, `team/${team}/roles/${owner?.id}/delete`)).toBe('owner-role');
    expect(await does(ada, `team/${team}/roles/${low}/move`, { above: high })).toBe('done');
    expect(await does(ben, `team/${team}/roles/${high}`, { name: 'Lower' })).toBe('done');
    const order = (await roles()).toSorted((a, b) => a.hierarchy - b.hierarchy);
    expect(order.map(({ id }) => id)).toEqual([owner?.id, low, high]);
  });

  it('take what they gave from everyone when they go', async () => {
    const mate = await role(['team.view', 'team.members.list']);
    await member(ben, mate);
    expect(await does(ada, `team/${team}/roles/${mate}/delete`)).toBe('done');
    expect([...(await mayOn(ben))]).toEqual([]);
    expect((await members()).find(({ muster_id }) => muster_id === ben.id)?.role).toBeNull();
    const told = groups.test.publish.facts.filter(({ stream }) => stream === `account/${ben.id}`);
    const isRights = ({ data }: (typeof told)[number]) =>
      'reason' in data && data.reason === 'permissions';
    expect(told.filter(isRights).length).toBe(2);
    expect(groups.test.publish.changedSubjects).toContain(ben.id);
  });

  it('let one of two who demote each other at once, and tell the other', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await groups.person(), await groups.person()];
      const captain = await role(['team.view', 'team.members.modify'], { name: 'Captain' });
      const guest = await role(['team.view'], { name: 'Guest' });
      await member(one, captain);
      await member(other, captain);
      const demote = (by: Person, whom: Person) =>
        does(by, `team/${team}/members/${whom.id}/role`, { role_id: guest });
      const answers = await Promise.all([demote(one, other), demote(other, one)]);
      expect(answers.toSorted()).toEqual(['done', 'permission-denied']);
    }
  });
});
