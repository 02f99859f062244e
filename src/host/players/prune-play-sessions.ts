import { sql, type RawBuilder } from 'kysely';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { Database, Trx } from '../store/database.ts';
import { replacePagedRow, tableOf } from '../store/paged/rows.ts';
import { AUDITS_OF_STAYS } from './erase-rows.ts';
import { NO_IDENTIFIERS } from './play-session.ts';

/** One statement takes at most so many, so that none holds them for long. */
const BATCH = 5_000;
/** Audits are asked for so many stays at once: for more they would be read from end to end. */
const STAYS_AT_ONCE = 200;

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
  for (let gone = BATCH; gone === BATCH;) {
    gone = await db.transaction().execute((trx) => forget(trx, before));
  }
  let taken: bigint;
  do {
    const kept = db.updateTable('play_sessions').set(NO_IDENTIFIERS);
    const emptied = kept.where('id', '=', ended(before, IDENTIFIED));
    taken = (await emptied.executeTakeFirst()).numUpdatedRows;
  } while (taken === BigInt(BATCH));
}

/** Forgets some, and answers how many. */
async function forget(trx: Trx, before: number): Promise<number> {
  const { rows } = await sql<{ id: string; muster_id: string | null }>`
    delete from play_sessions where id = ${ended(before, NOT_NEWEST)} returning id, muster_id
  `.execute(trx);
  const known = rows.flatMap(({ id, muster_id }) =>
    muster_id === null ? [] : [[id, muster_id] as const],
  );
  for (let at = 0; at < known.length; at += STAYS_AT_ONCE) {
    await nameInAudits(trx, new Map(known.slice(at, at + STAYS_AT_ONCE)));
  }
  return rows.length;
}

/**
 * An audit names a stay where nobody knew yet whose it was. Once the stay is forgotten nothing else leads from it to the
 * person: the entry is about them from then on, and is emptied with all else when they are erased.
 */
async function nameInAudits(trx: Trx, people: ReadonlyMap<string, string>): Promise<void> {
  const stays = [...people.keys()];
  for (const audit of AUDITS_OF_STAYS) {
    const { rows } = await sql<{ data: unknown }>`
      select data from ${tableOf(audit)}
      where key_things && ${stays}::text[] and data->>'target_id' = any(${stays}::text[])
      order by id for update
    `.execute(trx);
    for (const { data } of rows) {
      const { data: row } = PAGED_ROW[audit].safeParse(data);
      const target_id = people.get(row?.target_id ?? '');
      if (row !== undefined && target_id !== undefined) {
        await replacePagedRow(trx, audit, { ...row, target_id });
      }
    }
  }
}

/** What somebody else holds is left for the next time: players may become one in the meantime. */
function ended(before: number, condition: RawBuilder<boolean>): RawBuilder<string> {
  return sql`any(array(
    select s.id from play_sessions s where s.left_at < ${before} and ${condition}
    limit ${BATCH} for update of s skip locked
  ))`;
}
