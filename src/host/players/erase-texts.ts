/** What of a person stands beside the log and in what is made of it, removed in batches. */
import { sql } from 'kysely';
import { mentionsOf } from './mentions.ts';
import type { Database, Trx } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';

/** So many rows go in one transaction. */
const BATCH = 2_000;

/** Removes everything that is about these subjects; `removed` hears how many rows each batch had. */
export async function eraseSubjects(
  db: Database,
  subjects: readonly string[],
  removed: (count: number) => void,
): Promise<void> {
  for (const table of ['event_personal', 'feed_texts']) {
    await deleteInBatches(db, table, sql`subject = any(${subjects}::text[])`, removed);
  }
}

/** Removes the names by which players are found. */
export async function eraseNames(db: Database | Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from player_names where muster_id = any(${ids}::bpchar[])`.execute(db);
}

/** Removes what statistics know of players. */
export async function eraseStatistics(
  db: Database,
  ids: readonly string[],
  removed: (count: number) => void,
): Promise<void> {
  for (const table of [
    'statistic_stays',
    'statistic_totals',
    'statistic_weapons',
    'statistic_zones',
  ]) {
    await deleteInBatches(db, table, sql`muster_id = any(${ids}::text[])`, removed);
  }
}

/** Forgets what Steam said of these accounts. */
export async function eraseSteam(db: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from steam_accounts where steam_id = any(${ids}::text[])`.execute(db);
}

interface Row {
  readonly place: string;
  readonly id: number;
  readonly part: string;
  readonly text: unknown;
}

/** Removes texts that are about nobody, such as lines of a console, where they tell of a person. */
export async function eraseMentions(
  db: Database,
  terms: readonly string[],
  removed: (count: number) => void,
): Promise<void> {
  if (terms.length === 0) return;
  const mentions = mentionsOf(terms);
  for (const { table, place, text, part } of [
    { table: 'event_personal', place: 'stream', text: 'data', part: sql`subject` },
    // A line of the console and an entry of the feed may have one number.
    { table: 'feed_texts', place: 'server_id', text: 'folded', part: sql`coalesce(kind, '')` },
  ]) {
    const of = sql.ref(place);
    let [after, seq, last] = ['', -1, ''];
    for (let count = BATCH; count === BATCH;) {
      const { rows } = await sql<Row>`
        select ${of} as place, seq as id, ${part} as part, ${sql.ref(text)} as text
        from ${sql.table(table)}
        where subject = '' and (${of}, seq, ${part}) > (${after}, ${seq}, ${last})
        order by ${of}, seq, ${part} limit ${BATCH}
      `.execute(db);
      const found = rows.filter((row) => mentions(row.text));
      await sql`
        delete from ${sql.table(table)} t using unnest(
          ${found.map((row) => row.place)}::text[], ${found.map(({ id }) => id)}::bigint[],
          ${found.map((row) => row.part)}::text[]
        ) as f(place, id, part)
        where t.${of} = f.place and t.seq = f.id and t.subject = '' and ${part} = f.part
      `.execute(db);
      removed(found.length);
      const end = rows.at(-1);
      [after, seq, last] = [end?.place ?? '', end?.id ?? 0, end?.part ?? ''];
      count = rows.length;
    }
  }
  await eraseAnswers(db, mentions, removed);
}

/** Empties what game servers answered where it tells of a person; whoever asked can read it for a day. */
async function eraseAnswers(
  db: Database,
  mentions: (value: unknown) => boolean,
  removed: (count: number) => void,
): Promise<void> {
  for (let after = '', count = BATCH; count === BATCH;) {
    const { rows } = await sql<{ id: string; outcome: unknown }>`
      select id, outcome from action_requests
      where outcome is not null and id > ${after} order by id limit ${BATCH}
    `.execute(db);
    const found = rows.filter(({ outcome }) => mentions(outcome)).map(({ id }) => id);
    await sql`
      update action_requests set outcome = outcome::jsonb || case
        when (outcome->>'ok')::boolean then '{"answer":""}'::jsonb else '{"detail":""}'::jsonb end
      where id = any(${found}::text[])
    `.execute(db);
    removed(found.length);
    after = rows.at(-1)?.id ?? '';
    count = rows.length;
  }
}
