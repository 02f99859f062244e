import type { Permission } from '../../protocol/permissions.ts';
import type { Change } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';

/** Rows that are granted one by one: those of an account are what it holds a permission on. */
export interface GrantedRows<
  R extends 'walls' | 'displays' = 'walls' | 'displays',
> extends ToldRows<R> {
  readonly permission: Permission;
  /** What grants and the audit call one. */
  readonly resourceOf: (id: string) => string;
}

/**
 * Tells each account that holds the permission on these how they are when the change is made; of what is removed
 * before its grants are, that it is gone.
 */
export async function tellGranted(
  made: Change,
  rows: GrantedRows,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { permission, resourceOf } = rows;
  const grants = await made.trx
    .selectFrom('grants')
    .select(['subject', 'resource'])
    .where('resource', 'in', ids.map(resourceOf))
    .where('permission', '=', permission)
    .execute();
  for (const subject of new Set(grants.map((grant) => grant.subject))) {
    const theirs = new Set(
      grants.flatMap((grant) => (grant.subject === subject ? [grant.resource] : [])),
    );
    made.tellRows(
      rows,
      subject,
      ids.filter((id) => theirs.has(resourceOf(id))),
    );
  }
}
