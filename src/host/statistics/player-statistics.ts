import { sql } from 'kysely';
import { lengthOf, settleStay } from '../../domain/statistics/stay.ts';
import { TALLY } from '../../domain/statistics/effects.ts';
import { STAYS_SHOWN } from '../../protocol/statistics/calls.ts';
import type { Handler } from '../calls/handler.ts';
import { idsOf } from '../identity/persons.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { readSince, STAY_COLUMNS, type PlayerStay } from './stays.ts';

/** Somebody who joins every minute for ninety days has more; the newest are added up. */
const STAYS_READ = 20_000;

/** `GET server/:id/players/:muster_id/statistics`: what a person has done there, under every id. */
export const playerStatistics: Handler<'playerStatistics'> = async ({ params }, { db, now }) =>
  atOneMoment(db, async (trx) => {
    const { server_id } = params;
    const ids = await idsOf(trx, params.muster_id);
    const totals = await trx
      .selectFrom('statistic_totals')
      .selectAll()
      .where('muster_id', 'in', ids)
      .where('server_id', '=', server_id)
      .execute();
    const stays = await readStays(trx, ids, server_id);
    const sumOf = (of: (total: (typeof totals)[number]) => number) =>
      totals.reduce((sum, total) => sum + of(total), 0);
    const playtime = stays.reduce(
      (sum, stay) => sum + lengthOf(stay, now),
      sumOf((total) => total.playtime),
    );
    const seen = [
      ...stays.map((stay) => seenAt(stay, now)),
      ...totals.map((total) => total.last_seen),
    ];
    const lastSeen = seen.reduce((last, at) => Math.max(last, at), 0);
    const tallies = TALLY.map((name) => [name, sumOf((total) => total[name])]);
    return {
      ...(await readSince(trx, server_id)),
      ...(Object.fromEntries(tallies) as Record<(typeof TALLY)[number], number>),
      playtime: Math.floor(playtime / 1_000),
      stays: stays.length + sumOf((total) => total.stays),
      last_seen: lastSeen === 0 ? null : lastSeen,
      newest: stays.slice(0, STAYS_SHOWN).map((stay) => {
        const { ended, until } = settleStay(stay);
        return { id: stay.id, joined_at: stay.joined_at, until, ended };
      }),
    };
  });

async function readStays(
  trx: Trx,
  ids: readonly string[],
  serverId: string,
): Promise<readonly PlayerStay[]> {
  const { rows } = await sql<PlayerStay>`
    select ${STAY_COLUMNS} from statistic_stays s
    where s.muster_id = any(${ids}::bpchar[]) and s.server_id = ${serverId} and s.joined_at is not null
    order by s.joined_at desc limit ${STAYS_READ}
  `.execute(trx);
  return rows;
}

/** The last moment at which somebody is known to have been there. */
function seenAt(stay: PlayerStay, now: number): number {
  const { ended, until } = settleStay(stay);
  return ended === 'here' ? now : (until ?? stay.joined_at);
}
