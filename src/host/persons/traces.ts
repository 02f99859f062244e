/** Under what somebody was seen, of the stays that are kept. */
import { sql } from 'kysely';
import type { TRACE_KIND } from '../../protocol/persons/calls.ts';
import type { Trx } from '../store/database.ts';

export type TraceKind = (typeof TRACE_KIND)[number];

export interface Trace {
  readonly kind: TraceKind;
  readonly value: string;
  readonly server_id: string;
  /** In how many stays. */
  readonly uses: number;
  readonly first: number;
  readonly last: number;
}

/** What of these kinds a person was seen under on these servers; what was used last comes first. */
export async function tracesOf(
  trx: Trx,
  ids: readonly string[],
  servers: readonly string[],
  { kinds, now, limit }: { kinds: readonly TraceKind[]; now: number; limit: number },
): Promise<readonly Trace[]> {
  if (servers.length === 0) return [];
  const { rows } = await sql<Trace>`
    select t.kind, t.value, p.server_id, count(*)::int as uses, min(p.joined_at) as first,
      max(coalesce(p.left_at, v.unheard_since, ${now}::bigint)) as last
    from play_sessions p join servers v on v.id = p.server_id cross join lateral (values
      ('name', p.name), ('ip', p.ip), ('guid', p.guid::text), ('steam_id', p.steam_id),
      ('bohemia_id', p.bohemia_id)
    ) as t(kind, value)
    where p.muster_id = any(${ids}::bpchar[]) and p.server_id = any(${servers}::bpchar[])
      and t.kind = any(${kinds}::text[]) and t.value <> ''
    group by t.kind, t.value, p.server_id
    order by last desc, t.kind, t.value, p.server_id limit ${limit}
  `.execute(trx);
  return rows;
}
