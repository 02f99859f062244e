import { GROUP_KIND } from '../groups/limits.ts';
import type { OrganizationPermission, TeamPermission } from '../permissions.ts';
import { pagedResource } from '../resources/paged.ts';
import { idOf, personal, plain } from '../resources/resource.ts';

/**
 * Who changed or did what. It is told beside the chained audit of the whole host, which is the proof; these rows are
 * for people, and names, texts and values in them can be erased. Those of before have none.
 */
const ENTRIES = {
  fields: {
    at: plain(({ moment }) => moment),
    /** null: the host itself, its operator at the terminal, or somebody who is not signed in. */
    actor_id: idOf('account', ({ hexId }) => hexId.nullable()),
    /** As they were called then; empty for the host. */
    actor_name: personal(({ personName }) => personName, 'actor_id'),
    /** What was done, as `feature.verb`. */
    action: plain(({ z }) => z.string()),
    detail: plain(({ z }) => z.record(z.string(), z.unknown())),
    /** Whom it was done to: a player or an account, or a stay while nobody knew whose it was. */
    target_id: idOf('player', ({ hexId }) => hexId.nullable().optional()),
    /** As they were called then. */
    target_name: personal(({ personName }) => personName.optional(), 'target_id'),
    /** The team or the organization that it was done in, as it was called then. */
    group: plain(({ z, hexId, groups }) =>
      z
        .object({ id: hexId, kind: z.enum(GROUP_KIND), identifier: groups.groupIdentifier })
        .optional(),
    ),
    /** The role of a team or an organization that let them do it, as it was called then. */
    through: plain(({ z, hexId, groups }) =>
      z.object({ id: hexId, name: groups.roleName, group: groups.groupIdentifier }).optional(),
    ),
    /** The command, the message, the reason, or what the thing is called. */
    text: personal(({ freeText }) => freeText.optional(), 'target_id'),
    /** What was changed, as it was and as it is: JSON, texts by the name of what they were changed in. */
    before: personal(({ freeText }) => freeText.optional(), 'target_id'),
    after: personal(({ freeText }) => freeText.optional(), 'target_id'),
    /** Whence; it is forgotten after a while. */
    address: personal(({ ipAddress }) => ipAddress.optional(), 'actor_id'),
    /** Whom it was done to, and the ids that the detail names: of accounts, players, rows. */
    things: idOf('player', ({ z, hexId }) => z.array(hexId)),
  },
  orders: ['at', 'actor_name', 'action'],
  direction: 'desc',
  filters: {
    actor: { kind: 'is', field: 'actor_id' },
    action: { kind: 'is', field: 'action' },
    thing: { kind: 'has', field: 'things' },
    from: { kind: 'least', field: 'at' },
    until: { kind: 'most', field: 'at' },
  },
  searched: ['action', 'actor_name', 'detail', 'target_name', 'text'],
} as const;

/** What was done on a server. */
export const AUDIT = pagedResource({
  ...ENTRIES,
  name: 'audit',
  scope: 'server',
  one: 'entry of the audit',
  many: 'entries of the audit',
  read: 'server.view.audit',
});

function ofGroup<const N extends string>(name: N, read: TeamPermission | OrganizationPermission) {
  return pagedResource({
    ...ENTRIES,
    name,
    scope: 'group',
    one: 'entry of the audit',
    many: 'entries of the audit',
    read,
  });
}

/**
 * What was done in a team, and in an organization. No permission of the specification opens it, so it is for whoever may
 * change it: entries name members, roles, and what either may.
 */
export const TEAM_AUDIT = ofGroup('teamAudit', 'team.modify');
export const ORGANIZATION_AUDIT = ofGroup('organizationAudit', 'organization.modify');

/** What was done in a ban list. */
export const BAN_LIST_AUDIT = pagedResource({
  ...ENTRIES,
  name: 'banListAudit',
  scope: 'banlist',
  one: 'entry of the protocol',
  many: 'entries of the protocol',
  read: 'banlist.protocol',
});

/** What was done in a bucket. */
export const BUCKET_AUDIT = pagedResource({
  ...ENTRIES,
  name: 'bucketAudit',
  scope: 'bucket',
  one: 'entry of the audit',
  many: 'entries of the audit',
  read: 'bucket.modify',
});

/** What was done with an account, for itself: how it was signed in to, and what it did that is of no server. */
export const ACTIVITY = pagedResource({
  ...ENTRIES,
  name: 'activity',
  scope: 'account',
  one: 'entry of the audit',
  many: 'entries of the audit',
  read: 'account.self',
});

/** The same of all accounts, and of what belongs to the host, for whoever operates it. */
export const OVERSIGHT = pagedResource({
  ...ENTRIES,
  name: 'oversight',
  scope: 'host',
  one: 'entry of the audit',
  many: 'entries of the audit of accounts',
  read: 'host.operate',
});
