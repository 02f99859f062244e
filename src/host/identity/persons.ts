/** The person behind an id. Rows keep the id that they were written under; who that is now is asked when they are read. */
import { sql } from 'kysely';
import type { Database, Trx } from '../store/database.ts';

/** Held alone while persons change, and shared by whoever tells who is on a server: what is told afterwards knows of it. */
export const PERSONS_LOCK = 3_202_611;

/** Nobody becomes another person until the transaction ends. */
export async function holdPersons(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${PERSONS_LOCK})`.execute(trx);
}

/** The person that an id means now: itself where nothing joins it to another. */
export async function personOf(db: Database | Trx, id: string): Promise<string> {
  return (await personsOf(db, [id]))(id);
}

/** Who these ids are now. */
export async function personsOf(
  db: Database | Trx,
  ids: readonly (string | null)[],
): Promise<(id: string) => string> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return (id) => id;
  const { rows } = await sql<{ id: string; person: string }>`
    select id, person from persons where id = any(${asked}::bpchar[]) and person <> id
  `.execute(db);
  const persons = new Map(rows.map(({ id, person }) => [id, person]));
  return (id) => persons.get(id) ?? id;
}

/** The same rows, each of the person that its id means now. */
export async function asPersons<Row extends { readonly muster_id: string | null }>(
  db: Database | Trx,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const who = await personsOf(
    db,
    rows.map(({ muster_id }) => muster_id),
  );
  return rows.map((row) =>
    row.muster_id === null ? row : { ...row, muster_id: who(row.muster_id) },
  );
}

/** Every id that leads to the person of this one. */
export async function idsOf(db: Database | Trx, id: string): Promise<readonly string[]> {
  const person = await personOf(db, id);
  const { rows } = await sql<{ id: string }>`
    select id from persons where person = ${person} order by id
  `.execute(db);
  return [...new Set([person, ...rows.map((row) => row.id), id])];
}

/** Those of these ids that are or were joined to others. */
export async function everJoined(
  db: Database | Trx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from persons where id = any(${ids}::bpchar[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An id that means another person from now on. `changed` counts them, in the order of their commits. */
export interface PersonChange {
  readonly id: string;
  readonly person: string;
  readonly changed: number;
}

/** Whose person changed after a count that is known. */
export async function readPersonChanges(
  db: Database,
  after: number,
): Promise<readonly PersonChange[]> {
  return db
    .selectFrom('persons')
    .selectAll()
    .where('changed', '>', after)
    .orderBy('changed')
    .execute();
}

/** The count of the newest change; 0 before the first. */
export async function newestPersonChange(db: Database): Promise<number> {
  const { newest } = await db
    .selectFrom('persons')
    .select(({ fn }) => fn.max('changed').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}
