import { sql } from 'kysely';
import { holdMerges, movedPlayer, resolvePlayer } from '../players/merge.ts';
import type { Database } from '../store/database.ts';

/** So many texts are moved at once: players cannot become others meanwhile, and ticks wait where one is about to. */
const BATCH = 2_000;

/** Gives the searched texts about one player to another, whom they turned out to be. May run again. */
export async function moveFeedTexts(db: Database, payload: unknown): Promise<void> {
  const { from, into } = movedPlayer.parse(payload);
  while ((await moveSome(db, from, into)) > 0);
}

/** Answers how many were moved. */
function moveSome(db: Database, from: string, into: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await holdMerges(trx);
    // They may have become a third one meanwhile.
    const now = (await resolvePlayer(trx, into)) ?? into;
    const { numAffectedRows } = await sql`
      update feed_texts set subject = ${now} where ctid = any(array(
        select ctid from feed_texts where subject = ${from} limit ${BATCH}
      ))
    `.execute(trx);
    return Number(numAffectedRows ?? 0n);
  });
}

/** Moves texts that are left about players who are others: a host of an older version knows none. */
export async function moveLeftFeedTexts(db: Database): Promise<void> {
  const { rows } = await sql`
    select muster_id as from, survivor as into from player_aliases a
    where exists (select from feed_texts t where t.subject = a.muster_id)
  `.execute(db);
  for (const merge of rows) await moveFeedTexts(db, merge);
}
