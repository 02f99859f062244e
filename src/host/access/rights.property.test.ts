import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { throughWhat, type HeldRole, type Standing } from '../../domain/access/decide.ts';
import {
  ORGANIZATION_ROLE_PERMISSION,
  SERVER_PERMISSION,
  TEAM_ROLE_PERMISSION,
  type RolePermission,
} from '../../protocol/permissions.ts';
import { banListResource, groupResource, serverResource } from './grants.ts';
import type { RightRow } from '../store/tables/groups.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
  await sql`
    insert into known_permissions (permission, since)
    select name, 0 from unnest(${ORGANIZATION_ROLE_PERMISSION}::text[]) as name on conflict do nothing
  `.execute(test.deps.db);
});
afterAll(() => test.close());

const id = (kind: string, at: number) => `${kind}${at}`.padEnd(24, '0');
const PEOPLE = [0, 1, 2].map((at) => id('a', at));
const SERVERS = [0, 1, 2].map((at) => id('5', at));
const TEAMS = [0, 1, 2].map((at) => id('7', at));
const ORGANIZATIONS = [0, 1].map((at) => id('0', at));
const GROUPS = [...TEAMS, ...ORGANIZATIONS];
const LISTS = [0, 1, 2].map((at) => id('b', at));

const roleOf = (group: string) => {
  const may = ORGANIZATIONS.includes(group) ? ORGANIZATION_ROLE_PERMISSION : TEAM_ROLE_PERMISSION;
  return fc.record({
    is_owner: fc.boolean(),
    permissions: fc.subarray<RolePermission>([...may], { maxLength: 8 }),
  });
};
const world = fc.record({
  organizationOf: fc.tuple(...TEAMS.map(() => fc.option(fc.constantFrom(...ORGANIZATIONS)))),
  ownerOf: fc.tuple(...SERVERS.map(() => fc.constantFrom(...PEOPLE, ...GROUPS))),
  keeperOf: fc.tuple(...LISTS.map(() => fc.constantFrom(...PEOPLE, ...GROUPS))),
  roles: fc.tuple(...GROUPS.map((group) => roleOf(group))),
  members: fc.subarray(PEOPLE.flatMap((person) => GROUPS.map((group) => ({ person, group })))),
  without: fc.subarray(PEOPLE),
  shares: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...PEOPLE),
      fc.constantFrom(...SERVERS),
      fc.constantFrom(...SERVER_PERMISSION),
    ),
    { maxLength: 8, selector: String },
  ),
  staff: fc.subarray(PEOPLE),
  authorized: fc.uniqueArray(
    fc.record({ thing: fc.constantFrom(...SERVERS, ...GROUPS), isOver: fc.boolean() }),
    { selector: ({ thing }) => thing },
  ),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

function kindOf(owner: string) {
  if (PEOPLE.includes(owner)) return 'account';
  return TEAMS.includes(owner) ? 'team' : 'organization';
}

/** An hour from now, or an hour ago. */
const endOf = (isOver: boolean) => Date.now() + (isOver ? -3_600_000 : 3_600_000);
const resourceOf = (thing: string) =>
  SERVERS.includes(thing) ? serverResource(thing) : groupResource(thing);

