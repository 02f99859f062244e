/**
 * Whatever people do one after another and at once: in a team and its organization, by roles, invitations and transfers,
 * and with servers, which are shared, moved and let to staff.
 */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import { decideChange } from '../personnel/change.ts';
import {
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
  type Role,
} from './rules.ts';
import {
  actingOf,
  beginningOf,
  byRole,
  found,
  GIVEN,
  HELD,
  heldOn,
  ofTeam,
  PEOPLE,
  rightsOf,
  roleOf,
  type Kind,
  type World,
} from '../../testing/rights-model.ts';

/** Sequences; each has so many pairs of steps, whose people act at once. */
const LONG = process.env['MUSTER_LONG'] !== undefined;
const RUNS = LONG ? 10_000 : 3_000;
const PAIRS = 25;

const person = fc.constantFrom(...PEOPLE);
const kind = fc.constantFrom<Kind>('team', 'organization');
const at = fc.nat(5);
const server = fc.nat(1);
const permissions = fc.subarray([...HELD.organization]);
const shared = fc.subarray([...GIVEN.server]);
/** `weight`: some come to something seldom. */
function deed<Name extends string, With extends object>(
  name: Name,
  rest: { [Key in keyof With]: fc.Arbitrary<With[Key]> },
  weight = 1,
) {
  const arbitrary = fc.record({ deed: fc.constant(name), by: person, ...rest });
  return { weight, arbitrary: arbitrary as fc.Arbitrary<{ deed: Name; by: string } & With> };
}
const step = fc.oneof(
  deed('create', { kind, permissions }),
  deed('edit', { kind, role: at, permissions }),
  deed('rerank', { kind, role: at, above: at }),
  deed('delete', { kind, role: at }),
  // It takes both to bring somebody in.
  deed('invite', { kind, to: person, role: at }, 5),
  deed('accept', { kind, invite: at }, 5),
  deed('give', { kind, to: person, role: at }),
  deed('remove', { kind, to: person }),
  deed('leave', { kind }),
  deed('transfer', { kind, to: person, role: at }),
  deed('join', {}),
  deed('part', {}),
  deed('share', { server, to: person, permissions: shared }, 3),
  deed('ask', { server, to: person, permissions: shared }, 2),
  deed('claim', { server, invite: at }, 2),
  deed('move', { server, to: fc.constantFrom('account', 'team', 'organization') }, 3),
  deed('let', {
    on: fc.constantFrom('team', 'organization', 'server0', 'server1'),
    gives: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const beginning = fc.record({
  roles: fc.tuple(permissions, permissions),
  given: fc.array(fc.nat(2), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
});
/** Two people at once: the host has one of them wait for the other, and asks then. */
const pairs = fc.array(fc.tuple(step, step), { minLength: PAIRS / 5, maxLength: PAIRS });

let made = 0;

/** Does what is allowed; answers by whose right it was done, null where it was refused or means nothing. */
function act(world: World, asked: Step): string | null {
  switch (asked.deed) {
    case 'join':
    case 'part': {
      const owns = roleOf(world.team, asked.by)?.is_owner === true;
      const above = roleOf(world.organization, asked.by)?.is_owner === true;
      if (!owns || (asked.deed === 'join' && !above)) return null;
      world.joined = asked.deed === 'join';
      return asked.by;
    }
    case 'share':
    case 'ask':
    case 'claim':
    case 'move':
      return actOnServer(world, asked);
    case 'let': {
      const { on, by } = asked;
      const may =
        on === 'team' || on === 'organization'
          ? roleOf(world[on], by)?.is_owner === true
          : heldOn(world, Number(on.slice(-1)), by).includes('server.support');
      if (!may) return null;
      if (asked.gives) world.support.add(on);
      else world.support.delete(on);
      return by;
    }
    default:
      return actInGroup(world, asked);
  }
}

type OnServer = Extract<Step, { readonly server: number }>;

function actOnServer(world: World, asked: OnServer): string | null {
  const one = world.servers[asked.server]!;
  const { by } = asked;
  const set = (from: string, subject: string, wanted: readonly ServerPermission[]) => {
    const own = heldOn(world, asked.server, from);
    if (!own.includes('server.personnel')) return null;
    const rows = [...one.shares].map(([muster_id, held]) => ({
      muster_id,
      permissions: [...held],
      owner: muster_id === one.owner,
    }));
    const managed = PEOPLE.some(
      (who) =>
        (one.owner === 'team' || one.owner === 'organization') &&
        byRole(actingOf(world, one.owner, who), 'server.personnel'),
    );
    const wants = { actor: from, subject, permissions: wanted };
    const decided = decideChange(rows, wants, { own, managed });
    if (decided.kind === 'refused') return null;
    const held = one.shares.get(subject) ?? [];
    const now = [...held.filter((given) => !decided.take.includes(given)), ...decided.give];
    if (now.length === 0) one.shares.delete(subject);
    else one.shares.set(subject, now);
    return from;
  };
  switch (asked.deed) {
    case 'share':
      return set(by, asked.to, asked.permissions);
    case 'ask': {
      if (!heldOn(world, asked.server, by).includes('server.personnel')) return null;
      one.invites.push({ from: by, to: asked.to, permissions: asked.permissions });
      return by;
    }
    case 'claim': {
      const mine = one.invites.filter(({ to }) => to === by);
      const invite = mine[asked.invite % Math.max(1, mine.length)];
      if (invite === undefined) return null;
      return set(invite.from, by, [...(one.shares.get(by) ?? []), ...invite.permissions]);
    }
    case 'move': {
      // Whoever takes it holds everything on it: nobody gives what they lack.
      if (heldOn(world, asked.server, by).length < GIVEN.server.length) return null;
      const { owner } = one;
      const groups = [owner, asked.to].filter(
        (group): group is Kind => group === 'team' || group === 'organization',
      );
      if (groups.some((group) => whyNotModify(actingOf(world, group, by)) !== null)) return null;
      if (PEOPLE.some((who) => who === owner)) one.shares.delete(owner);
      one.owner = asked.to === 'account' ? by : asked.to;
      if (asked.to === 'account') one.shares.set(by, SERVER_PERMISSION);
      world.support.delete(`server${asked.server}`);
      return by;
    }
  }
}

type InGroup = Extract<Step, { readonly kind: Kind }>;

function actInGroup(world: World, asked: InGroup): string | null {
  const group = world[asked.kind];
  const acting = actingOf(world, asked.kind, asked.by);
  const named = 'role' in asked ? (group.roles[asked.role] ?? null) : null;
  const wanted =
    'permissions' in asked
      ? asked.permissions.filter((one) => (HELD[asked.kind] as readonly string[]).includes(one))
      : [];
  switch (asked.deed) {
    case 'create': {
      if (group.roles.length > 5 || whyNotCreateRole(acting, wanted) !== null) return null;
      const hierarchy = group.roles.length;
      group.roles.push({ id: `role ${++made}`, hierarchy, is_owner: false, permissions: wanted });
      return asked.by;
    }
    case 'edit': {
      if (named === null || whyNotEditRole(acting, named, wanted) !== null) return null;
      const edited = { ...named, permissions: wanted };
      group.roles = group.roles.map((one) => (one.id === edited.id ? edited : one));
      return asked.by;
    }
    case 'rerank': {
      const above = group.roles[asked.above] ?? null;
      if (named === null || whyNotMoveRole(acting, named, above) !== null) return null;
      const before = acting.own;
      group.roles = ranked(moved(group.roles, named, above));
      const after = roleOf(group, asked.by);
      // Whoever acts by the organization's role, or for the owner, stands above all of them.
      if (acting.above === null && !acting.support && before !== null && after !== null)
        expect(after.hierarchy).toBeGreaterThanOrEqual(before.hierarchy);
      return asked.by;
    }
    case 'delete': {
      if (named === null || whyNotDeleteRole(acting, named) !== null) return null;
      group.roles = ranked(group.roles.filter(({ id }) => id !== named.id));
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
      const role = group.roles.find(({ id }) => id === invite?.role);
      if (invite === undefined || role === undefined || group.members.has(asked.by)) return null;
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

function ranked(roles: readonly Role[]): Role[] {
  return roles.map((role, hierarchy) => ({ ...role, hierarchy }));
}

const done: Partial<Record<Step['deed'], number>> = {};

/** Does it, and looks that nobody gained what nobody above gave, and that nothing is without an owner. */
function checked(world: World, asked: Step): void {
  const before = rightsOf(world);
  const by = act(world, asked);
  if (by === null) return;
  done[asked.deed] = (done[asked.deed] ?? 0) + 1;
  for (const right of rightsOf(world)) {
    if (before.has(right)) continue;
    const [, thing, permission] = right.split(' ');
    // Whoever gave it held it on the same thing, or owns what comes to belong to another.
    if (before.has(`${by} ${thing} ${permission}`)) continue;
    expect.fail(`${JSON.stringify(asked)} gave ${right}, which ${by} did not hold`);
  }
  for (const { members } of [world.team, world.organization]) {
    const owners = [...members.values()].filter((role) => role === 'owner');
    if (owners.length !== 1) expect.fail(`${JSON.stringify(asked)} left ${owners.length} owners`);
  }
  for (const one of [0, 1]) {
    const kept = PEOPLE.some((who) => heldOn(world, one, who).includes('server.personnel'));
    if (!kept) expect.fail(`${JSON.stringify(asked)} left nobody who gives permissions`);
  }
}

it(
  'nobody gains what nobody above gave, and each thing has an owner, whoever of two comes first',
  () => {
    fc.assert(
      fc.property(
        beginning,
        beginning,
        fc.constantFrom('ann', 'ben'),
        fc.boolean(),
        pairs,
        (team, organization, above, joined, asks) => {
          let world = beginningOf(
            found('ann', team.roles.map(ofTeam), team.given),
            found(above, organization.roles, organization.given),
            joined,
          );
          for (const [one, other] of asks) {
            const turned = structuredClone(world);
            for (const asked of [one, other]) checked(world, asked);
            for (const asked of [other, one]) checked(turned, asked);
            if (asks.length % 2 === 0) world = turned;
          }
        },
      ),
      { numRuns: RUNS },
    );
    // Else it proved nothing.
    const seldom = Object.entries(done).filter(([, times]) => times < RUNS / 40);
    expect({ deeds: Object.keys(done).length, seldom }).toEqual({ deeds: 17, seldom: [] });
  },
  LONG ? 1_800_000 : 60_000,
);
