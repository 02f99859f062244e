/** Reading the log: heads, and ranges with what can be erased put back. */
import { sql } from 'kysely';
import { restore } from '../../domain/personal/separate.ts';
import type { Database, Trx } from '../store/database.ts';
import { toldAgain } from './console-text.ts';
import { sourceOf, toldOn } from './filtered.ts';

/** One event of the log with its position. `data` fits the event's schema. */
export interface LoggedEvent {
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  readonly event: string;
  readonly data: unknown;
}

/** A part of a stream: positions after `after`, up to and including `upTo`. */
export interface Range {
  readonly stream: string;
  readonly after: number;
  readonly upTo: number;
}

export interface StreamHead {
  readonly head: number;
  /** Cursors from here on can be resumed. */
  readonly floor: number;
}

const NO_HEAD: StreamHead = { head: 0, floor: 0 };

/** The heads of streams; a stream on which nothing was told yet is at 0. */
export async function readHeads(
  executor: Database | Trx,
  streams: readonly string[],
): Promise<ReadonlyMap<string, StreamHead>> {
  const { rows } = await sql<{ stream: string; head: number; floor: number }>`
    select stream, head, floor from streams where stream = any(${streams.map(sourceOf)}::text[])
  `.execute(executor);
  const found = new Map(rows.map(({ stream, head, floor }) => [stream, { head, floor }]));
  return new Map(streams.map((stream) => [stream, found.get(sourceOf(stream)) ?? NO_HEAD]));
}

interface LogRow {
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  readonly event: string;
  readonly data: unknown;
  readonly personal: unknown[] | null;
}

/** What of ranges is wanted: all of it, unless it is said. */
export interface WantedEvents {
  readonly events?: readonly string[];
  /** Whether what can be erased is put back. */
  readonly personal?: boolean;
}

/** What is wanted in these ranges, each stream in its order. */
export async function readRanges(
  executor: Database | Trx,
  ranges: readonly Range[],
  { events, personal = true }: WantedEvents = {},
): Promise<readonly LoggedEvent[]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<LogRow>`
    select w.stream, e.seq, e.at, e.event, e.data, p.personal
    from unnest(
      ${ranges.map((range) => range.stream)}::text[],
      ${ranges.map((range) => sourceOf(range.stream))}::text[],
      ${ranges.map((range) => range.after)}::bigint[],
      ${ranges.map((range) => range.upTo)}::bigint[]
    ) as w(stream, source, after, up_to)
    join event_log e on e.stream = w.source and e.seq > w.after and e.seq <= w.up_to
      ${events === undefined ? sql`` : sql`and e.event = any(${events}::text[])`}
    left join lateral (
      select json_agg(data) as personal from event_personal x
      where ${personal} and x.stream = e.stream and x.seq = e.seq
    ) p on true
    order by w.stream, e.seq
  `.execute(executor);
  return rows.map(withPersonal);
}

/** The newest `limit` events of a stream before a position (or of all), oldest first. */
export async function readPage(
  executor: Database | Trx,
  stream: string,
  before: number | undefined,
  limit: number,
): Promise<readonly LoggedEvent[]> {
  const { rows } = await sql<LogRow>`
    select ${stream}::text as stream, e.seq, e.at, e.event, e.data, p.personal
    from (
      select * from event_log
      where stream = ${sourceOf(stream)} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
      order by seq desc limit ${limit}
    ) e
    left join lateral (
      select json_agg(data) as personal from event_personal x
      where x.stream = e.stream and x.seq = e.seq
    ) p on true
    order by e.seq
  `.execute(executor);
  return rows.map(withPersonal);
}

function withPersonal(row: LogRow): LoggedEvent {
  const { stream, seq, at, event, data, personal } = row;
  const whole = personal === null ? data : restore(data, personal);
  const told = toldAgain(sourceOf(stream), whole);
  return { stream, seq, at, event, data: toldOn(stream, told) };
}
