/** What session data says of an account: its plan, what it belongs to, and who invites it. First specification, section 3. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { sessionData, type SessionData } from '../../protocol/session/fields.ts';
import { setPlan, type NewPlan } from '../servers/set-plan.ts';

const DAY = 86_400_000;

let groups: TestGroups;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  groups = await TestGroups.open({ plans: true });
});
afterAll(() => groups.close());
beforeEach(async () => {
  [ada, ben] = [await groups.person(), await groups.person()];
});

async function dataOf(person: Person): Promise<SessionData> {
  const answer = await person.browser.get('/app/v1/@me/session');
  return sessionData.parse(answer.json());
}

describe('a plan', () => {
  const plan = (of: Person, change: Partial<NewPlan>) => {
    const { deps } = groups.test;
    const usual = {
      plan: 'pro',
      status: 'ACTIVE',
      until: null,
      servers: null,
      next: null,
    } as const;
    return setPlan(deps, deps.settings, of.id, { ...usual, ...change }, null);
  };

  it.each([
    ['free', 'FREE'],
    ['basic', 'BASIC'],
    ['pro', 'PRO'],
    ['community', 'EXTENDED'],
    ['advanced', 'EXTENDED'],
  ] as const)('%s is told as the tier %s', async (name, tier) => {
    await plan(ada, { plan: name });
    const { subscription, subscriptions } = await dataOf(ada);
    expect(subscription.plan).toBe(name);
    expect(subscriptions?.omega).toEqual({ tier, plans: true, upgrade: false });
  });

  it('says which follows it, holds until its period ends though it is cancelled, and is then that one', async () => {
    const until = groups.test.deps.clock() + DAY;
    await plan(ada, { status: 'CANCELLED', until, next: 'basic', servers: 3 });
    const cancelled = await dataOf(ada);
    expect(cancelled.subscription).toEqual({
      plan: 'pro',
      status: 'CANCELLED',
      until,
      restricted: false,
      next_plan: 'basic',
    });
    expect(cancelled.subscriptions?.omega.tier).toBe('PRO');
    expect(cancelled.limits.servers).toBe(5);
    groups.test.advance(DAY);
    const followed = await dataOf(ada);
    expect(followed.subscription).toMatchObject({ plan: 'basic', status: 'ACTIVE' });
    expect(followed.subscription).not.toHaveProperty('next_plan');
    expect(followed.subscriptions?.omega.tier).toBe('BASIC');
    expect(followed.limits.servers).toBe(3);
  });

  it('is the operator’s where plans do not bind, of no tier', async () => {
    const other = await TestGroups.open({ plan: { name: 'pro', servers: null } });
    const person = await other.person();
    const { subscription, subscriptions } = await dataOf(person);
    expect(subscription).toEqual({ plan: 'pro', status: 'ACTIVE', until: null, restricted: false });
    expect(subscriptions?.omega).toEqual({ tier: 'DEFAULT', plans: false, upgrade: false });
    await other.close();
  });
});

describe('an invitation', () => {
  it('is told with what it is into, its role and its end, until it is answered or over', async () => {
    const team = await groups.found(ada, 'team');
    const organization = await groups.found(ada, 'organization');
    const into = async (kind: 'team' | 'organization', of: string, name: string, days: number) => {
      const role = await groups.role([], { by: ada, of, kind, name });
      const invite_id = groups.fresh();
      const asked = { invite_id, muster_id: ben.id, role_id: role, days };
      expect(await groups.does(ada, `${kind}/${of}/invites`, asked)).toBe('done');
      return invite_id;
    };
    const asked = groups.test.deps.clock();
    const first = await into('team', team, 'Guard', 1);
    const second = await into('organization', organization, 'Manager', 2);
    const named = (id: string) => ({ id, identifier: 'Watch' });
    const intoTeam = {
      id: first,
      team: named(team),
      organization: null,
      role: 'Guard',
      expires_at: asked + DAY,
    };
    const intoOrganization = {
      id: second,
      team: null,
      organization: named(organization),
      role: 'Manager',
      expires_at: asked + 2 * DAY,
    };
    const { invites } = await dataOf(ben);
    expect(invites).toHaveLength(2);
    expect(invites).toEqual(expect.arrayContaining([intoTeam, intoOrganization]));
    expect((await dataOf(ada)).invites).toEqual([]);
    groups.test.advance(DAY);
    expect((await dataOf(ben)).invites).toEqual([intoOrganization]);
    const answer = `@me/group-invites/${second}/answer`;
    expect(await groups.does(ben, answer, { accept: false })).toBe('done');
    expect((await dataOf(ben)).invites).toEqual([]);
  });
});

describe('a membership', () => {
  it('is told with its role, and with none once that is deleted', async () => {
    const team = await groups.found(ada, 'team');
    const role = await groups.role(['team.view'], { by: ada, of: team, name: 'Guard' });
    await groups.member(ben, role, { by: ada, of: team });
    const into = { team: { id: team, identifier: 'Watch' }, organization: null };
    expect((await dataOf(ben)).memberships).toEqual([
      { ...into, role: { id: role, name: 'Guard' } },
    ]);
    expect(await groups.does(ada, `team/${team}/roles/${role}/delete`)).toBe('done');
    const { memberships, groups: held } = await dataOf(ben);
    expect(memberships).toEqual([{ ...into, role: null }]);
    expect(held?.[team] ?? []).toEqual([]);
  });

  it('brings the servers of the team, by the team, and others by the account', async () => {
    const team = await groups.found(ada, 'team');
    const { deps } = groups.test;
    await setPlan(
      deps,
      deps.settings,
      ada.id,
      { plan: 'community', status: 'ACTIVE', until: null, servers: null, next: null },
      null,
    );
    const [moved, own] = [
      await createTestServer(deps, ada.id, { host: `${team}.one.test` }),
      await createTestServer(deps, ada.id, { host: `${team}.two.test` }),
    ];
    const to = { kind: 'team', id: team };
    expect(await groups.does(ada, `server/${moved}/move`, { to })).toBe('done');
    const server = { type: 'server', restricted: false } as const;
    const ofTeam = { [team]: [{ ...server, id: moved, team_id: team }] };
    expect((await dataOf(ada)).resources).toEqual({
      ...ofTeam,
      [ada.id]: [{ ...server, id: own, team_id: null }],
    });
    await groups.member(ben, await groups.role(['server.view'], { by: ada, of: team }), {
      by: ada,
      of: team,
    });
    expect((await dataOf(ben)).resources).toEqual(ofTeam);
  });
});
