import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { storeServer } from '../../../../tests/support/stored-server.ts';
import type { Permission } from '../../../protocol/permissions.ts';
import { grant, permissionsOn, revoke, serverResource } from '../../access/grants.ts';
import { publish } from '../../realtime/log.ts';
import { tellKeptGrants } from '../../servers/tell-kept-grants.ts';
import { openDatabase, type OpenDatabase } from '../database.ts';
import { secretsOf } from '../secrets/secrets.ts';
import { migrate, MIGRATIONS } from './migrate.ts';

const SERVER = 'e'.repeat(24);
const RESOURCE = serverResource(SERVER);
const [HAS_CONSOLE, MAY_KICK, MAY_WATCH] = ['a', 'b', 'c'].map((sign) => sign.repeat(24)) as [
  string,
  string,
  string,
];
const BANS = ['server.bans.add-temporary', 'server.bans.add-permanent', 'server.bans.remove'];

let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  const known = Object.entries(MIGRATIONS).filter(([id]) => id < '0145');
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db: open.db, provider }).migrateToLatest();
  if (error !== undefined) throw new Error('No database of before.', { cause: error });
  await storeServer(open.db, SERVER);
  for (const id of [HAS_CONSOLE, MAY_KICK, MAY_WATCH]) {
    await sql`
      insert into accounts (id, username, username_key, display_name, email, email_key, password_hash, status, plan, created_at)
      values (${id}, ${id}, ${id}, ${`Name of ${id}`}, ${id}, ${id}, 'x', 1, 'free', 1)
    `.execute(open.db);
  }
  await give(HAS_CONSOLE, ['server.view', 'server.action.console']);
  await give(MAY_KICK, ['server.view', 'server.action.console', 'server.action.kick']);
  await give(MAY_WATCH, ['server.view', 'server.action.kick']);
  await migrate(open.db);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const give = (id: string, permissions: readonly Permission[]) =>
  grant(open.db, id, RESOURCE, permissions, null, 5);
const held = async (id: string) => [...(await permissionsOn(open.db, id, RESOURCE))].toSorted();

it('whoever had the console keeps what is not known by name, and whoever kicked too keeps bans', async () => {
  expect(await held(HAS_CONSOLE)).toEqual([
    'server.action.console',
    'server.action.console-raw',
    'server.view',
  ]);
  expect(await held(MAY_KICK)).toEqual(expect.arrayContaining(BANS));
  expect(await held(MAY_WATCH)).toEqual(['server.action.kick', 'server.view']);
});

it('the audit tells it once, and never gives back what was taken since', async () => {
  const context = { db: open.db, secrets: secretsOf(Buffer.alloc(32, 7)), publish, now: 9 };
  await Promise.all([tellKeptGrants(context), tellKeptGrants(context)]);
  await open.db
    .transaction()
    .execute((trx) => revoke(trx, MAY_KICK, RESOURCE, ['server.action.console-raw']));
  await tellKeptGrants(context);
  const { rows } = await sql<{ data: object }>`
    select data from paged_audit where key_action = 'personnel.keep' order by id
  `.execute(open.db);
  expect(rows.map(({ data }) => data)).toMatchObject([
    {
      actor_id: null,
      target_id: HAS_CONSOLE,
      target_name: `Name of ${HAS_CONSOLE}`,
      detail: { given: ['server.action.console-raw'] },
    },
    { target_id: MAY_KICK, detail: { given: ['server.action.console-raw', ...BANS.toSorted()] } },
  ]);
  expect(await held(MAY_KICK)).not.toContain('server.action.console-raw');
});
