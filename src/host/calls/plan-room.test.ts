/** What plans allow and a restricted account may not, by each call that makes or takes what counts by them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import type { PlanName } from '../../protocol/enumerations.ts';
import { GROUP_KIND } from '../../protocol/groups/limits.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { grant, HOST_RESOURCE } from '../access/grants.ts';

let groups: TestGroups;

beforeAll(async () => {
  groups = await TestGroups.open({ plans: true });
});

afterAll(() => groups.close());

/** Somebody with a plan, who may add servers. */
async function planned(plan: PlanName, plan_servers = 1): Promise<Person> {
  const person = await groups.person();
  await change(person, { plan, plan_servers, plan_status: 'ACTIVE', plan_until: null });
  const { db, clock } = groups.test.deps;
  await grant(db, person.id, HOST_RESOURCE, ['host.server.create'], null, clock());
  return person;
}

async function change(
  { id }: Person,
  to: {
    plan?: PlanName;
    plan_servers?: number;
    plan_status?: string;
    plan_until?: null;
    plan_restricted?: boolean;
  },
): Promise<void> {
  await groups.test.deps.db.updateTable('accounts').set(to).where('id', '=', id).execute();
}

const isLed = async ({ browser }: Person) => {
  const session = sessionData.parse((await browser.get('/app/v1/@me/session')).json());
  return session.subscriptions?.omega.upgrade;
};

/** Somebody owns one more of something that counts by their plan. */
const MAKES = {
  'a server': (by: Person) =>
    groups.does(by, 'servers/find', { host: 'elsewhere.test', ports: [] }),
  'a team': (by: Person) =>
    groups.does(by, 'teams/create', { group_id: groups.fresh(), identifier: 'Watch' }),
  'an organization': (by: Person) =>
    groups.does(by, 'organizations/create', { group_id: groups.fresh(), identifier: 'Watch' }),
  'a ban list': (by: Person) =>
    groups.does(by, 'banlists/create', {
      banlist_id: groups.fresh(),
      identifier: 'Watch',
      owner: { kind: 'account', id: by.id },
    }),
};
const EACH = Object.entries(MAKES);

/** A server of `by` goes to a team of `to`. */
async function move(by: Person, to: Person): Promise<() => Promise<string>> {
  const server = await createTestServer(groups.test.deps, by.id, { host: `${by.id}.example.org` });
  const team = await groups.found(to, 'team');
  const modify = await groups.role(['team.view', 'team.modify'], { by: to, of: team });
  await groups.member(by, modify, { by: to, of: team });
  return () => groups.does(by, `server/${server}/move`, { to: { kind: 'team', id: team } });
}

/** A team of `by` is given to `to`. */
async function transfer(by: Person, to: Person): Promise<() => Promise<string>> {
  const team = await groups.found(by, 'team');
  const role_id = await groups.role(['team.view'], { by, of: team });
  await groups.member(to, role_id, { by, of: team });
  const body = { identifier: 'Watch', muster_id: to.id, role_id };
  return () => groups.does(by, `group/${team}/transfer`, body);
}

describe.each(GROUP_KIND)('of %ss', (kind) => {
  it.each([
    ['free', 0],
    ['basic', 1],
    ['pro', 2],
    ['community', Infinity],
    ['advanced', Infinity],
  ] as const)('the plan %s holds %d', async (plan, holds) => {
    const owner = await planned(plan);
    const make = MAKES[kind === 'team' ? 'a team' : 'an organization'];
    const answers = [await make(owner), await make(owner), await make(owner)];
    expect(answers).toEqual(
      answers.map((_, made) => (made < holds ? 'done' : 'plan-limit-reached')),
    );
  });
});

it('a team goes to nobody whose plan holds no more', async () => {
  const [owner, heir] = [await planned('pro'), await planned('basic')];
  await groups.found(heir, 'team');
  expect(await (await transfer(owner, heir))()).toBe('plan-limit-reached');
});

describe('an account that its own plan stops', () => {
  it.each(EACH)('from %s is led to a higher one', async (_, make) => {
    const owner = await planned('basic');
    await createTestServer(groups.test.deps, owner.id, { host: `${owner.id}.example.org` });
    for (const [, first] of EACH.slice(1)) expect(await first(owner)).toBe('done');
    expect(await isLed(owner)).toBe(false);
    expect(await make(owner)).toBe('plan-limit-reached');
    expect(await isLed(owner)).toBe(true);
  });

  it('is not by what the plan of somebody else does not hold', async () => {
    const [owner, heir] = [await planned('community'), await planned('basic')];
    await createTestServer(groups.test.deps, heir.id, { host: `${heir.id}.own.example.org` });
    const moves = await move(owner, heir);
    const transfers = await transfer(owner, heir);
    expect([await moves(), await transfers()]).toEqual([
      'plan-limit-reached',
      'plan-limit-reached',
    ]);
    expect([await isLed(owner), await isLed(heir)]).toEqual([false, false]);
  });
});

describe('a restricted account', () => {
  it.each(EACH)('owns %s no more, whatever its plan holds', async (_, make) => {
    const owner = await planned('community');
    await change(owner, { plan_restricted: true });
    expect(await make(owner)).toBe('subscription-restricted');
    expect(await isLed(owner)).toBe(false);
  });

  it.each([
    ['a server', move],
    ['a team', transfer],
  ] as const)('takes %s from nobody', async (_, give) => {
    const [owner, heir] = [await planned('community'), await planned('community')];
    const gives = await give(owner, heir);
    await change(heir, { plan_restricted: true });
    expect(await gives()).toBe('subscription-restricted');
    await change(heir, { plan_restricted: false });
    expect(await gives()).toBe('done');
  });
});
