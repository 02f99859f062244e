/** The walls and displays of an account: what it holds a permission on, one by one. */
import { sql } from 'kysely';
import type { Permission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { displayResource, wallResource } from '../access/grants.ts';
import type { Change, ChangeContext } from '../change/change.ts';
import { LATELY_MS, tellUntold, type Touched } from '../change/tell-untold.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';

type Granted = 'walls' | 'displays';

interface GrantedRows<R extends Granted = Granted> extends ToldRows<R> {
  readonly permission: Permission;
  /** What grants and the audit call one. */
  readonly resourceOf: (id: string) => string;
}

/** `rowsOf`: those of these ids, whoever may see them. */
function granted<R extends Granted>(
  resource: R,
  permission: Permission,
  resourceOf: (id: string) => string,
  rowsOf: (trx: Trx, ids: readonly string[]) => Promise<readonly Omit<RowOf<R>, 'server_id'>[]>,
): GrantedRows<R> {
  return {
    resource,
    permission,
    resourceOf,
    async read(trx, accountId, ids) {
      const grants = await trx
        .selectFrom('grants')
        .select('resource')
        .where('subject', '=', accountId)
        .where('permission', '=', permission)
        .where('resource', 'like', resourceOf('%'))
        .execute();
      const held = grants.map((one) => one.resource.slice(resourceOf('').length));
      const asked = ids === null ? held : held.filter((id) => ids.includes(id));
      const rows = asked.length === 0 ? [] : await rowsOf(trx, asked);
      return rows.map((row) => ({ ...row, server_id: null }) as unknown as RowOf<R>);
    },
  };
}

/** The walls that an account may see. */
export const WALL_ROWS = granted('walls', 'wall.view', wallResource, (trx, ids) =>
  trx
    .selectFrom('walls')
    .select(['id', 'name', 'revision', 'created_at', 'updated_at'])
    .select(sql<number>`json_array_length(scenes)`.as('scenes'))
    .where('id', 'in', ids)
    .execute(),
);

/** The displays that an account may modify: those that it has paired. */
export const DISPLAY_ROWS = granted('displays', 'display.modify', displayResource, (trx, ids) =>
  trx
    .selectFrom('displays')
    .select(['id', 'name', 'wall_id', 'paired_at', 'last_seen', 'user_agent'])
    // Whoever finds that it has passed makes it nothing, and tells that.
    .select(sql<boolean>`online_until > 0`.as('online'))
    .where('id', 'in', ids)
    .execute(),
);

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
  const holders = await made.trx
    .selectFrom('grants')
    .select(({ fn }) => ['subject', fn.agg<string[]>('array_agg', ['resource']).as('resources')])
    .where('resource', 'in', ids.map(resourceOf))
    .where('permission', '=', permission)
    .groupBy('subject')
    .execute();
  for (const { subject, resources } of holders) {
    made.tellRows(
      rows,
      subject,
      ids.filter((id) => resources.includes(resourceOf(id))),
    );
  }
}

/** Tells the walls and displays that a host of an older version changed beside a new one, and told nobody. */
export async function tellLeftWalls(context: ChangeContext): Promise<void> {
  const { db, now } = context;
  for (const rows of [WALL_ROWS, DISPLAY_ROWS]) {
    const { permission, resourceOf } = rows;
    // Of what is removed nobody holds anything any more: whoever did that has it on the screen.
    const touched = await sql<Touched>`
      select coalesce(grants.subject, audit.actor) as owner,
        right(audit.resource, 24) as id, max(audit.at) as at
      from audit
      left join grants on grants.resource = audit.resource and grants.permission = ${permission}
      where audit.at > ${now - LATELY_MS} and audit.resource like ${resourceOf('%')}
        and coalesce(grants.subject, audit.actor) is not null
      group by 1, 2 order by 1, 2
    `.execute(db);
    await tellUntold(context, rows, touched.rows);
  }
}
