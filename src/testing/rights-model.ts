/**
 * People, a team, the organization over it and two servers, as far as it decides who may do what: what a property test of
 * sequences acts on, and a second opinion on what follows for each. Apart from that test, which would be too long.
 */
import { SERVER_PERMISSION, type ServerPermission } from '../protocol/permissions.ts';
import type { Acting, Role } from '../domain/groups/rules.ts';

export const PEOPLE = ['ann', 'ben', 'cid', 'dan'] as const;
/** Whom owners let act for them, beside whatever role they have. */
const STAFF = 'dan';
/** Some of each sort: what changes roles, members and groups, and what is done with servers. */
export const GIVEN = {
  team: [
    'team.modify',
    'team.members.add',
    'team.members.modify',
    'team.members.remove',
    'team.roles.create',
    'team.roles.modify',
    'team.roles.delete',
    'team.hierarchy',
  ],
  organization: [
    'organization.modify',
    'organization.personnel.add',
    'organization.personnel.modify',
    'organization.roles.create',
    'organization.roles.modify',
  ],
  server: [
    'server.view',
    'server.action.kick',
    'server.personnel',
    'server.support',
    'server.delete',
  ],
} as const;
/** What roles of each can hold. */
export const HELD = {
  team: [...GIVEN.team, ...GIVEN.server],
  organization: [...GIVEN.organization, ...GIVEN.team, ...GIVEN.server],
} as const;

export type Kind = 'team' | 'organization';
export interface Group {
  roles: Role[];
  members: Map<string, string | null>;
  invites: { from: string; to: string; role: string }[];
}
interface Server {
  /** A person, or one of the groups. */
  owner: string;
  shares: Map<string, readonly ServerPermission[]>;
  invites: { from: string; to: string; permissions: readonly ServerPermission[] }[];
}
export interface World {
  readonly team: Group;
  readonly organization: Group;
  readonly servers: readonly [Server, Server];
  /** The team belongs to the organization. */
  joined: boolean;
  /** Where staff are let act. */
  readonly support: Set<string>;
}

const OWNER: Role = { id: 'owner', hierarchy: 0, is_owner: true, permissions: [] };

/** A group with an owner, two roles below, and one of them or none for each of the others. */
export function found(
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

export function roleOf(group: Group, person: string): Role | null {
  const id = group.members.get(person) ?? null;
  return group.roles.find((role) => role.id === id) ?? null;
}

export function actingOf(world: World, kind: Kind, person: string): Acting {
  const isAbove = kind === 'team' && world.joined;
  const { support } = world;
  const isLet = support.has(kind) || (isAbove && support.has('organization'));
  return {
    kind,
    own: roleOf(world[kind], person),
    above: isAbove ? roleOf(world.organization, person) : null,
    support: person === STAFF && isLet,
  };
}

export function byRole({ own, above }: Acting, permission: string): boolean {
  const holds = (role: Role | null) =>
    role !== null && (role.is_owner || role.permissions.includes(permission));
  return holds(own) || holds(above);
}

/** What somebody may do with a server as long as nobody takes it. */
export function heldOn(world: World, at: number, person: string): readonly ServerPermission[] {
  const { owner, shares } = world.servers[at === 0 ? 0 : 1];
  const shared = shares.get(person) ?? [];
  const acting =
    owner === 'team' || owner === 'organization' ? actingOf(world, owner, person) : null;
  return GIVEN.server.filter(
    (one) => shared.includes(one) || (acting !== null && byRole(acting, one)),
  );
}

/** Everything that anybody may do, but for what staff are let do: that ends, and nobody has given it on. */
export function rightsOf(world: World): ReadonlySet<string> {
  const rights = new Set<string>();
  for (const person of PEOPLE) {
    for (const kind of ['team', 'organization'] as const) {
      const acting = actingOf(world, kind, person);
      for (const one of HELD[kind]) if (byRole(acting, one)) rights.add(`${person} ${kind} ${one}`);
    }
    for (const at of [0, 1]) {
      for (const one of heldOn(world, at, person)) rights.add(`${person} server${at} ${one}`);
    }
  }
  return rights;
}

/** What a role of a team can hold of this. */
export function ofTeam(held: readonly string[]): readonly string[] {
  return held.filter((one) => (HELD.team as readonly string[]).includes(one));
}

/** As it begins: the team has one of the servers, and Cid the other. */
export function beginningOf(team: Group, organization: Group, joined: boolean): World {
  return {
    team,
    organization,
    servers: [
      { owner: 'team', shares: new Map(), invites: [] },
      { owner: 'cid', shares: new Map([['cid', SERVER_PERMISSION]]), invites: [] },
    ],
    joined,
    support: new Set(),
  };
}
