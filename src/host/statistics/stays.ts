/** The stays of players as they are kept, with what is known of their ends. */
import { sql, type RawBuilder } from 'kysely';
import type { KeptStay } from '../../domain/statistics/stay.ts';
import { streamsOf } from '../reactors/reactor.ts';
import type { Trx } from '../store/database.ts';
import { statisticsReactor } from './reactor.ts';

/** A leave is found within this time after the server was heard again. Milliseconds. */
const FOUND_WITHIN = 60_000;

/** A stay whose player and beginning are known. */
export interface PlayerStay extends KeptStay {
  readonly id: string;
  readonly muster_id: string;
  readonly server_id: string;
}

/** The columns of a `PlayerStay`, of `statistic_stays s`. */
export const STAY_COLUMNS: RawBuilder<unknown> = sql`
  s.id, s.muster_id, s.server_id, s.joined_at, s.left_at, s.found_at, s.kicked_by, s.lost,
  (
    select min(g.from_at) from statistic_gaps g
    where g.server_id = s.server_id and s.found_at between g.from_at and g.to_at + ${FOUND_WITHIN}
  ) as unheard_from,
  (select unheard_since from servers where servers.id = s.server_id) as unheard_since
`;

/** The last moment of a stay of these columns, as `settleStay` has it; of one that goes on, `now`. */
export function lastMoment(now: number): RawBuilder<number> {
  return sql`
    case
      when found_at is not null then greatest(joined_at, least(
        case when left_at is null then found_at else greatest(joined_at, left_at) end,
        coalesce(unheard_from, found_at)
      ))
      when left_at is not null then greatest(joined_at, left_at)
      when lost then joined_at
      when unheard_since is null then ${now}::bigint
      else greatest(joined_at, unheard_since)
    end
  `;
}

/** Since when the server is counted, and whether something since was lost. */
export async function readSince(
  trx: Trx,
  serverId: string,
): Promise<{ since: number | null; incomplete: boolean }> {
  return readSinceOf(trx, [serverId]);
}

/** The same of several servers: of the one that is counted the longest, and whether something of any was lost. */
export async function readSinceOf(
  trx: Trx,
  servers: readonly string[],
): Promise<{ since: number | null; incomplete: boolean }> {
  const { name } = statisticsReactor;
  const read = servers.flatMap((id) => streamsOf(statisticsReactor, id));
  const { rows } = await sql<{ since: number | null; incomplete: boolean }>`
    select min(since) as since, exists (
      select from reactor_missed where reactor = ${name} and stream = any(${read}::text[])
    ) as incomplete
    from reactor_cursors where reactor = ${name} and stream = any(${read}::text[])
  `.execute(trx);
  return rows[0] ?? { since: null, incomplete: false };
}
