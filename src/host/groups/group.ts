/** A team or an organization as it is held while something is done with it. */
import type { Acting, Refusal } from '../../domain/groups/rules.ts';
import { groupResource } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context } from '../calls/handler.ts';
import type { ChangeContext } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';
import type { GroupRoleRow, GroupRow } from '../store/tables/groups.ts';

/** By whom, and by what, something is done with groups. */
export type Doing = ChangeContext & Pick<Context, 'account' | 'settings' | 'clock'>;

/**
 * The rows of groups, which nobody else changes until the transaction ends, nor the organizations that teams of them belong
 * to: of two who act at once, the second decides by what the first has made. Throws where one is gone or being deleted.
 */
export async function lockGroups(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupRow>> {
  const before = await groupsOf(trx, ids);
  const names = [...before.values()].flatMap(({ id, organization_id }) =>
    organization_id === null ? [id] : [id, organization_id],
  );
  // In one order, or two could wait for each other.
  const inOrder = [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1));
  for (const name of inOrder) await lockName(trx, `group ${name}`);
  const held = await groupsOf(trx, ids);
  for (const id of ids) {
    const row = held.get(id);
    if (row === undefined) throw goneGroup();
    if (row.deleting !== null) throw new HostError('being-deleted', 'This is being deleted.');
    if (row.organization_id !== before.get(id)?.organization_id) {
      throw new HostError('service-unavailable', 'The team changed its organization. Try again.');
    }
  }
  return held;
}

/** As `lockGroups`, of one. */
export async function lockGroup(trx: Trx, id: string): Promise<GroupRow> {
  const row = (await lockGroups(trx, [id])).get(id);
  if (row === undefined) throw goneGroup();
  return row;
}

async function groupsOf(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, GroupRow>> {
  const rows = await trx.selectFrom('groups').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function goneGroup(): HostError {
  return new HostError('not-found', 'There is no such team or organization.');
}

/** By what an account acts in a group. */
export async function actingIn(
  db: Database | Trx,
  { id, kind, organization_id }: GroupRow,
  accountId: string,
): Promise<Acting> {
  const rows = await db
    .selectFrom('group_members as member')
    .innerJoin('group_roles as role', 'role.id', 'member.role_id')
    .selectAll('role')
    .where('member.account_id', '=', accountId)
    .where('member.group_id', 'in', organization_id === null ? [id] : [id, organization_id])
    .execute();
  const roleIn = (group: string | null) => rows.find((row) => row.group_id === group) ?? null;
  const support = await db
    .selectFrom('rights')
    .select('permission')
    .where('subject', '=', accountId)
    .where('resource', '=', groupResource(id))
    .where('via', '=', 'support')
    .executeTakeFirst();
  return {
    support: support !== undefined,
    kind,
    own: roleIn(id),
    above: organization_id === null ? null : roleIn(organization_id),
  };
}

/** A role of a group; throws where it has none of this id. */
export async function roleOf(trx: Trx, groupId: string, roleId: string): Promise<GroupRoleRow> {
  const row = await trx
    .selectFrom('group_roles')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('id', '=', roleId)
    .executeTakeFirst();
  if (row === undefined) throw new HostError('not-found', 'There is no such role.');
  return row;
}

/** The role that a member has, null without one; throws where the account is no member. */
export async function memberRoleOf(
  trx: Trx,
  groupId: string,
  accountId: string,
): Promise<GroupRoleRow | null> {
  const member = await trx
    .selectFrom('group_members')
    .select('role_id')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (member === undefined) throw new HostError('not-found', 'There is no such member.');
  return member.role_id === null ? null : roleOf(trx, groupId, member.role_id);
}

const TEXT: Readonly<Record<Refusal['code'], string>> = {
  'permission-denied': 'You cannot do this, or give what you do not have.',
  'hierarchy-denied': 'You can only act on what stands no higher than you.',
  'owner-role': 'The owner role stays as it is.',
  'owner-stays': 'The owner stays, or gives it to somebody else first.',
};

/** Throws what a decision refuses; `field`: of the form, where one is to blame. */
export function refuse(refusal: Refusal | null, field?: string): void {
  if (refusal === null) return;
  const { code, needs = [] } = refusal;
  const named = needs.length === 0 ? '' : ` It needs ${needs.join(', ')}.`;
  throw new HostError(code, `${TEXT[code]}${named}`, {
    ...(needs.length > 0 && { needs }),
    ...(field !== undefined && { fields: { [field]: code } }),
  });
}
