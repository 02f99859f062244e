/** Adds up stays that are not kept any more. */
import { sql } from 'kysely';
import { lengthOf, settleStay } from '../../domain/statistics/stay.ts';
import type { Database } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import { STAY_COLUMNS, type PlayerStay } from './stays.ts';

/** So many stays are added up at once. */
const BATCH = 1_000;

/** Forgets the stays that ended before a moment; how long and how many they were stays in the totals. */
export async function pruneStatistics(db: Database, before: number): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH) removed = await addUp(db, before);
  await deleteInBatches(db, 'statistic_gaps', sql`to_at < ${before}`);
}

/** Answers how many stays were forgotten. */
function addUp(db: Database, before: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Omit<PlayerStay, 'joined_at'> & { joined_at: number | null }>`
      select ${STAY_COLUMNS} from statistic_stays s
      where s.told_at < ${before} and coalesce(s.left_at, s.told_at) < ${before}
      order by s.id limit ${BATCH} for update of s
    `.execute(trx);
    const totals = new Map<string, ReturnType<typeof totalOf>>();
    for (const stay of rows) {
      if (!isKnown(stay)) continue;
      const key = `${stay.muster_id} ${stay.server_id}`;
      totals.set(key, totalOf(stay, before, totals.get(key)));
    }
    const sorted = [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    await sql`
      insert into statistic_totals as t (muster_id, server_id, playtime, stays, last_seen)
      select muster_id, server_id, playtime, stays, last_seen
      from json_populate_recordset(null::statistic_totals, ${JSON.stringify(sorted)}::json)
      on conflict (muster_id, server_id) do update set
        playtime = t.playtime + excluded.playtime, stays = t.stays + excluded.stays,
        last_seen = greatest(t.last_seen, excluded.last_seen)
    `.execute(trx);
    await sql`
      delete from statistic_stays where id = any(${rows.map(({ id }) => id)}::text[])
    `.execute(trx);
    return rows.length;
  });
}

function isKnown<Stay extends { muster_id: string | null; joined_at: number | null }>(
  stay: Stay,
): stay is Stay & PlayerStay {
  return stay.muster_id !== null && stay.joined_at !== null;
}

/** One that has not ended within all that time counts as lost, unless it is known until when the server was heard. */
function totalOf(
  stay: PlayerStay,
  now: number,
  before = { playtime: 0, stays: 0, last_seen: 0 },
): Pick<PlayerStay, 'muster_id' | 'server_id'> & Record<keyof typeof before, number> {
  const ended = { ...stay, lost: stay.lost || stay.unheard_since === null };
  return {
    muster_id: stay.muster_id,
    server_id: stay.server_id,
    playtime: before.playtime + lengthOf(ended, now),
    stays: before.stays + 1,
    last_seen: Math.max(before.last_seen, settleStay(ended).until ?? stay.joined_at),
  };
}
