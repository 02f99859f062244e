import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from './database.ts';

let database: TestDatabase;
/** One connection, which keeps what it planned. */
let one: OpenDatabase;
let other: OpenDatabase;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const open = (max: number) =>
    openDatabase({ connection: database.connection, max, onIdleError: () => undefined });
  [one, other] = [open(1), open(2)];
});

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

const subject = 'a'.repeat(24);

async function rightsOn(resource: string): Promise<readonly string[]> {
  const rows = await one.db
    .selectFrom('rights')
    .select('permission')
    .where('subject', '=', subject)
    .where('resource', '=', resource)
    .execute();
  return rows.map(({ permission }) => permission);
}

/** Each statement that the connection keeps, and how often it was planned for any values. */
async function kept(): Promise<readonly { readonly statement: string; readonly plans: number }[]> {
  const { rows } = await sql<{ statement: string; plans: number }>`
    select statement, generic_plans::int as plans from pg_prepared_statements where from_sql = false
  `.execute(one.db);
  return rows;
}

it('a statement that reads rights is planned once, and no other is kept', async () => {
  await other.db
    .insertInto('grants')
    .values({
      subject,
      resource: 'server/1',
      permission: 'server.view',
      granted_by: null,
      since: 0,
    })
    .execute();
  for (let look = 1; look <= 10; look += 1) {
    expect(await rightsOn('server/1')).toEqual(['server.view']);
    expect(await rightsOn('server/2')).toEqual([]);
    await one.db.selectFrom('grants').select('since').where('subject', '=', subject).execute();
  }
  const [statement, ...others] = await kept();
  expect(others).toEqual([]);
  expect(statement?.statement).toContain('from "rights"');
  // PostgreSQL tries five for their values first.
  expect(statement?.plans).toBe(15);
});

it('what was planned follows the view where a newer host changes it', async () => {
  await rightsOn('server/1');
  const { rows } = await sql<{ as: string }>`
    select pg_get_viewdef('rights') as as
  `.execute(other.db);
  const [view] = rows;
  await sql`
    create or replace view rights as
    select * from (${sql.raw(view?.as.replace(/;\s*$/, '') ?? '')}) was where permission <> 'server.view'
  `.execute(other.db);
  expect(await rightsOn('server/1')).toEqual([]);
});
