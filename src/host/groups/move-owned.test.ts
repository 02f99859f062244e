import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { featureDepsOf } from '../../../tests/support/features.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  type RolePermission,
} from '../../protocol/permissions.ts';
import { banListResource, bucketResource, permissionsOn } from '../access/grants.ts';
import { BAN_LIST_FOLLOW_ROWS, BAN_LIST_ROWS } from '../bans/rows.ts';
import { BUCKET_ROWS } from '../buckets/rows.ts';
import { deleteServer } from '../servers/delete-job.ts';
import { deleteGroup, serverLeft } from './delete.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let team: string;

beforeAll(async () => {
  groups = await TestGroups.open();
});

afterAll(() => groups.close());

beforeEach(async () => {
  [ada, ben] = [await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
});

const does: TestGroups['does'] = (...asked) => groups.does(...asked);
const db = () => groups.test.deps.db;
const join = async (who: Person, permissions: readonly RolePermission[], of = team, by = ada) =>
  groups.member(who, await groups.role(permissions, { by, of }), { by, of });
const made = async (path: string, body: Record<string, unknown>, by = ada) => {
  expect(await does(by, path, body)).toBe('done');
};

const THINGS = {
  banlist: {
    make: (id: string, owner: object) =>
      made('banlists/create', { banlist_id: id, identifier: 'Watch', owner }),
    resource: banListResource,
    all: BAN_LIST_PERMISSION,
    of: async (who: Person) => groups.read((trx) => BAN_LIST_ROWS.read(trx, who.id, null)),
    decided: (id: string, to: object | null) => ({ ban_lists: [{ banlist_id: id, to }] }),
    table: 'ban_lists',
  },
  bucket: {
    make: (id: string, owner: object) =>
      made('buckets/create', { bucket_id: id, identifier: 'Watch', type: 'WHITELIST', owner }),
    resource: bucketResource,
    all: BUCKET_PERMISSION,
    of: async (who: Person) => groups.read((trx) => BUCKET_ROWS.read(trx, who.id, null)),
    decided: (id: string, to: object | null) => ({ buckets: [{ bucket_id: id, to }] }),
    table: 'buckets',
  },
} as const;

describe.each(['banlist', 'bucket'] as const)('a %s', (what) => {
  const thing = THINGS[what];
  let id: string;
  const move = (by: Person, kind: string, to: string) =>
    does(by, `${what}/${id}/move`, { to: { kind, id: to } });
  const may = async (who: Person) => [...(await permissionsOn(db(), who.id, thing.resource(id)))];

  beforeEach(async () => {
    id = groups.fresh();
    await thing.make(id, { kind: 'account', id: ada.id });
  });

  it('moves to a team and back, with the rights of that team and nobody else’s', async () => {
    await join(ben, ['team.view', 'team.modify', ...BAN_LIST_PERMISSION]);
    expect(await may(ben)).toEqual([]);
    expect(await move(ben, 'account', ben.id)).toBe('not-found');
    expect(await move(ada, 'account', ben.id)).toBe('not-found');
    const before = groups.test.publish.facts.length;
    expect(await move(ada, 'team', team)).toBe('done');
    expect((await may(ben)).toSorted()).toEqual([...thing.all].toSorted());
    expect(await thing.of(ben)).toMatchObject([{ id, owner_kind: 'team', team_id: team }]);
    const told = groups.test.publish.facts.slice(before).map(({ stream }) => stream);
    expect(told).toContain(`account/${ben.id}/${what === 'bucket' ? 'buckets' : 'banLists'}`);
    expect(await move(ada, 'account', ada.id)).toBe('done');
    expect(await may(ben)).toEqual([]);
    expect(await thing.of(ben)).toEqual([]);
    expect(await thing.of(ada)).toMatchObject([{ id, owner_kind: 'account', team_id: null }]);
  });

  it('of a team is moved by nobody who may not change the team', async () => {
    expect(await move(ada, 'team', team)).toBe('done');
    await join(ben, ['team.view', ...BAN_LIST_PERMISSION]);
    expect(['permission-denied', 'not-found']).toContain(await move(ben, 'account', ben.id));
    expect(await thing.of(ada)).toMatchObject([{ id, team_id: team }]);
  });

  it('is not moved to a team that one may not change, or that is none', async () => {
    const other = await groups.found(ben, 'team');
    expect(await move(ada, 'team', other)).toBe('permission-denied');
    expect(await move(ada, 'organization', team)).toBe('not-found');
    expect(await move(ada, 'team', groups.fresh())).toBe('not-found');
  });

  it('says in its own audit and in that of the team from whom to whom it moved', async () => {
    expect(await move(ada, 'team', team)).toBe('done');
    const rows = await db()
      .selectFrom('audit')
      .select(['resource', 'action'])
      .where('action', 'like', '%move')
      .where('resource', 'in', [thing.resource(id), `group/${team}`])
      .orderBy('action')
      .execute();
    expect(rows).toEqual([
      { resource: thing.resource(id), action: `${what}s.move` },
      { resource: `group/${team}`, action: `groups.${what}-move` },
    ]);
  });

  it('goes or stays as the owner says who deletes its team', async () => {
    const kept = id;
    expect(await move(ada, 'team', team)).toBe('done');
    id = groups.fresh();
    await thing.make(id, { kind: 'team', id: team });
    const destroy = (decided: object) =>
      does(ada, `group/${team}/delete`, { identifier: 'Watch', servers: [], ...decided });
    expect(await destroy({})).toBe('resources-undecided');
    const stays = thing.decided(kept, { kind: 'account', id: ada.id });
    expect(await destroy(stays)).toBe('resources-undecided');
    const goes = thing.decided(id, null);
    const both = Object.fromEntries(
      Object.entries(stays).map(([key, some]) => [key, [...some, ...Object.values(goes).flat()]]),
    );
    expect(await destroy(both)).toBe('done');
    const left = await thing.of(ada);
    expect(left.find((row) => row.id === kept)).toMatchObject({ owner_kind: 'account' });
    const gone = left.find((row) => row.id === id);
    expect(what === 'banlist' ? gone : undefined).toEqual(
      what === 'banlist' ? expect.objectContaining({ deleting: 'requested' }) : gone,
    );
    await deleteGroup(featureDepsOf(groups.test), { group_id: team });
    const rest = await db()
      .selectFrom(thing.table)
      .select('id')
      .where('owner', '=', team)
      .execute();
    expect(rest).toEqual([]);
  });
});

it('a list of a team is moved by nobody who could not do all with it themselves', async () => {
  const id = groups.fresh();
  await THINGS.banlist.make(id, { kind: 'team', id: team });
  await join(ben, ['team.view', 'team.modify', 'banlist.view', 'banlist.modify']);
  const to = { kind: 'account', id: ben.id };
  expect(await does(ben, `banlist/${id}/move`, { to })).toBe('permission-denied');
});

it('lists that follow one are told whose it is now', async () => {
  const [id, follower] = [groups.fresh(), groups.fresh()];
  for (const one of [id, follower]) {
    await THINGS.banlist.make(one, { kind: 'account', id: ada.id });
  }
  await made(`banlist/${id}`, { allow_followers: true });
  const [row] = await THINGS.banlist.of(ada).then((rows) => rows.filter((one) => one.id === id));
  await made(`banlist/${follower}/follows`, { share_code: row?.share_code });
  const before = groups.test.publish.facts.length;
  await made(`banlist/${id}/move`, { to: { kind: 'team', id: team } });
  const told = groups.test.publish.facts.slice(before).map(({ stream }) => stream);
  expect(told).toContain(`banlist/${follower}/banListFollows`);
  const seen = await groups.read((trx) => BAN_LIST_FOLLOW_ROWS.read(trx, follower, null));
  expect(seen).toMatchObject([{ id, owner_id: ada.id }]);
});

it('a bucket that only servers use which go with the team goes, too', async () => {
  const id = groups.fresh();
  await THINGS.bucket.make(id, { kind: 'team', id: team });
  const [going, staying] = [
    await createTestServer(groups.test.deps, ada.id, { host: `${ada.id}.one.example.org` }),
    await createTestServer(groups.test.deps, ada.id, { host: `${ada.id}.two.example.org` }),
  ];
  await made(`server/${going}/move`, { to: { kind: 'team', id: team } });
  for (const server_id of [going, staying]) await made(`bucket/${id}/servers`, { server_id });
  const destroy = () =>
    does(ada, `group/${team}/delete`, {
      identifier: 'Watch',
      servers: [{ server_id: going, to: null }],
      buckets: [{ bucket_id: id, to: null }],
    });
  expect(await destroy()).toBe('bucket-in-use');
  await made(`bucket/${id}/servers/${staying}/remove`, {});
  expect(await destroy()).toBe('done');
  expect(await THINGS.bucket.of(ada)).toEqual([]);
  const deps = { ...featureDepsOf(groups.test), left: serverLeft };
  await deleteServer(deps, { server_id: going });
});

it('a list counts by the plan of whoever takes it', async () => {
  const planned = await TestGroups.open({ plans: true });
  try {
    const [rich, poor] = [await planned.person(), await planned.person()];
    const plan = (who: Person, plan: string) =>
      planned.test.deps.db
        .updateTable('accounts')
        .set({ plan, plan_status: 'ACTIVE', plan_until: null })
        .where('id', '=', who.id)
        .execute();
    await plan(rich, 'community');
    await plan(poor, 'basic');
    const of = await planned.found(poor, 'team');
    await planned.member(rich, await planned.role(['team.view', 'team.modify'], { by: poor, of }), {
      by: poor,
      of,
    });
    const lists = [];
    for (let made = 0; made < 2; made += 1) {
      const banlist_id = planned.fresh();
      const owner = { kind: 'account', id: rich.id };
      const body = { banlist_id, identifier: 'Watch', owner };
      if ((await planned.does(rich, 'banlists/create', body)) !== 'done') break;
      lists.push(banlist_id);
    }
    const answers = [];
    for (const one of lists) {
      answers.push(
        await planned.does(rich, `banlist/${one}/move`, { to: { kind: 'team', id: of } }),
      );
    }
    expect(answers.at(-1)).toBe('plan-limit-reached');
  } finally {
    await planned.close();
  }
});