/** Puts a world into the database, in place of what is there. */
async function keep(now: number, made: World): Promise<void> {
  const { db } = test.deps;
  await sql`
    truncate groups, group_roles, group_members, grants, support_authorizations, servers, ban_lists,
      accounts cascade
  `.execute(db);
  for (const person of PEOPLE) {
    const titles = made.staff.includes(person) ? ['staff'] : [];
    await sql`
      insert into accounts (id, username, username_key, display_name, email, email_key, password_hash, status, titles, plan, created_at)
      values (${person}, ${person}, ${person}, 'Ada', ${person}, ${person}, '', 1, ${titles}, 'community', ${now})
    `.execute(db);
  }
  for (const group of [...ORGANIZATIONS, ...TEAMS]) {
    const kind = TEAMS.includes(group) ? 'team' : 'organization';
    await sql`
      insert into groups (id, kind, identifier, owner, organization_id, created_at)
      values (${group}, ${kind}, ${group}, ${PEOPLE[0]}, ${made.organizationOf[TEAMS.indexOf(group)] ?? null}, ${now})
    `.execute(db);
    const { is_owner, permissions } = made.roles[GROUPS.indexOf(group)]!;
    await sql`
      insert into group_roles (id, group_id, name, colour, hierarchy, is_owner, permissions, created_at)
      values (${group}, ${group}, 'role', '#ffffff', ${is_owner ? 0 : 1}, ${is_owner}, ${is_owner ? [] : permissions}, ${now})
    `.execute(db);
  }
  for (const { person, group } of made.members) {
    const role = made.without.includes(person) ? null : group;
    await sql`insert into group_members (group_id, account_id, role_id, since) values (${group}, ${person}, ${role}, ${now})`.execute(
      db,
    );
  }
  for (const [at, server] of SERVERS.entries()) {
    await sql`
      insert into servers (id, owner, identifier, game, timezone, created_at, host, host_key, game_port, rcon_port, sealed_password, actions, state, population, environment, deployment)
      values (${server}, ${made.ownerOf[at]}, ${server}, 1, 'UTC', ${now}, ${server}, ${server}, 1, 1, '', '{}', '{}', '{}', '{}', '{}')
    `.execute(db);
  }
  for (const [at, list] of LISTS.entries()) {
    const owner = made.keeperOf[at]!;
    const kind = kindOf(owner);
    await sql`
      insert into ban_lists (id, owner, owner_kind, identifier, created_at)
      values (${list}, ${owner}, ${kind}, ${list}, ${now})
    `.execute(db);
  }
  for (const [person, server, permission] of made.shares) {
    await sql`insert into grants (subject, resource, permission, since) values (${person}, ${serverResource(server)}, ${permission}, ${now})`.execute(
      db,
    );
  }
  for (const { thing, isOver } of made.authorized) {
    await sql`
      insert into support_authorizations (id, resource, given_by, since, until, costs)
      values (${thing}, ${resourceOf(thing)}, ${PEOPLE[0]}, 0, ${endOf(isOver)}, false)
    `.execute(db);
  }
}

function standings(made: World): readonly { readonly resource: string; readonly of: Standing }[] {
  const organizationOf = (group: string | undefined) => {
    const organization = made.organizationOf[TEAMS.indexOf(group ?? '')] ?? null;
    return organization === null ? [] : [organization];
  };
  const things = [
    ...SERVERS.map((server, at) => {
      const owner = made.ownerOf[at] ?? '';
      const over = [owner, ...organizationOf(owner)];
      return { thing: server, resource: serverResource(server), kind: 'server' as const, over };
    }),
    ...LISTS.map((list, at) => {
      const owner = made.keeperOf[at] ?? '';
      const over = [owner, ...organizationOf(owner)];
      return { thing: list, resource: banListResource(list), kind: 'banlist' as const, over };
    }),
    ...TEAMS.map((team) => {
      const over = [team, ...organizationOf(team)];
      return { thing: team, resource: groupResource(team), kind: 'team' as const, over };
    }),
    ...ORGANIZATIONS.map((one) => {
      return {
        thing: one,
        resource: groupResource(one),
        kind: 'organization' as const,
        over: [one],
      };
    }),
  ];
  return PEOPLE.flatMap((person) => {
    const held = made.without.includes(person)
      ? []
      : made.members.filter((member) => member.person === person);
    const roles = held.map(({ group }): HeldRole => {
      const role = made.roles[GROUPS.indexOf(group)]!;
      return { ...role, role_id: group, role: 'role', group_id: group, group };
    });
    return things.map(({ thing, resource, kind, over }) => ({
      resource: `${person} ${resource}`,
      of: {
        kind,
        over,
        owns: kind === 'banlist' && over.includes(person),
        roles,
        shared: made.shares.flatMap(([to, server, permission]) =>
          to === person && server === thing ? [permission] : [],
        ),
        staff: made.staff.includes(person),
        authorized: made.authorized
          .filter((one) => one.thing === thing || over.includes(one.thing))
          .map(({ isOver }) => ({ until: endOf(isOver) })),
      },
    }));
  });
}

it('says in SQL exactly what the decision says, and through what', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      await keep(test.deps.clock(), made);
      const { rows } = await sql<RightRow>`select * from rights`.execute(test.deps.db);
      const inSql = rows.map(
        ({ subject, resource, permission, via, role_id }) =>
          `${subject} ${resource} ${permission} ${via} ${role_id ?? ''}`,
      );
      const decided = standings(made).flatMap(({ resource, of }) =>
        ORGANIZATION_ROLE_PERMISSION.flatMap((permission) =>
          throughWhat(of, permission, Date.now()).map(
            (way) =>
              `${resource} ${permission} ${way.via} ${way.via === 'role' ? way.role_id : ''}`,
          ),
        ),
      );
      expect(inSql.toSorted()).toEqual(decided.toSorted());
    }),
    { numRuns: 20 },
  );
});
