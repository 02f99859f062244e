/** The stays of players as they are kept, with what is known of their ends. */
import { sql, type RawBuilder } from 'kysely';
import type { KeptStay } from '../../domain/statistics/stay.ts';

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
