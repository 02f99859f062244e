import { z } from 'zod';
import { BAN_LIMIT } from '../bans/limits.ts';
import { BUCKET_LIMIT } from '../buckets/limits.ts';
import { read, write } from '../call.ts';
import { hexId } from '../fields.ts';
import {
  ORGANIZATION_ROLE_PERMISSION,
  TEAM_ROLE_PERMISSION,
  type RolePermission,
} from '../permissions.ts';
import { told } from '../resources/fields.ts';
import { ROW } from '../resources/schemas.ts';
import { groupIdentifier, roleColour, roleName } from './fields.ts';
import { GROUP_NEEDS } from './access.ts';
import { GROUP_KIND, GROUP_LIMIT, type GroupKind } from './limits.ts';

const deleted = 'being-deleted';
/** What a call of a group refuses that needs no permission, but its owner or a member. */
const owned = ['permission-denied', 'not-found', deleted] as const;

export const teamsList = read({
  name: 'teams-list',
  path: '/app/v1/teams/list',
  summary: 'The teams that the account may see.',
  answer: z.object({ teams: z.array(ROW.teams) }),
  access: 'signed-in',
});

export const organizations = read({
  name: 'organizations',
  path: '/app/v1/organizations',
  summary: 'The organizations that the account may see.',
  answer: z.object({ organizations: z.array(ROW.organizations) }),
  access: 'signed-in',
});

/** The calls of teams, and those of organizations: the same, but for the permissions. */
function callsOf<P extends RolePermission>(kind: GroupKind, permission: readonly P[]) {
  const needs = GROUP_NEEDS[kind];
  const path = `/app/v1/${kind}/:group_id` as const;
  const permissions = z.array(z.enum(permission)).max(permission.length);
  return {
    create: write({
      name: `${kind}-create`,
      path: `/app/v1/${kind}s/create`,
      summary: `Create a ${kind}. The caller chooses its id, so that the same request does not create it twice.`,
      body: { group_id: hexId, identifier: groupIdentifier },
      answer: told,
      errors: ['not-found', 'plan-limit-reached', 'subscription-restricted', 'limit-reached'],
      access: 'signed-in',
    }),
    edit: write({
      name: `${kind}-edit`,
      path,
      summary: `Call a ${kind} something else.`,
      /** `was`: what the editor saw; where it is called something else by now, nothing is changed. */
      body: { identifier: groupIdentifier, was: z.string().max(100).optional() },
      answer: told,
      errors: [deleted, 'row-changed'],
      access: needs.modify,
    }),
    roleCreate: write({
      name: `${kind}-role-create`,
      path: `${path}/roles`,
      summary: `Create a role of a ${kind}, below all others. Nobody gives a permission that they lack.`,
      body: { role_id: hexId, name: roleName, colour: roleColour, permissions },
      answer: told,
      errors: [deleted, 'limit-reached'],
      access: needs.rolesCreate,
    }),
    roleEdit: write({
      name: `${kind}-role-edit`,
      path: `${path}/roles/:role_id`,
      summary: 'Change a role that is not above the own one. What is absent stays.',
      body: {
        name: roleName.optional(),
        colour: roleColour.optional(),
        permissions: permissions.optional(),
        /** What the editor saw; where the role is another by now, nothing is changed. */
        was: z
          .object({
            name: z.string().max(100),
            colour: z.string().max(100),
            permissions: z.array(z.string().max(100)).max(200),
          })
          .partial()
          .optional(),
      },
      answer: told,
      errors: [deleted, 'hierarchy-denied', 'owner-role', 'row-changed'],
      access: needs.rolesModify,
    }),
    roleMove: write({
      name: `${kind}-role-move`,
      path: `${path}/roles/:role_id/move`,
      summary:
        'Put a role before another one, or below all. Both stand no higher than the own role.',
      /** The role that it stands right above from now on; null: it is the last. */
      body: { above: hexId.nullable() },
      answer: told,
      errors: [deleted, 'hierarchy-denied', 'owner-role'],
      access: needs.rolesMove,
    }),
    roleDelete: write({
      name: `${kind}-role-delete`,
      path: `${path}/roles/:role_id/delete`,
      summary: 'Delete a role; whoever has it has none from then on.',
      body: {},
      answer: told,
      errors: [deleted, 'hierarchy-denied', 'owner-role'],
      access: needs.rolesDelete,
    }),
    memberAdd: write({
      name: `${kind}-member-add`,
      path: `${path}/invites`,
      summary: `Invite an account into a ${kind}; it belongs to it once it accepts.`,
      body: {
        /** Made by whoever asks: sent again, it invites once. */
        invite_id: hexId,
        /** An account id. */
        muster_id: hexId,
        role_id: hexId,
        days: z
          .int()
          .min(GROUP_LIMIT.days.least)
          .max(GROUP_LIMIT.days.most)
          .default(GROUP_LIMIT.days.usual),
      },
      answer: told,
      errors: [
        deleted,
        'account-not-found',
        'already-member',
        'already-invited',
        'hierarchy-denied',
        'owner-role',
        'limit-reached',
      ],
      access: needs.membersAdd,
    }),
    inviteRevoke: write({
      name: `${kind}-invite-revoke`,
      path: `${path}/invites/:invite_id/revoke`,
      summary: 'Take back an invitation that nobody has answered.',
      body: {},
      answer: told,
      errors: [deleted, 'hierarchy-denied', 'invitation-invalid'],
      access: needs.membersAdd,
    }),
    memberRole: write({
      name: `${kind}-member-role`,
      path: `${path}/members/:muster_id/role`,
      summary:
        'Give a member another role. Neither the member nor the role may be above the own role.',
      body: {
        role_id: hexId,
        /** The role that the editor saw; where the member has another one by now, nothing is changed. */
        was: hexId.nullable().optional(),
      },
      answer: told,
      errors: [deleted, 'hierarchy-denied', 'owner-role', 'row-changed'],
      access: needs.membersModify,
    }),
    memberRemove: write({
      name: `${kind}-member-remove`,
      path: `${path}/members/:muster_id/remove`,
      summary: `Take a member out of a ${kind}.`,
      body: {},
      answer: told,
      errors: [deleted, 'hierarchy-denied', 'owner-stays'],
      access: needs.membersRemove,
    }),
  };
}

