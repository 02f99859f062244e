/** What becomes of a row when somebody writes: the host does it, and a client shows it before. */
import type { CallName } from '../../protocol/calls.ts';
import type { KeptName, RowOf, ToldName } from '../../protocol/resources/registry.ts';
import { ARRANGEMENT_SET } from '../arrangements/rules.ts';
import { POLICY_SET } from '../files/storage.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import {
  GROUP_INVITE_ANSWER,
  memberGiven,
  memberRemoved,
  roleCreated,
  roleDeleted,
  roleMoved,
  TEAM_BROUGHT,
} from '../groups/call-rules.ts';
import { NOTE_RULES } from '../notes/rules.ts';
import { INVITE_ANSWER } from '../invitations/rules.ts';
import { PERSONNEL_SET } from '../personnel/rules.ts';
import { VIEW_SAVE } from '../saved-views/rules.ts';
import { JOB_RULES, MESSAGE_RULES } from '../schedules/rules.ts';
import type { Rows } from '../state.ts';
import { WALL_UPDATE } from '../walls/rules.ts';
import type { CallRule, Given, Known, ResourceRules } from './rule.ts';

const RULES = {
  notes: NOTE_RULES,
  jobs: JOB_RULES,
  messages: MESSAGE_RULES,
} as const satisfies { readonly [R in KeptName]: ResourceRules<R, Known> };

/** What it knows of a new row. */
export type KnownOf<R extends KeptName> = ReturnType<(typeof RULES)[R]['known']>;

/** The rules of a resource. */
export function rulesOf<R extends KeptName>(resource: R): ResourceRules<R, KnownOf<R>> {
  return RULES[resource] as unknown as ResourceRules<R, KnownOf<R>>;
}

/** By the calls whose outcome can be foreseen: an address that the host has yet to try is no fact. */
export const CALL_RULES = {
  personnelSet: PERSONNEL_SET,
  inviteAnswer: INVITE_ANSWER,
  inviteRevoke: removes('invites', 'invite_id'),
  displayEdit: edits('displays', 'display_id'),
  displayRevoke: removes('displays', 'display_id'),
  wallUpdate: WALL_UPDATE,
  wallDelete: removes('walls', 'wall_id'),
  arrangementSet: ARRANGEMENT_SET,
  fileDelete: removes('files', 'file_id'),
  storagePolicySet: POLICY_SET,
  viewSave: VIEW_SAVE,
  viewDelete: removes('views', 'view_id'),
  ...groupRules('team'),
  ...groupRules('organization'),
  groupInviteAnswer: GROUP_INVITE_ANSWER,
  organizationTeamAdd: TEAM_BROUGHT,
  organizationTeamRemove: removes('organizationTeams', 'team_id'),
  banListWebhookRemove: removes('banListWebhooks', 'webhook_id'),
} as const satisfies { readonly [N in CallName]?: CallRule<N, ToldName> };

/**
 * Of what teams and organizations have alike. Whoever is invited is known by an id alone, and the owner role of a new
 * group is made by the host: neither can be foreseen. Nor is whether one can be left, given away or deleted, and what was
 * typed for that would go with the form, if the page showed it at once.
 */
function groupRules<K extends GroupKind>(kind: K) {
  const [edit, roleEdit, revoke] = [
    edits(`${kind}s`, 'group_id'),
    edits(`${kind}Roles`, 'role_id'),
    removes(`${kind}Invites`, 'invite_id'),
  ];
  return {
    [`${kind}Edit`]: edit,
    [`${kind}RoleCreate`]: roleCreated(kind),
    [`${kind}RoleEdit`]: roleEdit,
    [`${kind}RoleMove`]: roleMoved(kind),
    [`${kind}RoleDelete`]: roleDeleted(kind),
    [`${kind}InviteRevoke`]: revoke,
    [`${kind}MemberRole`]: memberGiven(kind),
    [`${kind}MemberRemove`]: memberRemoved(kind),
  } as unknown as {
    readonly [A in Alike as `${K}${A}`]: CallRule<`${K}${A}`, Parts<K>[A]>;
  };
}

/** Which rows each of them is about. */
interface Parts<K extends GroupKind> {
  readonly Edit: `${K}s`;
  readonly RoleCreate: `${K}Roles`;
  readonly RoleEdit: `${K}Roles`;
  readonly RoleMove: `${K}Roles`;
  readonly RoleDelete: `${K}Roles`;
  readonly InviteRevoke: `${K}Invites`;
  readonly MemberRole: `${K}Members`;
  readonly MemberRemove: `${K}Members`;
}
type Alike = keyof Parts<GroupKind>;

/** The row that the call's path names goes. */
function removes<N extends CallName, R extends ToldName>(
  resource: R,
  name: string,
): CallRule<N, R> {
  const after = (rows: Rows, { params }: Given<N>) => {
    const row_id = named(params, name);
    return rows[resource].has(row_id) ? { row_id, row: null } : undefined;
  };
  return { resource, after };
}

/** The row that the call's path names has what was sent of its fields; what is absent stays. */
function edits<N extends CallName, R extends ToldName>(resource: R, name: string): CallRule<N, R> {
  const after = (rows: Rows, { params, body }: Given<N>) => {
    const row_id = named(params, name);
    const row = rows[resource].get(row_id);
    if (row === undefined) return undefined;
    const sent = Object.entries(body).filter(
      ([field, value]) => field in row && value !== undefined,
    );
    return { row_id, row: { ...row, ...Object.fromEntries(sent) } as unknown as RowOf<R> };
  };
  return { resource, after };
}

function named(params: object, name: string): string {
  return String((params as Readonly<Record<string, unknown>>)[name]);
}
