/** Who may do what is asked at every call and every socket: no question reads more than what it is about. */
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';

let test: TestDeps;
const id = 'a'.repeat(24);

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

it.each([
  ['what an account may do', sql`select * from rights where subject = ${id}`],
  [
    'what an account may do with a server',
    sql`select * from rights where subject = ${id} and resource = ${`server/${id}`}`,
  ],
  ['who may do what with a server', sql`select * from rights where resource = ${`server/${id}`}`],
])('%s is found by an index', async (_, question) => {
  expect(await readWhole(question)).toEqual([]);
});

/** The tables that a question reads from end to end, though it could not be dearer. */
function readWhole(question: RawBuilder<unknown>): Promise<readonly string[]> {
  return test.deps.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${question}`.execute(trx);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return [...plan.matchAll(/Seq Scan on (grants|group_members|servers|accounts)\b/g)].map(
      ([, table = '']) => table,
    );
  });
}