export const team = callsOf('team', TEAM_ROLE_PERMISSION);
export const organization = callsOf('organization', ORGANIZATION_ROLE_PERMISSION);

export const groupInviteAnswer = write({
  name: 'group-invite-answer',
  path: '/app/v1/@me/group-invites/:invite_id/answer',
  summary: 'Accept an invitation into a team or an organization, or decline it.',
  body: { accept: z.boolean() },
  answer: told,
  errors: ['not-found', 'invitation-invalid', deleted, 'limit-reached'],
  access: 'signed-in',
});

export const groupLeave = write({
  name: 'group-leave',
  path: '/app/v1/group/:group_id/leave',
  summary: 'Leave a team or an organization. Its owner stays, or gives it to somebody else first.',
  body: {},
  answer: told,
  errors: ['not-found', deleted, 'owner-stays'],
  access: 'signed-in',
});

export const groupTransfer = write({
  name: 'group-transfer',
  path: '/app/v1/group/:group_id/transfer',
  summary: 'Give a team or an organization to one of its members. For its owner alone.',
  body: {
    muster_id: hexId,
    /** What it is called, typed. */
    identifier: z.string().max(100),
    /** The role that the former owner has from then on; null: none. */
    role_id: hexId.nullable(),
  },
  answer: told,
  errors: [
    ...owned,
    'confirmation-mismatch',
    'not-a-member',
    'owner-role',
    'plan-limit-reached',
    'subscription-restricted',
    'limit-reached',
  ],
  access: 'signed-in',
});

/** An account, a team or an organization that takes something; null: it is deleted. */
const taker = z.object({ kind: z.enum(['account', ...GROUP_KIND]), id: hexId });

export const groupDelete = write({
  name: 'group-delete',
  path: '/app/v1/group/:group_id/delete',
  summary:
    'Ask for the deletion of a team or an organization. For its owner alone, who says what becomes of all that belongs to it.',
  body: {
    /** What it is called, typed. */
    identifier: z.string().max(100),
    /** Each of its servers, and who takes it; null: it is deleted. Where one is missing, nothing is done. */
    servers: z.array(z.object({ server_id: hexId, to: taker.nullable() })).max(GROUP_LIMIT.servers),
    /** The same of its ban lists, and of its buckets: one that a server uses cannot be deleted. */
    ban_lists: z
      .array(z.object({ banlist_id: hexId, to: taker.nullable() }))
      .max(BAN_LIMIT.owned)
      .default([]),
    buckets: z
      .array(z.object({ bucket_id: hexId, to: taker.nullable() }))
      .max(BUCKET_LIMIT.owned)
      .default([]),
  },
  answer: told,
  errors: [
    ...owned,
    'confirmation-mismatch',
    'resources-undecided',
    'bucket-in-use',
    'plan-limit-reached',
    'subscription-restricted',
    'limit-reached',
  ],
  access: 'signed-in',
});

export const serverMove = write({
  name: 'server-move',
  path: '/app/v1/server/:server_id/move',
  summary:
    'Move a server to the own account, or to a team or an organization that the account may change. It needs every permission on the server.',
  body: { to: taker },
  answer: z.object({ status: z.literal(true) }),
  errors: [deleted, 'plan-limit-reached', 'subscription-restricted', 'limit-reached'],
  access: 'server.view',
});

/** What moving something to another owner refuses. */
const movedErrors = [
  'not-found',
  'permission-denied',
  deleted,
  'plan-limit-reached',
  'subscription-restricted',
  'limit-reached',
] as const;

export const banListMove = write({
  name: 'banlist-move',
  path: '/app/v1/banlist/:banlist_id/move',
  summary:
    'Move a ban list to the own account, or to a team or an organization that the account may change. It needs every permission on the list, and that it is one’s own or a group’s that one may change.',
  body: { to: taker },
  answer: told,
  errors: movedErrors,
  access: 'banlist.modify',
});

export const bucketMove = write({
  name: 'bucket-move',
  path: '/app/v1/bucket/:bucket_id/move',
  summary:
    'Move a bucket to the own account, or to a team or an organization that the account may change. It has to be one’s own, or a group’s that one may change.',
  body: { to: taker },
  answer: told,
  errors: movedErrors,
  access: 'bucket.modify',
});

export const organizationTeamAdd = write({
  name: 'organization-team-add',
  path: '/app/v1/organization/:group_id/teams',
  summary: 'Bring a team, which the account owns, into an organization.',
  body: { team_id: hexId },
  answer: told,
  errors: [deleted, 'limit-reached'],
  access: 'organization.teams.add',
});

export const organizationTeamRemove = write({
  name: 'organization-team-remove',
  path: '/app/v1/organization/:group_id/teams/:team_id/remove',
  summary: 'Take a team out of an organization; it stays its owner’s.',
  body: {},
  answer: told,
  errors: [deleted],
  access: 'organization.teams.remove',
});

export const teamLeaveOrganization = write({
  name: 'team-leave-organization',
  path: '/app/v1/team/:group_id/organization/leave',
  summary: 'Take a team out of its organization. For the team’s owner alone.',
  body: {},
  answer: told,
  errors: [deleted],
  access: 'team.view',
});
