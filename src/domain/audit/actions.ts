import type { KeptName } from '../../protocol/resources/registry.ts';
import { WRITE, type Write } from '../../protocol/resources/resource.ts';

/** Everything that the audit tells, by what it is about. The portal has words for each. */
export const AUDIT_ACTION = {
  servers: [
    'add',
    'edit',
    'edit-refused',
    'delete',
    'move',
    'restrict',
    'unrestrict',
    'log-upload',
    'log-upload-part',
  ],
  notes: WRITE,
  jobs: WRITE,
  messages: WRITE,
  schedules: ['restart', 'now', 'skip', 'postpone', 'restore', 'run', 'missed'],
  account: [
    'found',
    'create',
    'sign-up',
    'sign-in',
    'sign-in-failed',
    'sign-out',
    'reset-password',
    'verify-email',
    'status',
    'title',
    'plan',
    'link-steam',
    'unlink-steam',
  ],
  groups: [
    'create',
    'edit',
    'role-create',
    'role-edit',
    'role-move',
    'role-delete',
    'invite',
    'invite-revoke',
    'invite-accept',
    'invite-decline',
    'member-role',
    'member-remove',
    'leave',
    'transfer',
    'team-add',
    'team-remove',
    'server-move',
    'delete',
    'deleted',
  ],
  banlists: ['create', 'edit', 'delete', 'deleted', 'assign', 'unassign', 'move'],
  bans: ['add', 'edit', 'status', 'over', 'enforce'],
  invitations: ['create', 'give', 'accept', 'decline', 'revoke'],
  walls: ['create', 'update', 'delete'],
  displays: ['pair', 'edit', 'revoke'],
  'log-folders': ['give', 'take'],
  player: ['erase'],
  audit: ['keyed'],
  personnel: ['set', 'keep'],
  support: ['give', 'end', 'ended'],
  access: ['refused'],
  actions: [
    'raw',
    'message-private',
    'message-public',
    'server-lock',
    'server-unlock',
    'server-restart',
    'server-kick',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>> &
  Readonly<Record<KeptName, readonly Write[]>>;

export type AuditFeature = keyof typeof AUDIT_ACTION;
export type AuditVerb<F extends AuditFeature> = (typeof AUDIT_ACTION)[F][number];
/** `feature.verb`. */
export type AuditAction = { [F in AuditFeature]: `${F}.${AuditVerb<F>}` }[AuditFeature];
