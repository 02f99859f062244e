/** Whom a ban or an entry of a bucket is about is often known later than what audits and the log told of it. */
import { sql } from 'kysely';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { operatorsOf } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import { ownerOf, replacePagedRow, tableOf } from '../store/paged/rows.ts';

/** Where it stands who was banned, or put into a bucket; what a server's audit has of it names the player. */
const AUDITS = ['banListAudit', 'bucketAudit', 'oversight', 'activity'] as const;

/** How far streams were read, by their names. */
export type ReadTo = ReadonlyMap<string, number>;

const UNREAD: ReadTo = new Map();

/**
 * What audits and the log say of things that were made before anybody knew whom they are about, is about them from now on, so
 * that it is emptied with all else of theirs. `things`: whose each is; `stream`: where the things themselves are told, unless
 * that is about to go. The log of a stream is read once for all of them, whose number may be large.
 */
export async function nameLater(
  trx: Trx,
  {
    things,
    stream,
  }: { readonly things: ReadonlyMap<string, string>; readonly stream: string | null },
): Promise<void> {
  if (things.size === 0) return;
  const streams = await nameInAudits(trx, things);
  await nameInLog(trx, { things, streams: [...streams, ...(stream === null ? [] : [stream])] });
}

/** The part of it that is in audits; answers on which streams these are told. */
export async function nameInAudits(
  trx: Trx,
  things: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const ids = [...things.keys()];
  const streams = new Set<string>();
  for (const audit of AUDITS) {
    const { rows } = await sql<{ data: unknown; owner: string; things: readonly string[] }>`
      select data, ${ownerOf(audit)} as owner, key_things as things from ${tableOf(audit)}
      where key_things && ${ids}::text[] and data->>'target_id' is null
        and data->>'target_name' is not null
      order by id for update
    `.execute(trx);
    if (rows.length === 0) continue;
    const readers = audit === 'oversight' ? await operatorsOf(trx) : rows.map((row) => row.owner);
    for (const reader of readers) streams.add(resourceStream(audit, reader));
    for (const { data, things: of } of rows) {
      const { data: row } = PAGED_ROW[audit].safeParse(data);
      const target_id = of.flatMap((one) => things.get(one) ?? [])[0] ?? null;
      if (row !== undefined) await replacePagedRow(trx, audit, { ...row, target_id });
    }
  }
  return [...streams];
}

/** The part of it that is in the log, of what these streams told behind where they were `read` to. */
export async function nameInLog(
  trx: Trx,
  {
    things,
    streams,
    read = UNREAD,
  }: {
    readonly things: ReadonlyMap<string, string>;
    readonly streams: readonly string[];
    readonly read?: ReadTo;
  },
): Promise<void> {
  const from = Object.fromEntries(streams.map((stream) => [stream, read.get(stream) ?? 0]));
  // Looked up in one object: a join with many things would compare each with each event.
  await sql`
    with whose as materialized (
      select ${JSON.stringify(Object.fromEntries(things))}::jsonb as by
    ), found as materialized (
      select n.stream, n.seq, coalesce(
        by->>(e.data->'row'->>'id'), by->>(e.data->'before'->>'id'), (
          select by->>thing
          from jsonb_array_elements_text((e.data->'row'->'things')::jsonb) as of(thing)
          where by ? thing limit 1
        )
      ) as person
      from whose, json_each_text(${JSON.stringify(from)}::json) as s(stream, after)
      join event_personal n on n.stream = s.stream and n.seq > s.after::bigint
      join event_log e on e.stream = n.stream and e.seq = n.seq
      where n.subject = '' and e.event in ('row:put', 'row:gone')
    )
    update event_personal p set subject = found.person from found
    where found.person is not null
      and p.stream = found.stream and p.seq = found.seq and p.subject = ''
      and not exists (
        select from event_personal o
        where o.stream = p.stream and o.seq = p.seq and o.subject = found.person
      )
  `.execute(trx);
}

/** How far these streams have come. */
export async function headsOf(trx: Trx, streams: readonly string[]): Promise<ReadTo> {
  const { rows } = await sql<{ stream: string; head: number }>`
    select stream, head from streams where stream = any(${[...streams]}::text[])
  `.execute(trx);
  return new Map(rows.map(({ stream, head }) => [stream, head]));
}
