/** Who is on a server, as its host has written it last: for whoever asks from another one. */
import { sql } from 'kysely';
import { readablePopulation } from '../servers/readable.ts';
import type { Database, Trx } from '../store/database.ts';

/** The stays that have not ended, on some servers. */
export function openStays(db: Database | Trx, servers: readonly string[]) {
  return db
    .selectFrom('play_sessions')
    .select(['id', 'name', 'joined_at', 'muster_id', 'steam_id', 'guid', 'bohemia_id', 'ip'])
    .where(sql<boolean>`server_id = any(${servers}::bpchar[])`)
    .where('left_at', 'is', null)
    .execute();
}

/** How many a game has room for, as it said last. */
export async function slotsOf(db: Database, serverId: string): Promise<number | null> {
  const { population } = await db
    .selectFrom('servers')
    .select('population')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  return readablePopulation(population).slots || null;
}
