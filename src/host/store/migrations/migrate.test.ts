import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from '../database.ts';
import { migrate } from './migrate.ts';

let test: TestDatabase;
let hosts: OpenDatabase[];

beforeAll(async () => {
  test = await createTestDatabase();
  hosts = Array.from({ length: 4 }, () =>
    openDatabase({
      connection: test.connection,
      onIdleError: (error) => {
        throw error;
      },
    }),
  );
});

afterAll(async () => {
  await Promise.all(hosts.map((host) => host.close()));
  await test.drop();
});

it('runs each migration once when hosts start together, and none on the next start', async () => {
  const ran = await Promise.all(hosts.map((host) => migrate(host.db)));
  expect(ran.flat().toSorted()).toEqual([...new Set(ran.flat())].toSorted());
  expect(ran.flat()).toContain('0001-accounts');
  expect(await migrate(hosts[0]!.db)).toEqual([]);
});

it('reads a bigint as a number', async () => {
  const { rows } = await sql<{ at: number }>`select 1763690000000::bigint as at`.execute(
    hosts[0]!.db,
  );
  expect(rows).toEqual([{ at: 1_763_690_000_000 }]);
});

it('refuses a database that a newer version has used, and says what to do', async () => {
  const { db } = hosts[0]!;
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '9999-01-01T00:00:00.000Z')`.execute(
    db,
  );
  await expect(migrate(db)).rejects.toMatchObject({
    kind: 'migration-failed',
    message:
      'A newer Muster has used this database (9999-of-tomorrow): start that version again, or put back the backup from before the upgrade.',
  });
  await sql`delete from kysely_migration where name = '9999-of-tomorrow'`.execute(db);
});
