import { sql } from 'kysely';
import type { FOUND_BY } from '../../protocol/persons/search-calls.ts';
import type { Answer } from '../calls/handler.ts';
import type { Trx } from '../store/database.ts';

/** Somebody who was found. */
export interface Found {
  readonly person: string;
  readonly by: (typeof FOUND_BY)[number];
  /** What of them is what was looked for. */
  readonly value: string;
  /** As a ban calls them, for whoever knows them by that. */
  readonly called?: string;
}

type Described = Answer<'playerSearch'>['people'][number];

/** What is said of people who were found: how they were called last, when and on how many servers they were, of these. A private account is called so for itself alone. */
export async function describe(
  trx: Trx,
  found: readonly Found[],
  {
    reader,
    open,
    now,
  }: { readonly reader: string; readonly open: readonly string[]; readonly now: number },
): Promise<Described[]> {
  if (found.length === 0) return [];
  const persons = found.map(({ person }) => person);
  const { rows } = await sql<{
    person: string;
    name: string | null;
    account: string | null;
    last_seen: number | null;
    here: string | null;
    servers: number;
  }>`
    with ids as (
      select id, person from persons where person = any(${persons}::bpchar[])
      union select id, id from unnest(${persons}::bpchar[]) as u(id)
    ), stays as (
      select ids.person, p.* from ids join lateral (
        select s.server_id, s.name, s.joined_at, s.left_at, v.unheard_since
        from play_sessions s join servers v on v.id = s.server_id
        where s.muster_id = ids.id and s.server_id = any(${open}::bpchar[])
      ) as p on true
    ), seen as (
      select person, max(coalesce(left_at, unheard_since, ${now}::bigint)) as last_seen,
        max(server_id) filter (where left_at is null and unheard_since is null) as here,
        count(distinct server_id)::int as servers
      from stays group by person
    ), named as (
      select distinct on (person) person, name from stays where name <> ''
      order by person, (left_at is null) desc, joined_at desc
    )
    select u.person, named.name, a.display_name as account, seen.last_seen, seen.here,
      coalesce(seen.servers, 0) as servers
    from unnest(${persons}::bpchar[]) as u(person)
      left join seen using (person) left join named using (person)
      left join accounts a on a.id = u.person and (not a.private or a.id = ${reader})
  `.execute(trx);
  const of = new Map(rows.map((row) => [row.person, row]));
  return found.flatMap(({ person, by, value, called: listed }): Described[] => {
    const row = of.get(person);
    if (row === undefined) return [];
    const { name, account, last_seen, here, servers } = row;
    const called = name ?? listed ?? account ?? '';
    return [{ muster_id: person, name: called, found: { by, value }, last_seen, here, servers }];
  });
}
