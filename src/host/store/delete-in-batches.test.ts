import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import type { OpenDatabase } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  await sql`create table things (n int not null, who text not null)`.execute(open.db);
});
afterAll(() => open.close());
beforeEach(async () => {
  await sql`truncate things`.execute(open.db);
  await sql`
    insert into things select n, case when n <= 4500 then 'ada' else 'eve' end
    from generate_series(1, 5000) as n
  `.execute(open.db);
});

const left = async () => {
  const { rows } = await sql`select who, count(*)::int from things group by who`.execute(open.db);
  return rows;
};

it('deletes what is asked for and nothing else, and says how many went each time', async () => {
  const removed: number[] = [];
  await deleteInBatches(open.db, 'things', sql`who = 'ada'`, (count) => removed.push(count));
  expect(removed).toEqual([2_000, 2_000, 500]);
  expect(await left()).toEqual([{ who: 'eve', count: 500 }]);
});

it('deletes also what others change in the meantime, unless it is asked for no more', async () => {
  let deleted: Promise<void> | undefined;
  await open.db.transaction().execute(async (trx) => {
    await sql`update things set who = 'bob' where who = 'ada' and n > 100`.execute(trx);
    await sql`update things set who = 'eve' where n <= 100`.execute(trx);
    deleted = deleteInBatches(open.db, 'things', sql`who in ('ada', 'bob')`);
    await untilLocked(open.db, 1, '%things%');
  });
  await deleted;
  expect(await left()).toEqual([{ who: 'eve', count: 600 }]);
});
