import { sql } from 'kysely';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { displayResource } from '../access/grants.ts';
import type { Change } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';

/** The displays that an account may modify: those that it has paired. */
export const DISPLAY_ROWS: ToldRows<'displays'> = { resource: 'displays', read };

async function read(
  trx: Trx,
  accountId: string,
  ids: readonly string[] | null,
): Promise<readonly RowOf<'displays'>[]> {
  const all = trx
    .selectFrom('displays')
    .innerJoin('grants', (join) =>
      join.on('grants.resource', '=', sql`${displayResource('')} || displays.id`),
    )
    .selectAll('displays')
    .where('grants.subject', '=', accountId)
    .where('grants.permission', '=', 'display.modify');
  const rows = await (ids === null ? all : all.where('displays.id', 'in', ids)).execute();
  return rows.map(({ id, name, wall_id, paired_at, last_seen, online_until, user_agent }) => ({
    id,
    server_id: null,
    name,
    wall_id,
    paired_at,
    last_seen,
    // Whoever finds that it has passed makes it nothing, and tells that.
    online: online_until > 0,
    user_agent,
  }));
}

/** Tells each account that may modify one of these displays how it is when the change is made. */
export async function tellDisplays(made: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await made.trx
    .selectFrom('grants')
    .select(['subject', 'resource'])
    .where('resource', 'in', ids.map(displayResource))
    .where('permission', '=', 'display.modify')
    .execute();
  for (const subject of new Set(rows.map((row) => row.subject))) {
    const seen = new Set(rows.flatMap((row) => (row.subject === subject ? [row.resource] : [])));
    const theirs = ids.filter((id) => seen.has(displayResource(id)));
    made.tellRows(DISPLAY_ROWS, subject, theirs);
  }
}
