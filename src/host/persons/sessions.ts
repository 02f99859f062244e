import { sql } from 'kysely';
import { settleStay, type KeptStay } from '../../domain/statistics/stay.ts';
import { EVENTS } from '../../protocol/events.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { readRanges } from '../realtime/read.ts';
import { STAY_COLUMNS } from '../statistics/stays.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import {
  opensOf,
  readsStays,
  refuseByPlan,
  seenPerson,
  serversWhere,
} from '../players/seen-person.ts';

type Session = Answer<'personSessions'>['sessions'][number];

/** A kick is told within this time of the end of its stay. Milliseconds. */
const KICK_WITHIN = 60_000;

/** `GET persons/:muster_id/sessions`: stays on all servers whose feed the account may read. */
export const personSessions: Handler<'personSessions'> = async (
  { params, query },
  { account, db, now, settings },
) =>
  atOneMoment(db, async (trx) => {
    const { ids, servers } = await seenPerson(trx, account.id, params.muster_id);
    const { sessions: opens } = await opensOf(trx, account.id, settings, now);
    refuseByPlan(opens);
    const readable = serversWhere(servers, readsStays);
    const among =
      query.server === undefined ? readable : readable.filter((id) => id === query.server);
    const rows = await readStays(trx, { ids, servers: among, ...query });
    const page = rows.slice(0, query.limit);
    const told = serversWhere(servers, (held) => held.includes('server.view.feed'));
    const kicks = await kicksOf(
      trx,
      page.filter(({ server_id, stay }) => stay.kicked_by !== null && told.includes(server_id)),
    );
    const last = page.at(-1);
    return {
      sessions: page.map(({ stay, ...row }) => {
        const { ended, until } = settleStay(stay);
        return { ...row, ended, until, kick: kicks.get(row.id) ?? null };
      }),
      next: rows.length > page.length && last !== undefined ? `${last.joined_at}.${last.id}` : null,
    };
  });

interface Asked {
  readonly ids: readonly string[];
  readonly servers: readonly string[];
  readonly after?: string | undefined;
  readonly limit: number;
}

type Row = Omit<Session, 'until' | 'ended' | 'kick'> & { readonly stay: KeptStay };

/** One more than is asked for, where there are more. */
async function readStays(trx: Trx, { ids, servers, after, limit }: Asked): Promise<readonly Row[]> {
  if (servers.length === 0) return [];
  const [at, id] = after?.split('.') ?? [];
  const { rows } = await sql<Omit<Row, 'stay'> & Partial<KeptStay> & { left: number | null }>`
    select p.id, p.server_id, p.muster_id, p.name, p.joined_at, p.joined_before, p.verified,
      p.left_at as left, s.found_at, s.kicked_by, s.lost, s.unheard_from, v.unheard_since
    from (
      select * from play_sessions
      where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
        ${at === undefined ? sql`` : sql`and (joined_at, id) < (${Number(at)}, ${id})`}
      order by joined_at desc, id desc limit ${limit + 1}
    ) as p
      join servers v on v.id = p.server_id
      left join lateral (
        select ${STAY_COLUMNS} from statistic_stays s where s.id = p.id
      ) as s on true
    order by p.joined_at desc, p.id desc
  `.execute(trx);
  return rows.map(({ left, found_at, kicked_by, unheard_from, unheard_since, ...row }) => ({
    ...shown(row),
    stay: {
      joined_at: row.joined_at,
      left_at: left,
      found_at: found_at ?? null,
      kicked_by: kicked_by ?? null,
      unheard_from: unheard_from ?? null,
      unheard_since: unheard_since ?? null,
      // A stay that goes on is told by the session itself.
      lost: false,
    },
  }));
}

function shown(row: Omit<Row, 'stay'>): Omit<Row, 'stay'> {
  const { id, server_id, muster_id, name, joined_at, joined_before, verified } = row;
  return { id, server_id, muster_id, name, joined_at, joined_before, verified };
}

/** Who threw somebody out of these stays, and why, as the feed told it. */
async function kicksOf(
  trx: Trx,
  kicked: readonly Row[],
): Promise<ReadonlyMap<string, NonNullable<Session['kick']>>> {
  if (kicked.length === 0) return new Map();
  const { rows } = await sql<{ server_id: string; seq: number }>`
    select distinct t.server_id, t.seq from unnest(
      ${kicked.map((row) => row.server_id)}::bpchar[],
      ${kicked.map(({ stay }) => stay.left_at ?? 0)}::bigint[]
    ) as k(server_id, at)
      join feed_texts t on t.server_id = k.server_id and t.kind = 'kick'
        and t.at between k.at - ${KICK_WITHIN} and k.at + ${KICK_WITHIN}
        and t.subject = any(${kicked.flatMap((row) => [row.id, row.muster_id])}::text[])
  `.execute(trx);
  const ranges = rows.map(({ server_id, seq }) => {
    return { stream: serverStream(server_id, 'feed'), after: seq - 1, upTo: seq };
  });
  const kicks = new Map<string, NonNullable<Session['kick']>>();
  for (const { event, data } of await readRanges(trx, ranges)) {
    if (event !== 'server:feed') continue;
    const { data: told } = EVENTS['server:feed'].safeParse(data);
    if (told?.entry.kind !== 'kick' || told.entry.player.id === null) continue;
    kicks.set(told.entry.player.id, { by: told.entry.by, reason: told.entry.reason });
  }
  return kicks;
}
