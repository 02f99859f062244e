import pg from 'pg';
import { expect, test } from 'vitest';
import { createMigratedDatabase, createTestDatabase } from './database.ts';

test('each test database is empty, and apart from every other', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const first = new pg.Client({ connectionString: one.connectionString });
  const second = new pg.Client(two.connection);
  await Promise.all([first.connect(), second.connect()]);
  await first.query('create table fact (id int)');
  await expect(second.query('select * from fact')).rejects.toThrow('does not exist');
  await Promise.all([first.end(), second.end()]);
  await Promise.all([one.drop(), two.drop()]);
});

test('a migrated database has the product’s tables, none of its rows, and is nobody else’s', async () => {
  const [one, two] = await Promise.all([createMigratedDatabase(), createMigratedDatabase()]);
  const first = new pg.Client(one.connection);
  const second = new pg.Client(two.connection);
  await Promise.all([first.connect(), second.connect()]);
  await first.query(`insert into streams (stream, head) values ('server/1/feed', 1)`);
  const count = await second.query('select count(*)::int as rows from streams');
  expect(count.rows).toEqual([{ rows: 0 }]);
  await Promise.all([first.end(), second.end()]);
  await Promise.all([one.drop(), two.drop()]);
});
