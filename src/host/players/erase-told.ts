/** What was told of a person in rows about others, whom they were joined with at a time. */
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Mentions } from './erase-rows.ts';

/** So many rows are read at once. */
const BATCH = 2_000;

interface Part {
  readonly stream: string;
  readonly seq: number;
  readonly subject: string;
  readonly data: unknown;
  /** It is only of how a row was before. */
  readonly before: boolean;
}

/** Whom these ids are or were joined with, though somebody undid it. */
async function everJoinedWith(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive reached(id) as (
      select unnest(${ids}::bpchar[])::char(24)
      union
      select next.id from reached r cross join lateral (
        select other as id from person_joins where one = r.id
        union all
        select one from person_joins where other = r.id
      ) as next
    )
    select id from reached where id <> all(${ids}::bpchar[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Removes from the log what rows about those whom these ids were ever joined with tell of them. A ban of one has what games
 * know the other by; and hosts of an older version kept how a row was before under whom it was shown as. Of rows as they
 * are, only those of `resources` are emptied and told again, so that no other is looked at.
 */
export async function eraseTold(
  db: Database,
  ids: readonly string[],
  resources: readonly string[],
  mentions: Mentions,
  removed: (count: number) => void,
): Promise<void> {
  const others = await everJoinedWith(db, ids);
  if (others.length === 0) return;
  let [stream, seq, subject] = ['', -1, ''];
  for (let count = BATCH; count === BATCH;) {
    const { rows } = await sql<Part>`
      select p.stream, p.seq, p.subject, p.data, p.data->'row' is null as before
      from event_personal p join event_log e on e.stream = p.stream and e.seq = p.seq
      where p.subject = any(${others}::text[]) and e.event in ('row:put', 'row:gone')
        and (p.data->'row' is null or e.data->>'resource' = any(${resources}::text[]))
        and (p.stream, p.seq, p.subject) > (${stream}, ${seq}, ${subject})
      order by p.stream, p.seq, p.subject limit ${BATCH}
    `.execute(db);
    const found = rows.filter(({ data, before }) =>
      mentions[before ? 'terms' : 'identifiers'](data),
    );
    await sql`
      delete from event_personal p using unnest(
        ${found.map((row) => row.stream)}::text[], ${found.map((row) => row.seq)}::bigint[],
        ${found.map((row) => row.subject)}::text[]
      ) as f(stream, seq, subject)
      where p.stream = f.stream and p.seq = f.seq and p.subject = f.subject
    `.execute(db);
    removed(found.length);
    const end = rows.at(-1);
    [stream, seq, subject] = [end?.stream ?? '', end?.seq ?? 0, end?.subject ?? ''];
    count = rows.length;
  }
}
