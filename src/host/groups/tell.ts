/** Who hears what of a team or an organization. */
import { sql } from 'kysely';
import type { AuditVerb } from '../../domain/audit/actions.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import { tellListsOf } from '../bans/own.ts';
import { tellBucketsOf } from '../buckets/own.ts';
import { groupResource } from '../access/grants.ts';
import type { Change } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { ORGANIZATION_RESOURCE_ROWS, TEAM_RESOURCE_ROWS } from '../servers/of-group.ts';
import {
  GROUP_INVITE_ROWS,
  memberId,
  ORGANIZATION_INVITE_ROWS,
  ORGANIZATION_MEMBER_ROWS,
  ORGANIZATION_ROLE_ROWS,
  ORGANIZATION_ROWS,
  ORGANIZATION_TEAM_ROWS,
  TEAM_INVITE_ROWS,
  TEAM_MEMBER_ROWS,
  TEAM_ROLE_ROWS,
  TEAM_ROWS,
} from './rows.ts';

type Group = Pick<GroupRow, 'id' | 'kind' | 'organization_id'>;
type Part = 'seen' | 'members' | 'roles' | 'invites' | 'resources';

/** By the kind of a group: its rows. */
const ROWS: Readonly<Record<GroupKind, Readonly<Record<Part, ToldRows>>>> = {
  team: {
    seen: TEAM_ROWS,
    members: TEAM_MEMBER_ROWS,
    roles: TEAM_ROLE_ROWS,
    invites: TEAM_INVITE_ROWS,
    resources: TEAM_RESOURCE_ROWS,
  },
  organization: {
    seen: ORGANIZATION_ROWS,
    members: ORGANIZATION_MEMBER_ROWS,
    roles: ORGANIZATION_ROLE_ROWS,
    invites: ORGANIZATION_INVITE_ROWS,
    resources: ORGANIZATION_RESOURCE_ROWS,
  },
};

/** Tells what a group has: answers where the stream stands once the change is done. */
export function tellPart(
  made: Change,
  { id, kind }: Pick<GroupRow, 'id' | 'kind'>,
  part: Exclude<Part, 'seen' | 'members'>,
  ids: readonly string[],
): () => number {
  return made.tellRows(ROWS[kind][part], id, ids);
}

/** Tells the rows of these accounts among the members of a group. */
export function tellMembers(
  made: Change,
  { id, kind }: Pick<GroupRow, 'id' | 'kind'>,
  accounts: readonly string[],
): () => number {
  return made.tellRows(
    ROWS[kind].members,
    id,
    accounts.map((account) => memberId(id, account)),
  );
}

/** Tells an account how it sees a group now. */
export function tellSeen(
  made: Change,
  { id, kind }: Pick<GroupRow, 'id' | 'kind'>,
  account: string,
) {
  return made.tellRows(ROWS[kind].seen, account, [id]);
}

/** Tells everybody who sees a group how it is now, and its organization. `also`: who may not see it any more. */
export async function tellAll(
  made: Change,
  group: Group,
  also: readonly string[] = [],
): Promise<void> {
  const seers = new Set([...(await seersOf(made.trx, group.id)), ...also]);
  for (const account of seers) tellSeen(made, group, account);
  if (group.organization_id !== null) {
    made.tellRows(ORGANIZATION_TEAM_ROWS, group.organization_id, [group.id]);
  }
}

/** Everybody who belongs to a group or may do something with it. */
export async function seersOf(trx: Trx, groupId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id::text as id from group_members where group_id = ${groupId}
    union
    select subject from rights where resource = ${groupResource(groupId)}
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * What these accounts may do by a group is another now: their sockets gain and lose streams at once, their tabs ask again
 * what they may do, and see the teams of an organization by it.
 */
export async function changeRights(
  made: Change,
  group: Pick<GroupRow, 'id' | 'kind'>,
  accounts: readonly string[],
): Promise<void> {
  const teams = group.kind === 'organization' ? await teamsOf(made.trx, group.id) : [];
  for (const account of accounts) {
    made.changeGrants(account);
    made.tellAccount(account, 'permissions');
    if (teams.length > 0) made.tellRows(TEAM_ROWS, account, teams);
  }
  await tellListsOf(made, [group.id, ...teams], accounts);
  await tellBucketsOf(made, accounts, { groups: [group.id, ...teams] });
}

async function teamsOf(trx: Trx, organizationId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those who have a role. */
export async function holdersOf(trx: Trx, roleId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('group_members')
    .select('account_id')
    .where('role_id', '=', roleId)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Tells an invitation to the group and to whom it is for, who counts it. */
export function tellInvite(
  made: Change,
  group: Pick<GroupRow, 'id' | 'kind'>,
  { id, to_id }: { readonly id: string; readonly to_id: string },
): { readonly group: () => number; readonly guest: () => number } {
  made.tellAccount(to_id, 'account');
  return {
    group: tellPart(made, group, 'invites', [id]),
    guest: made.tellRows(GROUP_INVITE_ROWS, to_id, [id]),
  };
}

/** Puts into the audit who did what with a group; `name`: what the role, the team or the server of it is called. */
export function auditGroup(
  made: Change,
  { id, kind, identifier }: Pick<GroupRow, 'id' | 'kind' | 'identifier'>,
  action: AuditVerb<'groups'>,
  what: {
    readonly name?: string;
    readonly detail?: Readonly<Record<string, unknown>>;
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
    readonly through?: string | null | undefined;
  } = {},
): void {
  const { name = null, detail = {}, before, after, through } = what;
  made.audit({
    resource: groupResource(id),
    action: `groups.${action}`,
    detail,
    through,
    told: {
      group: { id, kind, identifier },
      text: name,
      ...(before && { before }),
      ...(after && { after }),
    },
  });
}
