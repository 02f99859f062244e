/** The filters that a server uses, read and made ready once. */
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { isInForce } from '../../domain/buckets/entries.ts';
import type { FilterHit } from '../../domain/doors/rule.ts';
import { compileTerm, type CompiledTerm } from '../../domain/filters/term.ts';
import type { FilterBucketType } from '../../protocol/buckets/limits.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { Database } from '../store/database.ts';

/** A filter, ready to be asked. */
export interface ReadyFilter {
  readonly type: FilterBucketType;
  /** When it is over; null: never. */
  readonly until: number | null;
  readonly hit: FilterHit;
  readonly matches: Extract<CompiledTerm, { ok: true }>['matches'];
}

/** So many are made ready before others have their turn: a large one takes some milliseconds. */
const AT_ONCE = 10;

export async function readFilters(db: Database, serverId: string): Promise<readonly ReadyFilter[]> {
  const { rows } = await sql<{
    bucket: string;
    identifier: string;
    type: FilterBucketType;
    data: unknown;
  }>`
    select b.id as bucket, b.identifier, b.type, e.data
    from bucket_servers s join buckets b on b.id = s.bucket_id
    join paged_bucket_entries e on e.owner_id = b.id
    where s.server_id = ${serverId} and b.type in ('NAME_FILTER', 'CHAT_FILTER')
    order by e.id
  `.execute(db);
  const ready: ReadyFilter[] = [];
  for (const [at, { bucket, identifier, type, data }] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await turn();
    // Another version may keep what this one does not know; the other rules hold all the same.
    const row = PAGED_ROW.bucketEntries.safeParse(data);
    if (!row.success) continue;
    const { id, term, term_kind, action, message, minutes, until } = row.data;
    if (term === null || term_kind === null || action === null) continue;
    const compiled = compileTerm({ kind: term_kind, term });
    if (!compiled.ok) continue;
    const of = { id: bucket, identifier };
    const hit = { id, bucket: of, term, action, message: message ?? '', minutes };
    ready.push({ type, until, hit, matches: compiled.matches });
  }
  return ready;
}

/** Those of a type that match a text at a moment. */
export function hitsOf(
  filters: readonly ReadyFilter[],
  type: FilterBucketType,
  text: string,
  now: number,
): readonly FilterHit[] {
  return filters.flatMap((filter) =>
    filter.type === type && isInForce(filter, now) && filter.matches(text) ? [filter.hit] : [],
  );
}
