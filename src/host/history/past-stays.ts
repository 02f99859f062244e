/** Who was on a server, by the stays that are kept. */
import { sql } from 'kysely';
import { settleStay, type KeptStay } from '../../domain/statistics/stay.ts';
import { asPersons } from '../identity/persons.ts';
import { presentPlayerOf, type OpenSession } from '../players/play-session.ts';
import { STAY_COLUMNS } from '../statistics/stays.ts';
import type { Trx } from '../store/database.ts';
import type { Told, Window } from './told.ts';

/** So many stays of the time around a moment are told. */
const STAYS_MAX = 5_000;
/** Longer ones have an index of their own: only a day is read before a moment, however long the past is. Milliseconds. */
export const LONG_STAY = 86_400_000;

export interface PastStay extends OpenSession {
  /** When the player was gone, as far as is known; null: not by now. */
  readonly ended: number | null;
  /** Between which moments they left, where nobody knows it better; `to` null: they may not have. */
  readonly unsure: {
    readonly id: string;
    readonly name: string;
    readonly from: number;
    readonly to: number | null;
  } | null;
}

/** The stays of a time, by their beginnings, each of the person that the player is now. */
export async function readPastStays(
  trx: Trx,
  { id, from, until }: Window,
): Promise<readonly PastStay[]> {
  const { rows } = await sql<OpenSession & { left_at: number | null; kept: KeptStay | null }>`
    select p.*, (
      select row_to_json(k) from (
        select ${STAY_COLUMNS} from statistic_stays s where s.id = p.id and s.joined_at is not null
      ) as k
    ) as kept
    from (
      select * from play_sessions
      where server_id = ${id} and joined_at > ${from - LONG_STAY} and joined_at <= ${until}
      union all
      select * from play_sessions
      where server_id = ${id} and joined_at <= ${from - LONG_STAY}
        and (left_at is null or left_at - joined_at > ${sql.lit(LONG_STAY)})
    ) as p
    where p.left_at is null or p.left_at >= ${from}
    order by p.joined_at, p.id limit ${STAYS_MAX}
  `.execute(trx);
  return (await asPersons(trx, rows)).map(({ left_at, kept, ...session }) => {
    const settled = kept === null ? null : settleStay(kept);
    if (settled?.ended !== 'unknown') return { ...session, ended: left_at, unsure: null };
    const known = settled.until ?? session.joined_at;
    const { id: stay, name } = session;
    return { ...session, ended: left_at, unsure: { id: stay, name, from: known, to: left_at } };
  });
}

/** Who was on at a moment. */
export function presentAt(stays: readonly PastStay[], at: number) {
  return stays
    .filter(({ joined_at, ended }) => joined_at <= at && (ended === null || ended > at))
    .map(presentPlayerOf);
}

/** How a player came and went within a time. */
export function comingsOf(stay: PastStay, { id, from, until }: Window): readonly Told[] {
  const server = { id };
  const { joined_at, ended } = stay;
  const came: Told = {
    at: joined_at,
    event: 'gsm:player:create',
    data: { server, player: presentPlayerOf(stay) },
  };
  const went: Told = {
    at: ended ?? until,
    event: 'gsm:player:destruct',
    data: { server, player: { id: stay.id } },
  };
  return [
    ...(joined_at > from ? [came] : []),
    ...(ended !== null && ended > from && ended <= until ? [went] : []),
  ];
}
