import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups } from '../../../tests/support/groups.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';

let groups: TestGroups;
beforeAll(async () => {
  groups = await TestGroups.open();
});
afterAll(() => groups.close());

it('a server that is deleted while something is asked of it is one that is not there', async () => {
  const { db } = groups.test.deps;
  const owner = await groups.person();
  const server = await createTestServer(groups.test.deps, owner.id);
  const deleting = await db.startTransaction().execute();
  await deleting.deleteFrom('servers').where('id', '=', server).execute();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(deleting);
  // It still sees the server, and waits for what becomes of it when it writes down what was asked.
  const asked = groups.does(owner, `server/${server}/action`, {
    request_id: groups.fresh(),
    request: { action: SERVER_ACTION.SERVER_LOCK },
  });
  await expect
    .poll(async () => {
      const waiting = sql`select from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
      return (await waiting.execute(db)).rows.length;
    })
    .toBe(1);
  await deleting.commit().execute();
  expect(await asked).toBe('not-found');
});
