/** Teams and organizations: what an account sees of its own, and what each has of members, roles, invitations and things. */
import { INVITATION_STATE } from '../invitations/limits.ts';
import {
  ORGANIZATION_ROLE_PERMISSION,
  TEAM_ROLE_PERMISSION,
  type OrganizationPermission,
  type RolePermission,
  type TeamPermission,
} from '../permissions.ts';
import type { Kit } from '../resources/kit.ts';
import { idOf, LIST_MAX, personal, plain, toldResource } from '../resources/resource.ts';
import { GROUP_DELETION, GROUP_KIND, GROUP_LIMIT } from './limits.ts';

const count = plain(({ z }) => z.int().min(0));

/** What an account sees of a group that it may see: the id of a row is the group's. */
const seen = {
  identifier: plain(({ groups }) => groups.groupIdentifier),
  owner_id: idOf('account'),
  owner_name: personal(({ personName }) => personName, 'owner_id'),
  /** The account belongs to it; else it sees it through a role of its organization. */
  member: plain(({ z }) => z.boolean()),
  /** The role that the account has in it; null: none. */
  role_id: plain(({ hexId }) => hexId.nullable()),
  role: plain(({ groups }) => groups.roleName.nullable()),
  is_owner: plain(({ z }) => z.boolean()),
  members: count,
  roles: count,
  servers: count,
  created_at: plain(({ moment }) => moment),
  /** null: nobody deletes it. */
  deleting: plain(({ z }) => z.enum(GROUP_DELETION).nullable()),
} as const;

const ofAccount = {
  scope: 'account',
  order: { by: 'identifier', direction: 'asc' },
  searched: ['identifier', 'owner_name'],
  most: LIST_MAX,
  read: 'account.self',
} as const;

export const TEAMS = toldResource({
  ...ofAccount,
  name: 'teams',
  many: 'teams',
  fields: {
    ...seen,
    /** The organization that it belongs to; null: to none. */
    organization_id: plain(({ hexId }) => hexId.nullable()),
    organization: plain(({ groups }) => groups.groupIdentifier.nullable()),
  },
});

export const ORGANIZATIONS = toldResource({
  ...ofAccount,
  name: 'organizations',
  many: 'organizations',
  fields: { ...seen, teams: count },
});

const invited = {
  role: plain(({ groups }) => groups.roleName),
  from_id: idOf('account'),
  from_name: personal(({ personName }) => personName, 'from_id'),
  created_at: plain(({ moment }) => moment),
  expires_at: plain(({ moment }) => moment),
  /** That its time is over is told by nobody: `standing` says it. */
  state: plain(({ z }) => z.enum(INVITATION_STATE)),
} as const;

/** Invitations into teams and organizations that are for the account. */
export const GROUP_INVITES = toldResource({
  name: 'groupInvites',
  scope: 'account',
  many: 'invitations into teams and organizations',
  fields: {
    kind: plain(({ z }) => z.enum(GROUP_KIND)),
    /** One of both. */
    team_id: plain(({ hexId }) => hexId.nullable()),
    organization_id: plain(({ hexId }) => hexId.nullable()),
    identifier: plain(({ groups }) => groups.groupIdentifier),
    ...invited,
  },
  order: { by: 'created_at', direction: 'desc' },
  searched: ['identifier', 'from_name'],
  most: GROUP_LIMIT.invitesShown,
  read: 'account.self',
});

function membersOf<const N extends string>(name: N, read: TeamPermission | OrganizationPermission) {
  return toldResource({
    name,
    scope: 'group',
    many: 'members',
    fields: {
      muster_id: idOf('account'),
      username: personal(({ personName }) => personName, 'muster_id'),
      display_name: personal(({ personName }) => personName, 'muster_id'),
      /** null: the role that they had is deleted, and they may nothing. */
      role_id: plain(({ hexId }) => hexId.nullable()),
      role: plain(({ groups }) => groups.roleName.nullable()),
      colour: plain(({ groups }) => groups.roleColour.nullable()),
      /** 0 is the owner's; what is larger stands below. */
      hierarchy: plain(({ z }) => z.int().min(0).nullable()),
      since: plain(({ moment }) => moment),
      /** When they were signed in last; null: never since that is written down. */
      last_seen: plain(({ moment }) => moment.nullable()),
    },
    order: { by: 'since', direction: 'asc' },
    searched: ['username', 'display_name', 'role'],
    most: GROUP_LIMIT.members,
    read,
  });
}

