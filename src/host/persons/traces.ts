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
  /** In how many stays. */
  readonly uses: number;
  readonly first: number;
  readonly last: number;
}

/** Steam is asked of an account no more often, in ms: until then it is called as it was. */
const STEAM_LASTS = 86_400_000;

/**
 * What of these kinds a person was seen under on these servers; what was used last comes first. Steam names are those of the
 * accounts that they played with there, at the times when they were there: Steam is asked wherever somebody plays.
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
      select 'persona', persona, null, count(*)::int, min(since), max(least(until, greatest(since, last_at)))
      from (
        select p.persona, p.last_at, greatest(s.joined_at, p.first_at) as since,
          coalesce(s.left_at, v.unheard_since, ${now}::bigint) as until
        from play_sessions s join servers v on v.id = s.server_id
        join steam_personas p on p.steam_id = s.steam_id
        where 'persona' = any(${kinds}::text[]) and s.muster_id = any(${ids}::bpchar[])
          and s.server_id = any(${servers}::bpchar[]) and p.last_at + ${STEAM_LASTS} >= s.joined_at
      ) as called
      where since <= until group by persona
    )
    select * from seen order by last desc, kind, value, server_id limit ${limit}
  `.execute(trx);
  return rows;
}
