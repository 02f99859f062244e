import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEAM_ROLE_PERMISSION } from '../../protocol/permissions.ts';
import {
  heldIn,
  moved,
  whyNotCreateRole,
  whyNotDeleteRole,
  whyNotEditRole,
  whyNotGiveRole,
  whyNotInvite,
  whyNotLeave,
  whyNotModify,
  whyNotMoveRole,
  whyNotRemove,
  type Acting,
  type Role,
} from './rules.ts';

/** Sequences, and steps of one. */
const LONG = process.env['MUSTER_LONG'] !== undefined;
const RUNS = LONG ? 10_000 : 400;
const STEPS = 50;

const PEOPLE = ['ann', 'ben', 'cid', 'dan'] as const;
/** Whom owners let act for them, beside whatever role they have. */
const STAFF = 'dan';
/** One of each sort: what changes roles and members, and what is done with servers. */
const GIVEN = [
  'team.members.add',
  'team.members.modify',
  'team.members.remove',
  'team.roles.create',
  'team.roles.modify',
  'team.roles.delete',
  'team.hierarchy',
  'server.action.kick',
  'server.delete',
] as const;

type Kind = 'team' | 'organization';
interface Group {
  roles: Role[];
  members: Map<string, string | null>;
  invites: { from: string; to: string; role: string }[];
}
interface World {
  readonly team: Group;
  readonly organization: Group;
  /** The team belongs to the organization. */
  joined: boolean;
}

const OWNER: Role = { id: 'owner', hierarchy: 0, is_owner: true, permissions: [] };

/** A group with an owner, two roles below, and one of them or none for each of the others. */
function found(
  owner: string,
  roles: readonly (readonly string[])[],
  given: readonly number[],
): Group {
  const below = roles.map((held, at) => ({
    id: `${at + 1}`,
    hierarchy: at + 1,
    is_owner: false,
    permissions: held,
  }));
  const members = PEOPLE.flatMap((one, at): [string, string | null][] => {
    if (one === owner) return [[one, 'owner']];
    const role = given[at] ?? 0;
    return role === 0 ? [] : [[one, `${role}`]];
  });
  return { roles: [OWNER, ...below], members: new Map(members), invites: [] };
}

function roleOf(group: Group, person: string): Role | null {
  const id = group.members.get(person) ?? null;
  return group.roles.find((role) => role.id === id) ?? null;
}

function actingOf(world: World, kind: Kind, person: string): Acting {
  const isAbove = kind === 'team' && world.joined;
  return {
    kind,
    own: roleOf(world[kind], person),
    above: isAbove ? roleOf(world.organization, person) : null,
    support: person === STAFF,
  };
}

/** Everything that anybody may do by a role: on the team and its servers, and on the organization. */
function rightsOf(world: World): ReadonlySet<string> {
  const rights = PEOPLE.flatMap((person) =>
    (['team', 'organization'] as const).flatMap((kind) =>
      [...heldIn({ ...actingOf(world, kind, person), support: false })].map(
        (one) => `${person} ${kind} ${one}`,
      ),
    ),
  );
  return new Set(rights);
}

