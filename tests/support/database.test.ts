import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

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