function rolesOf<const N extends string, const P extends RolePermission>(
  name: N,
  read: TeamPermission | OrganizationPermission,
  permissions: readonly P[],
) {
  return toldResource({
    name,
    scope: 'group',
    many: 'roles',
    fields: {
      name: plain(({ groups }) => groups.roleName),
      colour: plain(({ groups }) => groups.roleColour),
      /** 0 is the owner's; what is larger stands below. */
      hierarchy: plain(({ z }) => z.int().min(0)),
      is_owner: plain(({ z }) => z.boolean()),
      permissions: plain(({ z }: Kit) => z.array(z.enum(permissions)).max(permissions.length)),
      /** How many have it. */
      members: count,
      created_at: plain(({ moment }) => moment),
    },
    order: { by: 'hierarchy', direction: 'asc' },
    searched: ['name'],
    most: GROUP_LIMIT.roles,
    read,
  });
}

function invitesOf<const N extends string>(name: N, read: TeamPermission | OrganizationPermission) {
  return toldResource({
    name,
    scope: 'group',
    many: 'invitations',
    fields: {
      ...invited,
      role_id: plain(({ hexId }) => hexId),
      to_id: idOf('account'),
      to_name: personal(({ personName }) => personName, 'to_id'),
    },
    order: { by: 'created_at', direction: 'desc' },
    searched: ['from_name', 'to_name', 'role'],
    most: GROUP_LIMIT.invitesShown,
    read,
  });
}

function thingsOf<const N extends string>(name: N, read: TeamPermission | OrganizationPermission) {
  return toldResource({
    name,
    scope: 'group',
    many: 'resources',
    fields: {
      type: plain(({ z }) => z.enum(['server'])),
      identifier: plain(({ servers }) => servers.identifier),
      game: plain(({ servers }) => servers.game),
      /** When it was added to Muster. */
      created_at: plain(({ moment }) => moment),
    },
    order: { by: 'identifier', direction: 'asc' },
    searched: ['identifier'],
    most: GROUP_LIMIT.servers,
    read,
  });
}

export const TEAM_MEMBERS = membersOf('teamMembers', 'team.members.list');
export const ORGANIZATION_MEMBERS = membersOf('organizationMembers', 'organization.personnel.list');

export const TEAM_ROLES = rolesOf('teamRoles', 'team.roles.list', TEAM_ROLE_PERMISSION);
export const ORGANIZATION_ROLES = rolesOf(
  'organizationRoles',
  'organization.roles.list',
  ORGANIZATION_ROLE_PERMISSION,
);

export const TEAM_INVITES = invitesOf('teamInvites', 'team.members.list');
export const ORGANIZATION_INVITES = invitesOf('organizationInvites', 'organization.personnel.list');

/** What belongs to a group: the id of a row is the server's. */
export const TEAM_RESOURCES = thingsOf('teamResources', 'team.view');
export const ORGANIZATION_RESOURCES = thingsOf('organizationResources', 'organization.view');

/** The teams of an organization: the id of a row is the team's. */
export const ORGANIZATION_TEAMS = toldResource({
  name: 'organizationTeams',
  scope: 'group',
  many: 'teams',
  fields: {
    identifier: plain(({ groups }) => groups.groupIdentifier),
    owner_id: idOf('account'),
    owner_name: personal(({ personName }) => personName, 'owner_id'),
    members: count,
    roles: count,
    servers: count,
    created_at: plain(({ moment }) => moment),
    deleting: plain(({ z }) => z.enum(GROUP_DELETION).nullable()),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: ['identifier', 'owner_name'],
  most: GROUP_LIMIT.teams,
  read: 'organization.view',
});
