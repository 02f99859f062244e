/** What the host does by itself with what people have made of groups. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { GROUP_LIMIT } from '../../protocol/groups/limits.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { restrict } from '../servers/restrict.ts';
import { change } from '../change/change.ts';
import { pruneGroupInvites } from './prune.ts';
import { GROUP_INVITE_ROWS, TEAM_INVITE_ROWS } from './rows.ts';

const DAY = 86_400_000;

let groups: TestGroups;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  // One server for each account is held, those beyond rest.
  groups = await TestGroups.open({ plans: true });
  [ada, ben] = [await planned(1), await planned(1)];
});

afterAll(() => groups.close());

/** Somebody whose plan holds so many servers. */
async function planned(servers: number): Promise<Person> {
  const person = await groups.person();
  await groups.test.deps.db
    .updateTable('accounts')
    .set({ plan: 'basic', plan_servers: servers, plan_status: 'ACTIVE', plan_until: null })
    .where('id', '=', person.id)
    .execute();
  return person;
}

const resting = async (server: string) => {
  const row = await groups.test.deps.db
    .selectFrom('servers')
    .select('beyond_plan')
    .where('id', '=', server)
    .executeTakeFirstOrThrow();
  return row.beyond_plan;
};

/** Each is newer than those before. */
const serverOf = (owner: Person, host: string) => {
  groups.test.advance(1_000);
  return createTestServer(groups.test.deps, owner.id, {
    host: `${owner.id}.${host}.example.org`,
  });
};

const resourcesOf = async (of: Person) => {
  const answer = await of.browser.get('/app/v1/@me/session');
  return sessionData.parse(answer.json()).resources;
};

it('invitations that were over long ago are forgotten, and told to be gone', async () => {
  const team = await groups.found(ada, 'team');
  const role_id = await groups.role(['team.view'], { by: ada, of: team });
  const ask = async (to: Person, days: number) => {
    const invite_id = groups.fresh();
    const asked = { invite_id, muster_id: to.id, role_id, days };
    expect(await groups.does(ada, `team/${team}/invites`, asked)).toBe('done');
    return invite_id;
  };
  const [declined, lasting] = [await ask(ben, 1), await ask(await groups.person(), 90)];
  await groups.does(ben, `@me/group-invites/${declined}/answer`, { accept: false });
  const ranOut = await ask(ben, 1);
  const { deps, publish } = groups.test;
  const now = deps.clock() + (GROUP_LIMIT.invitesKeptDays + 2) * DAY;
  await pruneGroupInvites(deps, deps.clock() + GROUP_LIMIT.invitesKeptDays * DAY);
  expect(await groups.read((trx) => TEAM_INVITE_ROWS.read(trx, team, null))).toHaveLength(3);
  await pruneGroupInvites(deps, now);
  const left = await groups.read((trx) => TEAM_INVITE_ROWS.read(trx, team, null));
  expect(left.map(({ id }) => id)).toEqual([lasting]);
  expect(await groups.read((trx) => GROUP_INVITE_ROWS.read(trx, ben.id, null))).toEqual([]);
  for (const stream of [`group/${team}/teamInvites`, `account/${ben.id}/groupInvites`]) {
    const gone = publish.facts.filter(
      (fact) => fact.stream === stream && fact.event === 'row:gone',
    );
    expect(gone.map(({ data }) => (data as { id: string }).id).toSorted()).toEqual(
      [declined, ranOut].toSorted(),
    );
  }
});

it('a server that moves counts by the plan of whoever owns the team, and none rests for it any more', async () => {
  const [dora, eric] = [await planned(2), await planned(1)];
  const [first, second] = [await serverOf(dora, 'one'), await serverOf(dora, 'two')];
  const own = await serverOf(eric, 'own');
  const team = await groups.found(eric, 'team');
  const modify = await groups.role(['team.view', 'team.modify'], { by: eric, of: team });
  await groups.member(dora, modify, { by: eric, of: team });
  const move = (server: string) =>
    groups.does(dora, `server/${server}/move`, { to: { kind: 'team', id: team } });
  expect(await move(second)).toBe('plan-limit-reached');
  // Now her plan holds one: the newer rests, until the other is somebody else's.
  await setPlan(dora, 1);
  await rest(second);
  await setPlan(eric, 2);
  expect(await move(first)).toBe('done');
  expect([await resting(first), await resting(second), await resting(own)]).toEqual([
    false,
    false,
    false,
  ]);
});

it('what a team has is held to the plan of whoever it is given to', async () => {
  const [fay, gil] = [await planned(2), await planned(1)];
  const team = await groups.found(fay, 'team');
  await serverOf(gil, 'own');
  const server = await serverOf(fay, 'one');
  const to = { kind: 'team', id: team };
  expect(await groups.does(fay, `server/${server}/move`, { to })).toBe('done');
  const mate = await groups.role(['team.view'], { by: fay, of: team });
  await groups.member(gil, mate, { by: fay, of: team });
  const body = { identifier: 'Watch', muster_id: gil.id, role_id: mate };
  expect(await groups.does(fay, `group/${team}/transfer`, body)).toBe('done');
  // His own is older.
  expect(await resting(server)).toBe(true);
});

it('what stays of a deleted team is held to the plan of whoever takes it', async () => {
  const [hal, ian] = [await planned(2), await planned(1)];
  const [from, to] = [await groups.found(hal, 'team'), await groups.found(ian, 'team')];
  const modify = await groups.role(['team.view', 'team.modify'], { by: ian, of: to });
  await groups.member(hal, modify, { by: ian, of: to });
  const [server, newer] = [await serverOf(hal, 'one'), await serverOf(hal, 'two')];
  const team = { kind: 'team', id: from };
  await groups.does(hal, `server/${server}/move`, { to: team });
  const servers = [{ server_id: server, to: { kind: 'team', id: to } }];
  const destroy = () => groups.does(hal, `group/${from}/delete`, { identifier: 'Watch', servers });
  await serverOf(ian, 'own');
  expect(await destroy()).toBe('plan-limit-reached');
  await setPlan(ian, 2);
  await setPlan(hal, 1);
  await rest(newer);
  expect(await destroy()).toBe('done');
  expect([await resting(server), await resting(newer)]).toEqual([false, false]);
});

it('what somebody sees of servers says whose they are, wherever they move, and that they rest', async () => {
  const jan = await planned(2);
  const team = await groups.found(jan, 'team');
  const server = await serverOf(jan, 'one');
  const item = { type: 'server', id: server, team_id: null, restricted: false };
  expect(await resourcesOf(jan)).toEqual({ [jan.id]: [item] });
  await groups.does(jan, `server/${server}/move`, { to: { kind: 'team', id: team } });
  expect(await resourcesOf(jan)).toEqual({ [team]: [{ ...item, team_id: team }] });
  const { deps, publish } = groups.test;
  publish.facts.length = 0;
  await change({ ...deps, now: deps.clock() }, (made) =>
    restrict(made, server, { by: 'operator', restricts: true, reason: 'spam' }),
  );
  expect(await resourcesOf(jan)).toEqual({
    [team]: [{ ...item, team_id: team, restricted: true }],
  });
});

/** As it does that its owner's plan holds no more. */
async function rest(server: string): Promise<void> {
  await groups.test.deps.db
    .updateTable('servers')
    .set({ beyond_plan: true, restricted: true })
    .where('id', '=', server)
    .execute();
}

async function setPlan({ id }: Person, servers: number): Promise<void> {
  await groups.test.deps.db
    .updateTable('accounts')
    .set({ plan_servers: servers })
    .where('id', '=', id)
    .execute();
}
