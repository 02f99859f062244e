/** Whom a ban or an entry of a bucket is about is often known later than what audits and the log told of it. */
import { sql } from 'kysely';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { operatorsOf } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import { ownerOf, replacePagedRow, tableOf } from '../store/paged/rows.ts';

/** Where it stands who was banned, or put into a bucket; what a server's audit has of it names the player. */
const AUDITS = ['banListAudit', 'bucketAudit', 'oversight', 'activity'] as const;

/**
 * What audits and the log say of a thing that was made before anybody knew whom it is about, is about them from now on, so
 * that it is emptied with all else of theirs. `stream`: where the thing itself is told.
 */
export async function nameLater(
  trx: Trx,
  { thing, stream }: { readonly thing: string; readonly stream: string },
  id: string,
): Promise<void> {
  const streams = new Set([stream]);
  for (const audit of AUDITS) {
    const { rows } = await sql<{ data: unknown; owner: string }>`
      select data, ${ownerOf(audit)} as owner from ${tableOf(audit)}
      where key_things @> array[${thing}]::text[] and data->>'target_id' is null
        and data->>'target_name' is not null
      for update
    `.execute(trx);
    if (rows.length === 0) continue;
    const readers = audit === 'oversight' ? await operatorsOf(trx) : rows.map((row) => row.owner);
    for (const reader of readers) streams.add(resourceStream(audit, reader));
    for (const { data } of rows) {
      const { data: row } = PAGED_ROW[audit].safeParse(data);
      if (row !== undefined) await replacePagedRow(trx, audit, { ...row, target_id: id });
    }
  }
  await sql`
    update event_personal p set subject = ${id} from event_log e
    where p.stream = any(${[...streams]}::text[]) and p.subject = ''
      and e.stream = p.stream and e.seq = p.seq and e.event in ('row:put', 'row:gone')
      and (
        ${thing} in (e.data->'row'->>'id', e.data->'before'->>'id')
        or (e.data->'row'->'things')::jsonb ? ${thing}
      )
      and not exists (
        select from event_personal o
        where o.stream = p.stream and o.seq = p.seq and o.subject = ${id}
      )
  `.execute(trx);
}
