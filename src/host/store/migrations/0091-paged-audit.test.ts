/** A database of a host of before goes on while another one brings it to this version. */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { storeServer } from '../../../../tests/support/stored-server.ts';
import { untilLocked } from '../../../../tests/support/until-locked.ts';
import { appendAudit } from '../../audit/append.ts';
import { change } from '../../change/change.ts';
import { publish } from '../../realtime/log.ts';
import { keepLeftEntries } from '../../resources/keep-left-entries.ts';
import { openDatabase, type OpenDatabase } from '../database.ts';
import { secretsOf } from '../secrets/secrets.ts';
import { migrate, MIGRATIONS } from './migrate.ts';

const server = 'e'.repeat(24);
const secrets = secretsOf(Buffer.alloc(32, 7));
const UNHURRIED = 'set local idle_in_transaction_session_timeout = 0';

let database: TestDatabase;
let old: OpenDatabase;
let young: OpenDatabase;

const open = () => openDatabase({ connection: database.connection, onIdleError: () => undefined });

beforeAll(async () => {
  database = await createTestDatabase();
  old = open();
  // Whoever would wait for long fails instead.
  const { database: name } = database.connection;
  await sql`alter database ${sql.ref(name)} set lock_timeout = '10s'`.execute(old.db);
  await old.close();
  [old, young] = [open(), open()];
  const known = Object.entries(MIGRATIONS).filter(([id]) => id < '0091');
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db: old.db, provider }).migrateToLatest();
  if (error !== undefined) throw new Error('No database of before.', { cause: error });
  await storeServer(old.db, server);
  await sql`
    insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby)
    select lpad(n::text, 24, '0'), ${server}, lpad(n::text, 24, 'a'), 'x', n, false, true, false
    from generate_series(1, 50) as n
  `.execute(old.db);
});
afterAll(async () => {
  await old.close();
  await young.close();
  await database.drop();
});

/** As a host of before does: into the chained audit alone. */
async function audit(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const entry = {
      at: 1_000 + n,
      actor: null,
      resource: `server/${server}`,
      action: 'servers.edit',
      detail: { n },
    };
    await old.db.transaction().execute((trx) => appendAudit(trx, secrets, entry));
  }
}

it('hosts of before go on meanwhile, and what they did is in the audit of the server once', async () => {
  await audit(0, 20);
  let migrated: Promise<readonly string[]> | undefined;
  const held = await old.pool.connect();
  try {
    await held.query(`begin; ${UNHURRIED}`);
    await held.query('lock table accounts in access exclusive mode');
    migrated = migrate(young.db);
    await untilLocked(old.db, 1, '%left join accounts%');
    await audit(20, 5);
    // A tick of a server, for whose end a migration may wait, and which waits for none.
    await old.db.transaction().execute(async (tick) => {
      await sql.raw(UNHURRIED).execute(tick);
      await sql`select from servers for update`.execute(tick);
      await sql`update servers set tick = tick + 1`.execute(tick);
      await held.query('commit');
      await sql`update servers set tick = tick + 1`.execute(tick);
    });
    expect(await migrated).toContain('0091-paged-audit');
  } finally {
    held.release(true);
    await Promise.allSettled([migrated]);
  }

  await audit(25, 3);
  const context = { db: young.db, publish, secrets, now: 2_000 };
  const done = { resource: `server/${server}`, action: 'servers.edit', detail: { n: 28 } } as const;
  await change({ ...context, now: 1_028 }, async (made) => made.audit(done));
  await keepLeftEntries(context);
  await keepLeftEntries(context);
  const { rows } = await sql<{ n: number }>`
    select (data->'detail'->>'n')::int as n from paged_audit order by key_at, id
  `.execute(young.db);
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 29 }, (_, n) => n));
});
