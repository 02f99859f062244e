import { sql } from 'kysely';
import { dayStarts } from '../../domain/statistics/days.ts';
import { knownZone } from '../../domain/zone.ts';
import { DAYS_COUNTED } from '../../protocol/statistics/calls.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { lastMoment, readSince, STAY_COLUMNS } from './stays.ts';

/** `GET server/:id/player-days`: how many different players there were each day. */
export const playerDays: Handler<'playerDays'> = async ({ params }, { db, now }) =>
  atOneMoment(db, async (trx) => {
    const { server_id } = params;
    const server = await trx
      .selectFrom('servers')
      .select('timezone')
      .where('id', '=', server_id)
      .executeTakeFirst();
    if (server === undefined) throw noSuch('server');
    const timezone = knownZone(server.timezone);
    const told = await readSince(trx, server_id);
    const starts = dayStarts(timezone, now, DAYS_COUNTED).filter(
      (_, day, all) => told.since !== null && (all[day + 1] ?? Infinity) > told.since,
    );
    const players = starts.length === 0 ? [] : await countPlayers(trx, server_id, starts, now);
    return {
      timezone,
      ...told,
      days: starts.map((at, day) => ({ at, players: players[day] ?? 0 })),
    };
  });

/** Different players between these moments and the next ones, and now. Who is one person counts once. */
export async function countPlayers(
  trx: Trx,
  serverId: string,
  starts: readonly number[],
  now: number,
): Promise<readonly number[]> {
  const [first = now] = starts;
  const { rows } = await sql<{ day: number; players: number }>`
    with stays as (
      select ${STAY_COLUMNS} from statistic_stays s
      where s.server_id = ${serverId} and s.muster_id is not null
        and s.joined_at <= ${now} and (s.left_at is null or greatest(s.joined_at, s.left_at) >= ${first})
    ), spent as (
      select coalesce(p.person, stays.muster_id) as player, joined_at, ${lastMoment(now)} as until
      from stays left join persons p on p.id = stays.muster_id
    )
    select day, count(distinct player)::int as players
    from spent cross join lateral generate_series(
      greatest(1, width_bucket(joined_at, ${[...starts]}::bigint[])),
      width_bucket(until, ${[...starts]}::bigint[])
    ) as day
    group by day
  `.execute(trx);
  const counted = new Map(rows.map(({ day, players }) => [day, players]));
  return starts.map((_, day) => counted.get(day + 1) ?? 0);
}
