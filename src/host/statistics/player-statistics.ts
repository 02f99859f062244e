import { sql } from 'kysely';
import { lengthOf, settleStay } from '../../domain/statistics/stay.ts';
import { TALLY } from '../../domain/statistics/effects.ts';
import { STAYS_SHOWN } from '../../protocol/statistics/calls.ts';
import type { Handler } from '../calls/handler.ts';
import { resolvePlayer } from '../players/merge.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { readSince, STAY_COLUMNS, type PlayerStay } from './stays.ts';

/** Somebody who joins every minute for ninety days has more; the newest are added up. */
const STAYS_READ = 20_000;

/** `GET server/:id/players/:muster_id/statistics`: what a player has done there. */
export const playerStatistics: Handler<'playerStatistics'> = async ({ params }, { db, now }) =>
  atOneMoment(db, async (trx) => {
    const { server_id } = params;
    const muster_id = (await resolvePlayer(trx, params.muster_id)) ?? params.muster_id;
    const total = await trx
      .selectFrom('statistic_totals')
      .selectAll()
      .where('muster_id', '=', muster_id)
      .where('server_id', '=', server_id)
      .executeTakeFirst();
    const stays = await readStays(trx, muster_id, server_id);
    const playtime = stays.reduce((sum, stay) => sum + lengthOf(stay, now), total?.playtime ?? 0);
    const seen = stays.map((stay) => seenAt(stay, now));
    const lastSeen = seen.reduce((last, at) => Math.max(last, at), total?.last_seen ?? 0);
    const tallies = TALLY.map((name) => [name, total?.[name] ?? 0]);
    return {
      ...(await readSince(trx, server_id)),
      ...(Object.fromEntries(tallies) as Record<(typeof TALLY)[number], number>),
      playtime: Math.floor(playtime / 1_000),
      stays: stays.length + (total?.stays ?? 0),
      last_seen: lastSeen === 0 ? null : lastSeen,
      newest: stays.slice(0, STAYS_SHOWN).map((stay) => {
        const { ended, until } = settleStay(stay);
        return { id: stay.id, joined_at: stay.joined_at, until, ended };
      }),
    };
  });

async function readStays(
  trx: Trx,
  musterId: string,
  serverId: string,
): Promise<readonly PlayerStay[]> {
  const { rows } = await sql<PlayerStay>`
    select ${STAY_COLUMNS} from statistic_stays s
    where s.muster_id = ${musterId} and s.server_id = ${serverId} and s.joined_at is not null
    order by s.joined_at desc limit ${STAYS_READ}
  `.execute(trx);
  return rows;
}

/** The last moment at which somebody is known to have been there. */
function seenAt(stay: PlayerStay, now: number): number {
  const { ended, until } = settleStay(stay);
  return ended === 'here' ? now : (until ?? stay.joined_at);
}
