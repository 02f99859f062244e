import { sql } from 'kysely';
import { RESTART_REASON } from '../../domain/schedules/occurrences.ts';
import { settleStay, type KeptStay } from '../../domain/statistics/stay.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { EVENTS, type EventData } from '../../protocol/events.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { readRanges } from '../realtime/read.ts';
import { jobsThatKicked } from './job-kicks.ts';
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
type Kick = NonNullable<Session['kick']>;

/** A kick is told within this time of the end of its stay. Milliseconds. */
export const KICK_WITHIN = 60_000;
/** A server that is told to restart is gone within this time. Milliseconds. */
const RESTART_WITHIN = 120_000;

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
    const restarts = await restartsOf(
      trx,
      page.filter(({ server_id }) => told.includes(server_id)),
    );
    const last = page.at(-1);
    return {
      sessions: page.map(({ stay, ...row }) => {
        const { ended, until } = settleStay(stay);
        const why = restarts.has(row.id)
          ? ('restart' as const)
          : ended === 'unknown' && isUnheard(stay)
            ? ('lost' as const)
            : null;
        return { ...row, ended, until, kick: kicks.get(row.id) ?? null, why };
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

type Row = Omit<Session, 'until' | 'ended' | 'kick' | 'why'> & { readonly stay: KeptStay };

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
async function kicksOf(trx: Trx, kicked: readonly Row[]): Promise<ReadonlyMap<string, Kick>> {
  if (kicked.length === 0) return new Map();
  const { rows } = await sql<{ server_id: string; seq: number }>`
    select distinct t.server_id, t.seq from unnest(
      ${kicked.map((row) => row.server_id)}::bpchar[],
      ${kicked.map(({ stay }) => stay.left_at ?? 0)}::bigint[]
    ) as k(server_id, at)
      join feed_texts t on t.server_id = k.server_id and t.kind in ('kick', 'action')
        and t.at between k.at - ${KICK_WITHIN} and k.at + ${KICK_WITHIN}
        and t.subject = any(${kicked.flatMap((row) => [row.id, row.muster_id])}::text[])
  `.execute(trx);
  const ranges = rows.map(({ server_id, seq }) => {
    return { stream: serverStream(server_id, 'feed'), after: seq - 1, upTo: seq };
  });
  const found = new Map<string, Partial<Kick>>();
  for (const { event, data } of await readRanges(trx, ranges)) {
    if (event !== 'server:feed') continue;
    const { data: told } = EVENTS['server:feed'].safeParse(data);
    const one = told === undefined ? null : tellsOf(told.entry);
    if (one !== null) found.set(one.id, { ...found.get(one.id), ...one.tells });
  }
  const nothing = { actor: null, rule: null, banlist: null, job: null };
  const kicks = new Map<string, Kick>(
    [...found].flatMap(([id, { by, reason, ...more }]) =>
      by === undefined || reason === undefined ? [] : [[id, { ...nothing, by, reason, ...more }]],
    ),
  );
  return byJobs(trx, kicks, kicked);
}

/** A game takes for an admin whoever kicks by remote control: where nobody did it, a job may have. */
async function byJobs(
  trx: Trx,
  kicks: ReadonlyMap<string, Kick>,
  kicked: readonly Row[],
): Promise<ReadonlyMap<string, Kick>> {
  const nobodys = kicked.flatMap(({ id, server_id, stay }) => {
    const kick = kicks.get(id);
    const isOpen = kick?.by === 'admin-kick' && kick.actor === null && kick.rule === null;
    return isOpen ? [{ id, server_id, at: stay.left_at ?? 0, reason: kick.reason }] : [];
  });
  const restarts = nobodys.filter(({ reason }) => reason === RESTART_REASON).map(({ id }) => id);
  const jobs = await jobsThatKicked(trx, nobodys);
  return new Map(
    [...kicks].map(([id, kick]) => {
      if (restarts.includes(id)) return [id, { ...kick, rule: 'restart' }];
      return [id, { ...kick, job: jobs.get(id) ?? null }];
    }),
  );
}

/** What an entry of the feed says of why a stay ended. */
function tellsOf(
  entry: EventData<'server:feed'>['entry'],
): { readonly id: string; readonly tells: Partial<Kick> } | null {
  if (entry.kind !== 'kick' && entry.kind !== 'kept-out' && entry.kind !== 'action') return null;
  const id = entry.player?.id ?? null;
  if (id === null) return null;
  if (entry.kind === 'kick') return { id, tells: { by: entry.by, reason: entry.reason } };
  if (entry.outcome === 'failed') return null;
  if (entry.kind === 'action') {
    const isKick = entry.action === SERVER_ACTION.SERVER_KICK;
    return isKick ? { id, tells: { actor: entry.actor.display_name } } : null;
  }
  if (entry.did === 'warn') return null;
  return { id, tells: { rule: entry.rule, banlist: entry.ban?.banlist ?? null } };
}

/** Whether nobody heard the server when somebody left it. */
function isUnheard({ unheard_from, unheard_since, left_at }: KeptStay): boolean {
  return unheard_from !== null || (left_at === null && unheard_since !== null);
}

/** The stays that ended as their server was restarted through Muster. */
async function restartsOf(trx: Trx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const ended = rows.flatMap(({ id, server_id, stay: { left_at, kicked_by } }) =>
    left_at === null || kicked_by !== null ? [] : [{ id, server_id, at: left_at }],
  );
  if (ended.length === 0) return new Set();
  const { rows: found } = await sql<{ id: string }>`
    select e.id from json_to_recordset(${JSON.stringify(ended)}::json)
      as e(id bpchar, server_id bpchar, at bigint)
    where exists (
      select from paged_audit a
      where a.server_id = e.server_id and a.key_at between e.at - ${RESTART_WITHIN} and e.at
        and (
          a.key_action = 'actions.server-restart' or a.key_action = 'schedules.run'
            and a.data->'detail'->>'action' = ${String(SERVER_ACTION.SERVER_RESTART)}
        )
        and coalesce(a.data->'detail'->>'outcome', '') <> 'failed'
    )
  `.execute(trx);
  return new Set(found.map(({ id }) => id));
}
