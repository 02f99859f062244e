import type { Selectable } from 'kysely';
import type { Display } from '../../protocol/walls/fields.ts';
import { HostError } from '../calls/host-error.ts';
import type { Database, Trx } from '../store/database.ts';
import type { DisplayRow } from '../store/tables/walls.ts';

/** A display as the API tells it. */
export function displayOf(row: Selectable<DisplayRow>, now: number): Display {
  const { id, name, wall_id, paired_at, last_seen, online_until, user_agent } = row;
  return {
    display_id: id,
    name,
    wall_id,
    paired_at,
    last_seen,
    online: online_until > now,
    user_agent,
  };
}

export async function readDisplay(
  db: Database | Trx,
  displayId: string,
): Promise<Selectable<DisplayRow>> {
  const row = await db
    .selectFrom('displays')
    .selectAll()
    .where('id', '=', displayId)
    .executeTakeFirst();
  if (row === undefined) throw new HostError('not-found', 'There is no such display.');
  return row;
}
