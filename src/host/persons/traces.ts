/** Under what somebody was seen, of the stays that are kept. */
import { sql } from 'kysely';
import type { TRACE_KIND } from '../../protocol/persons/calls.ts';
import type { Trx } from '../store/database.ts';

export type TraceKind = (typeof TRACE_KIND)[number];

export interface Trace {
  readonly kind: TraceKind;
  readonly value: string;
  /** null: no server has told it. */
  readonly server_id: string | null;
  /** In how many stays, or answers of Steam. */
  readonly uses: number;
  readonly first: number;
  readonly last: number;
}

/**
 * What of these kinds a person was seen under on these servers; what was used last comes first. Steam names are those of the
 * accounts that they played with there.
 */
export async function tracesOf(
  trx: Trx,
  ids: readonly string[],
  servers: readonly string[],
  { kinds, now, limit }: { kinds: readonly TraceKind[]; now: number; limit: number },
): Promise<readonly Trace[]> {
  if (servers.length === 0) return [];
  const { rows } = await sql<Trace>`
    with seen as (
      select t.kind, t.value, p.server_id, count(*)::int as uses, min(p.joined_at) as first,
        max(coalesce(p.left_at, v.unheard_since, ${now}::bigint)) as last
      from play_sessions p join servers v on v.id = p.server_id cross join lateral (values
        ('name', p.name), (case when p.ip like '%:%' then 'ipv6' else 'ipv4' end, p.ip), ('guid', p.guid::text), ('steam_id', p.steam_id),
        ('bohemia_id', p.bohemia_id)
      ) as t(kind, value)
      where p.muster_id = any(${ids}::bpchar[]) and p.server_id = any(${servers}::bpchar[])
        and t.kind = any(${kinds}::text[]) and t.value <> ''
      group by t.kind, t.value, p.server_id
      union all
      select 'persona', p.persona, null, p.uses, p.first_at, p.last_at from steam_personas p
      where 'persona' = any(${kinds}::text[]) and p.steam_id in (
        select steam_id from play_sessions
        where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
          and steam_id is not null
      )
    )
    select * from seen order by last desc, kind, value, server_id limit ${limit}
  `.execute(trx);
  return rows;
}
