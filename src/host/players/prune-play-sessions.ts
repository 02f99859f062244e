import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../store/database.ts';
import { NO_IDENTIFIERS } from './play-session.ts';

/** One statement takes at most so many, so that none holds them for long. */
const BATCH = 5_000;

/** Whose player nobody knows, or has one on the same server that began later. */
const NOT_NEWEST = sql<boolean>`(
  s.muster_id is null or exists (
    select from play_sessions n
    where n.muster_id = s.muster_id and n.server_id = s.server_id
      and (n.joined_at, n.id) > (s.joined_at, s.id)
  )
)`;
const IDENTIFIED = sql<boolean>`
  coalesce(s.guid, s.steam_id, s.bohemia_id, s.ip, s.port::text, s.position::text) is not null
`;

/**
 * Forgets play sessions that ended before a moment. The newest of a player on a server stays, with the name alone:
 * notes are for who was there, and name them so.
 */
export async function prunePlaySessions(db: Database, before: number): Promise<void> {
  let taken: bigint;
  do {
    const gone = db.deleteFrom('play_sessions').where('id', '=', ended(before, NOT_NEWEST));
    taken = (await gone.executeTakeFirst()).numDeletedRows;
  } while (taken === BigInt(BATCH));
  do {
    const kept = db.updateTable('play_sessions').set(NO_IDENTIFIERS);
    const emptied = kept.where('id', '=', ended(before, IDENTIFIED));
    taken = (await emptied.executeTakeFirst()).numUpdatedRows;
  } while (taken === BigInt(BATCH));
}

/** What somebody else holds is left for the next time: players may become one in the meantime. */
function ended(before: number, condition: RawBuilder<boolean>): RawBuilder<string> {
  return sql`any(array(
    select s.id from play_sessions s where s.left_at < ${before} and ${condition}
    limit ${BATCH} for update of s skip locked
  ))`;
}
