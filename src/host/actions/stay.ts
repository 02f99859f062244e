import type { Database } from '../store/database.ts';

/** Whose stay on a server it is or was; without a name where nothing is known of it. */
export async function readStay(
  db: Database,
  serverId: string,
  id: string,
): Promise<{ readonly id: string; readonly muster_id: string | null; readonly name: string }> {
  const stay = await db
    .selectFrom('play_sessions')
    .select(['id', 'muster_id', 'name'])
    .where('id', '=', id)
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  return stay ?? { id, muster_id: null, name: '' };
}
