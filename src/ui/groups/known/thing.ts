import { mayInGroup } from '../../../domain/permissions.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { GROUP_NEEDS } from '../../../protocol/groups/access.ts';
import type { GroupKind } from '../../../protocol/groups/limits.ts';
import { BAN_LIST_PERMISSION } from '../../../protocol/permissions.ts';

/** Beside servers: where they are told, and what somebody has to be allowed with one to give it to another owner. */
export const OWNED = {
  banlist: { resource: 'banLists', needs: BAN_LIST_PERMISSION },
  // Who may do what with a bucket follows from whose it is, and from the servers that use it.
  bucket: { resource: 'buckets', needs: ['bucket.modify'] },
} as const;

/** What belongs to an account or a group. */
export type ThingKind = 'server' | keyof typeof OWNED;

/** One of these, as it can be given to another owner. */
export interface Thing {
  readonly kind: ThingKind;
  readonly id: string;
  readonly name: string;
}

/** To whom a ban list or a bucket belongs, as its row tells it. */
export interface OwnedRow {
  readonly owner_kind: 'account' | GroupKind;
  readonly team_id: string | null;
  readonly organization_id: string | null;
  readonly group: string | null;
  readonly owner_id: string;
  readonly owner_name: string;
}

/** The group that a ban list or a bucket belongs to; null: it is an account’s. */
export function groupOfRow({ team_id, organization_id }: OwnedRow): string | null {
  return team_id ?? organization_id;
}

/** Whether an account may give it to another owner: its own, or that of a group that it may change, where it may do `all` with it. */
export function mayMoveOwned(
  account: Pick<AccountRow, 'muster_id' | 'groups'>,
  row: OwnedRow & { readonly permissions: readonly string[] },
  all: readonly string[],
): boolean {
  const { owner_kind, owner_id, permissions } = row;
  const groupId = groupOfRow(row);
  const isTheirs =
    owner_kind === 'account' || groupId === null
      ? owner_id === account.muster_id
      : mayInGroup(account, groupId, GROUP_NEEDS[owner_kind].modify);
  return isTheirs && all.every((permission) => permissions.includes(permission));
}
