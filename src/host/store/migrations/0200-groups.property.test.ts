import fc from 'fast-check';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';
import { storeServer } from '../../../../tests/support/stored-server.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { grant, permissionsOn, serverResource } from '../../access/grants.ts';
import { openDatabase, type Database } from '../database.ts';
import { migrate, MIGRATIONS } from './migrate.ts';

const idOf = (sign: string, number: number) => `${sign}${number}`.padEnd(24, '0');
const ACCOUNTS = [1, 2, 3, 4, 5].map((number) => idOf('a', number));
const SERVERS = [1, 2, 3, 4].map((number) => idOf('e', number));

/** Whose each server is, and what was given to whom, on which. */
const held = fc.record({
  owners: fc.tuple(...SERVERS.map(() => fc.constantFrom(...ACCOUNTS))),
  given: fc.array(
    fc.record({
      account: fc.constantFrom(...ACCOUNTS),
      server: fc.constantFrom(...SERVERS),
      permissions: fc.uniqueArray(fc.constantFrom(...SERVER_PERMISSION), { minLength: 1 }),
    }),
    { maxLength: 20 },
  ),
});

/** A database of before there were teams. */
async function before(db: Database): Promise<void> {
  const known = Object.entries(MIGRATIONS).filter(([id]) => id < '0200');
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw new Error('No database of before.', { cause: error });
  for (const id of ACCOUNTS) {
    await sql`
      insert into accounts (id, username, username_key, display_name, email, email_key, password_hash, status, plan, created_at)
      values (${id}, ${id}, ${id}, ${id}, ${id}, ${id}, 'x', 1, 'free', 1)
    `.execute(db);
  }
}

/** What each account may do on each server, by what is asked today, or by the table that was asked then. */
async function answers(of: (account: string, server: string) => Promise<Iterable<string>>) {
  const all: [string, string, string[]][] = [];
  for (const account of ACCOUNTS) {
    for (const server of SERVERS)
      all.push([account, server, [...(await of(account, server))].toSorted()]);
  }
  return all;
}

it('whoever could do something on a server before there were teams can do just that afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(held, async ({ owners, given }) => {
      const database = await createTestDatabase();
      const { db, close } = openDatabase({
        connection: database.connection,
        onIdleError: () => undefined,
      });
      try {
        await before(db);
        for (const [at, id] of SERVERS.entries()) {
          await storeServer(db, id, owners[at]);
          await grant(db, owners[at]!, serverResource(id), SERVER_PERMISSION, null, 1);
        }
        for (const { account, server, permissions } of given) {
          await grant(db, account, serverResource(server), permissions, null, 2);
        }
        const then = await answers(async (account, server) => {
          const { rows } = await sql<{ permission: string }>`
            select permission from grants where subject = ${account} and resource = ${serverResource(server)}
          `.execute(db);
          return rows.map(({ permission }) => permission);
        });
        await migrate(db);
        const now = await answers((account, server) =>
          permissionsOn(db, account, serverResource(server)),
        );
        expect(now).toEqual(then);
        const { rows } = await sql<{
          owner: string;
        }>`select owner from servers order by id`.execute(db);
        expect(rows.map(({ owner }) => owner)).toEqual([...owners]);
      } finally {
        await close();
        await database.drop();
      }
    }),
    { numRuns: 3 },
  );
});