const person = fc.constantFrom(...PEOPLE);
const kind = fc.constantFrom<Kind>('team', 'organization');
const at = fc.nat(5);
const permissions = fc.subarray([...GIVEN]);
const step = fc.oneof(
  fc.record({ deed: fc.constant('create' as const), by: person, kind, permissions }),
  fc.record({ deed: fc.constant('edit' as const), by: person, kind, role: at, permissions }),
  fc.record({ deed: fc.constant('move' as const), by: person, kind, role: at, above: at }),
  fc.record({ deed: fc.constant('delete' as const), by: person, kind, role: at }),
  // It takes both to bring somebody in.
  {
    weight: 5,
    arbitrary: fc.record({
      deed: fc.constant('invite' as const),
      by: person,
      kind,
      to: person,
      role: at,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ deed: fc.constant('accept' as const), by: person, kind, invite: at }),
  },
  fc.record({ deed: fc.constant('give' as const), by: person, kind, to: person, role: at }),
  fc.record({ deed: fc.constant('remove' as const), by: person, kind, to: person }),
  fc.record({ deed: fc.constant('leave' as const), by: person, kind }),
  fc.record({ deed: fc.constant('transfer' as const), by: person, kind, to: person, role: at }),
  fc.record({ deed: fc.constant('join' as const), by: person }),
  fc.record({ deed: fc.constant('part' as const), by: person }),
);
const beginning = fc.record({
  roles: fc.tuple(permissions, permissions),
  given: fc.array(fc.nat(2), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const steps = fc.array(step, { minLength: STEPS / 2, maxLength: STEPS });

let made = 0;

/** Does what is allowed; answers by whose right it was done, null where it was refused or means nothing. */
function act(world: World, asked: Step): string | null {
  if (asked.deed === 'join' || asked.deed === 'part') {
    const owns = roleOf(world.team, asked.by)?.is_owner === true;
    const may =
      asked.deed === 'part' ? owns : owns && roleOf(world.organization, asked.by)?.is_owner;
    if (may !== true) return null;
    world.joined = asked.deed === 'join';
    return asked.by;
  }
  const group = world[asked.kind];
  const acting = actingOf(world, asked.kind, asked.by);
  const named = 'role' in asked ? (group.roles[asked.role] ?? null) : null;
  switch (asked.deed) {
    case 'create': {
      if (group.roles.length > 5 || whyNotCreateRole(acting, asked.permissions) !== null)
        return null;
      const id = `role ${++made}`;
      group.roles.push({
        id,
        hierarchy: group.roles.length,
        is_owner: false,
        permissions: asked.permissions,
      });
      return asked.by;
    }
    case 'edit': {
      if (named === null || whyNotEditRole(acting, named, asked.permissions) !== null) return null;
      replace(group, { ...named, permissions: asked.permissions });
      return asked.by;
    }
    case 'move': {
      const above = group.roles[asked.above] ?? null;
      if (named === null || whyNotMoveRole(acting, named, above) !== null) return null;
      const before = acting.own;
      group.roles = moved(group.roles, named, above).map((role, hierarchy) => ({
        ...role,
        hierarchy,
      }));
      const after = roleOf(group, asked.by);
      // Whoever acts by the organization's role stands above all of them.
      if (acting.above === null && before !== null && after !== null)
        expect(after.hierarchy).toBeGreaterThanOrEqual(before.hierarchy);
      return asked.by;
    }
    case 'delete': {
      if (named === null || whyNotDeleteRole(acting, named) !== null) return null;
      group.roles = group.roles
        .filter(({ id }) => id !== named.id)
        .map((role, hierarchy) => ({ ...role, hierarchy }));
      for (const [member, role] of group.members)
        if (role === named.id) group.members.set(member, null);
      group.invites = group.invites.filter(({ role }) => role !== named.id);
      return asked.by;
    }
    case 'invite': {
      if (named === null || group.members.has(asked.to) || whyNotInvite(acting, named) !== null)
        return null;
      group.invites.push({ from: asked.by, to: asked.to, role: named.id });
      return asked.by;
    }
    case 'accept': {
      const mine = group.invites.filter(({ to }) => to === asked.by);
      const invite = mine[asked.invite % Math.max(1, mine.length)];
      if (invite === undefined) return null;
      const role = group.roles.find(({ id }) => id === invite.role);
      if (role === undefined || group.members.has(asked.by)) return null;
      if (whyNotInvite(actingOf(world, asked.kind, invite.from), role) !== null) return null;
      group.members.set(asked.by, role.id);
      return invite.from;
    }
    case 'give': {
      if (named === null || !group.members.has(asked.to)) return null;
      if (whyNotGiveRole(acting, roleOf(group, asked.to), named) !== null) return null;
      group.members.set(asked.to, named.id);
      return asked.by;
    }
    case 'remove': {
      if (!group.members.has(asked.to) || whyNotRemove(acting, roleOf(group, asked.to)) !== null)
        return null;
      group.members.delete(asked.to);
      return asked.by;
    }
    case 'leave': {
      if (!group.members.has(asked.by) || whyNotLeave(acting.own) !== null) return null;
      group.members.delete(asked.by);
      return asked.by;
    }
    case 'transfer': {
      if (acting.own?.is_owner !== true || asked.to === asked.by || !group.members.has(asked.to))
        return null;
      if (named?.is_owner === true) return null;
      group.members.set(asked.by, named?.id ?? null);
      group.members.set(asked.to, 'owner');
      return asked.by;
    }
  }
}

function replace(group: Group, role: Role): void {
  group.roles = group.roles.map((one) => (one.id === role.id ? role : one));
}

describe('whatever people do in a team and its organization', () => {
  it(
    'nobody gains what nobody above gave, and each has one owner',
    () => {
      let done = 0;
      fc.assert(
        fc.property(
          beginning,
          beginning,
          fc.boolean(),
          steps,
          (team, organization, joined, asks) => {
            const world: World = {
              team: found('ann', team.roles, team.given),
              organization: found('ben', organization.roles, organization.given),
              joined,
            };
            for (const asked of asks) {
              const before = rightsOf(world);
              const by = act(world, asked);
              if (by === null) continue;
              done += 1;
              for (const right of rightsOf(world)) {
                if (before.has(right)) continue;
                const [, kind, permission] = right.split(' ');
                // Whoever gave it held it on the same thing, or owns the team that comes under an organization.
                expect(before, `${JSON.stringify(asked)} gave ${right}`).toContain(
                  `${by} ${kind} ${permission}`,
                );
              }
              for (const { members } of [world.team, world.organization]) {
                expect([...members.values()].filter((role) => role === 'owner')).toHaveLength(1);
              }
            }
          },
        ),
        { numRuns: RUNS },
      );
      // Else it proved nothing.
      expect(done).toBeGreaterThan(RUNS);
    },
    LONG ? 1_800_000 : 60_000,
  );
});

describe('a decision', () => {
  const role = (hierarchy: number, ...held: readonly string[]): Role => ({
    id: `role ${hierarchy}`,
    hierarchy,
    is_owner: hierarchy === 0,
    permissions: held,
  });
  const captain = role(
    1,
    'team.members.modify',
    'team.members.remove',
    'team.roles.modify',
    'team.hierarchy',
  );
  const by = (own: Role | null, above: Role | null = null): Acting => ({
    kind: 'team',
    own,
    above,
    support: false,
  });

  it('acts on equal and lower roles alone', () => {
    const codes = [role(0), role(1), role(2), null].map(
      (was) => whyNotRemove(by(captain), was)?.code,
    );
    expect(codes).toEqual(['owner-stays', undefined, undefined, undefined]);
    expect(whyNotRemove(by(role(2, 'team.members.remove')), captain)?.code).toBe(
      'hierarchy-denied',
    );
  });

  it('names what somebody lacks who would give it', () => {
    const refused = whyNotGiveRole(
      by(captain),
      null,
      role(2, 'server.delete', 'team.members.modify'),
    );
    expect(refused).toEqual({ code: 'permission-denied', needs: ['server.delete'] });
  });

  it('stands above a team by a role of its organization, but not above who owns the team', () => {
    const above = { ...role(3, 'team.members.remove', 'team.roles.modify'), id: 'above' };
    expect(whyNotRemove(by(null, above), captain)).toBeNull();
    expect(whyNotRemove(by(null, above), role(0))?.code).toBe('owner-stays');
    expect(whyNotEditRole(by(null, above), role(0))?.code).toBe('owner-role');
    expect(whyNotRemove(by(role(2), role(0)), captain)).toBeNull();
  });

  it('moves no role above the own one, nor the own one up', () => {
    const guest = role(3);
    const mate = role(2);
    expect(whyNotMoveRole(by(captain), guest, mate)).toBeNull();
    expect(whyNotMoveRole(by(captain), guest, captain)?.code).toBe('hierarchy-denied');
    expect(
      whyNotMoveRole(by({ ...mate, permissions: ['team.hierarchy'] }), mate, captain)?.code,
    ).toBe('hierarchy-denied');
    const order = moved([role(0), captain, mate, guest], guest, mate).map(({ id }) => id);
    expect(order).toEqual(['role 0', 'role 1', 'role 3', 'role 2']);
  });

  it('lets staff act as the owner, and hand nothing on', () => {
    const staff = { ...by(null), support: true };
    const mate = { ...by(role(1, 'team.members.modify')), support: true };
    expect(whyNotGiveRole(mate, null, role(2, 'server.delete'))).toEqual({
      code: 'permission-denied',
      needs: ['server.delete'],
    });
    expect(whyNotModify(staff)).toBeNull();
    expect(whyNotCreateRole(staff, [])?.code).toBe('permission-denied');
    expect(whyNotInvite(staff, role(2))?.code).toBe('permission-denied');
    expect(whyNotGiveRole(staff, null, role(2))?.code).toBe('permission-denied');
    expect(whyNotRemove(staff, null)?.code).toBe('permission-denied');
  });

  it('lets the owner role hold all that there is', () => {
    expect(heldIn(by(role(0))).size).toBe(TEAM_ROLE_PERMISSION.length);
  });
});
