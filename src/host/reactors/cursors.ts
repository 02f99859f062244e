/** The cursors of reactors: one row for each stream, and its lock is the lease. */
import { sql } from 'kysely';
import type { Database, Trx } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import { streamsOf, type Missed, type Reactor } from './reactor.ts';

/** A stream that is this transaction's until it ends. */
export interface HeldCursor {
  readonly stream: string;
  readonly position: number;
  readonly attempts: number;
  readonly head: number;
  readonly floor: number;
}

/** Takes those of these streams that nobody else has now and whose pause is over. */
export async function holdCursors(
  trx: Trx,
  reactor: string,
  streams: readonly string[],
): Promise<readonly HeldCursor[]> {
  await sql`
    insert into reactor_cursors (reactor, stream, position, since)
    select ${reactor}, s.stream, s.floor, coalesce(first.at, ${databaseNow})
    from streams s
    left join lateral (
      select at from event_log e where e.stream = s.stream and e.seq > s.floor order by e.seq limit 1
    ) first on true
    where s.stream = any(${streams}::text[]) and not exists (
      select from reactor_cursors c where c.reactor = ${reactor} and c.stream = s.stream
    )
    order by s.stream on conflict do nothing
  `.execute(trx);
  const { rows } = await sql<HeldCursor>`
    select c.stream, c.position, c.attempts, s.head, s.floor
    from reactor_cursors c join streams s using (stream)
    where c.reactor = ${reactor} and c.stream = any(${streams}::text[])
      and c.retry_at <= ${databaseNow}
    order by c.stream for update of c skip locked
  `.execute(trx);
  return rows;
}

/** A part of a stream that was decided on: the positions after `after`, up to `upTo`. */
export interface Part {
  readonly stream: string;
  readonly after: number;
  readonly upTo: number;
}

/** Moves held cursors. Answers false where the log has forgotten a part while it was read. */
export async function moveCursors(
  trx: Trx,
  reactor: string,
  parts: readonly Part[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reactor_cursors c set position = p.up_to, attempts = 0, retry_at = 0
    from unnest(
      ${parts.map(({ stream }) => stream)}::text[], ${parts.map(({ after }) => after)}::bigint[],
      ${parts.map(({ upTo }) => upTo)}::bigint[]
    ) as p(stream, after, up_to)
    join streams s on s.stream = p.stream and s.floor <= p.after
    where c.reactor = ${reactor} and c.stream = p.stream
  `.execute(trx);
  return Number(numAffectedRows ?? 0n) === parts.length;
}

/** Writes down that a reactor never decides on these positions; what fails alike in a row is one row. */
export async function noteMissed(
  trx: Trx,
  reactor: string,
  missed: Missed,
  error: string | null,
): Promise<void> {
  const { stream, first, last } = missed;
  await sql`
    with longer as (
      update reactor_missed set last = ${last}, at = ${databaseNow}
      where reactor = ${reactor} and stream = ${stream} and last = ${first - 1}
        and error is not distinct from ${error}
      returning 1
    )
    insert into reactor_missed (reactor, stream, first, last, error, at)
    select ${reactor}, ${stream}, ${first}, ${last}, ${error}, ${databaseNow}
    where not exists (select from longer)
  `.execute(trx);
}

/** So many streams are named at once; the others are by the next look. */
const LOOK_LIMIT = 1_000;

/** Streams with something to decide on that nobody waits for. */
export async function readBehind(db: Database, reactor: Reactor): Promise<readonly string[]> {
  const { rows } = await sql<{ stream: string }>`
    select s.stream from streams s
    left join reactor_cursors c on c.reactor = ${reactor.name} and c.stream = s.stream
    where s.stream like any(${streamsOf(reactor, '%')}::text[])
      and (c.stream is null or (c.position < s.head and c.retry_at <= ${databaseNow}))
    limit ${LOOK_LIMIT}
  `.execute(db);
  return rows.map(({ stream }) => stream);
}

/** Forgets how far it came in streams that are no more. */
export async function dropCursors(db: Database, reactor: string): Promise<void> {
  await sql`
    with gone as (
      delete from reactor_cursors c where c.reactor = ${reactor}
        and not exists (select from streams s where s.stream = c.stream)
      returning c.stream
    )
    delete from reactor_missed m where m.reactor = ${reactor}
      and m.stream in (select stream from gone)
  `.execute(db);
}

/** How a reactor stands. */
export interface Standing {
  readonly reactor: string;
  /** Positions that it has not come to yet, over all streams. */
  readonly behind: number;
  /** Events that it was to decide on and could not. */
  readonly parked: number;
  /** Positions that the log had forgotten before they were read. */
  readonly forgotten: number;
}

/** How each reactor stands, over all hosts. */
export async function readStandings(db: Database): Promise<readonly Standing[]> {
  const { rows } = await sql<Standing>`
    select c.reactor,
      coalesce(sum(greatest(0, s.head - greatest(c.position, s.floor))), 0)::bigint as behind,
      (select coalesce(sum(m.last - m.first + 1), 0)::bigint from reactor_missed m
        where m.reactor = c.reactor and m.error is not null) as parked,
      (select coalesce(sum(m.last - m.first + 1), 0)::bigint from reactor_missed m
        where m.reactor = c.reactor and m.error is null) as forgotten
    from reactor_cursors c join streams s using (stream)
    group by c.reactor order by c.reactor
  `.execute(db);
  return rows;
}
