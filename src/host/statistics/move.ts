import { sql } from 'kysely';
import { holdMerges, movedPlayer, resolvePlayer } from '../players/merge.ts';
import type { Database } from '../store/database.ts';

/** Gives what is kept about one player to another, whom they turned out to be. May run again. */
export async function moveStatistics(db: Database, payload: unknown): Promise<void> {
  const { from, into } = movedPlayer.parse(payload);
  await db.transaction().execute(async (trx) => {
    await holdMerges(trx);
    // They may have become a third one in the meantime.
    const now = (await resolvePlayer(trx, into)) ?? into;
    // Rows are taken in the order in which they are written elsewhere, so that nobody waits in a ring.
    await sql`
      with held as (
        select id from statistic_stays where muster_id = ${from} order by id for update
      )
      update statistic_stays s set muster_id = ${now} from held where s.id = held.id
    `.execute(trx);
    await sql`
      select from statistic_totals where muster_id in (${from}, ${now})
      order by muster_id, server_id for update
    `.execute(trx);
    await sql`
      with moved as (delete from statistic_totals where muster_id = ${from} returning *)
      insert into statistic_totals as t (muster_id, server_id, kills, deaths, suicides, hits_given,
        hits_taken, playtime, stays, last_seen)
      select ${now}, server_id, kills, deaths, suicides, hits_given, hits_taken, playtime, stays,
        last_seen
      from moved
      order by server_id
      on conflict (muster_id, server_id) do update set
        kills = t.kills + excluded.kills, deaths = t.deaths + excluded.deaths,
        suicides = t.suicides + excluded.suicides,
        hits_given = t.hits_given + excluded.hits_given,
        hits_taken = t.hits_taken + excluded.hits_taken,
        playtime = t.playtime + excluded.playtime, stays = t.stays + excluded.stays,
        last_seen = greatest(t.last_seen, excluded.last_seen)
    `.execute(trx);
  });
}

/** Moves what is left about players who are others: a host of an older version does not when it makes them one. */
export async function moveLeftStatistics(db: Database): Promise<void> {
  const { rows } = await sql`
    select muster_id as from, survivor as into from player_aliases a
    where not moved and (exists (select from statistic_totals t where t.muster_id = a.muster_id)
      or exists (select from statistic_stays s where s.muster_id = a.muster_id))
  `.execute(db);
  for (const merge of rows) await moveStatistics(db, merge);
}
