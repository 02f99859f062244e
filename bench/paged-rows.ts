/** A database with a paged resource of so many rows, for the measurements of pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { auditRow } from '../src/domain/audit/row.ts';
import { type Database, openDatabase } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import { addPagedRows } from '../src/host/store/paged/rows.ts';
import { createRandom, type Random } from '../src/testing/random.ts';

const BATCH = 2_000;
const OTHERS = 20;

export const id = (n: number): string => n.toString(16).padStart(24, '0');
const ACTIONS = ['server-kick', 'message-private', 'message-public', 'raw', 'server-lock'];
const RARE = ['servers.edit', 'personnel.set', 'notes.add', 'servers.log-upload'];

/** What the server of nine tenths of the rows is called. */
export const SERVER = id(1);
export const SERVERS = Array.from({ length: OTHERS + 1 }, (_, n) => id(n + 1));

/** Twenty people, of whom the first did half of everything; 40,000 players; a rare action in fifty. */
export function entry(n: number, random: Random) {
  const actor = Math.min(19, Math.floor(-Math.log2(random.next())));
  const isRare = random.next() < 0.02;
  const names = isRare ? RARE : ACTIONS.map((name) => `actions.${name}`);
  const player = id(1_000_000 + random.below(40_000));
  return auditRow(
    {
      id: `f${id(n).slice(1)}`,
      server_id: id(n % 10 === 0 ? 2 + ((n / 10) % OTHERS) : 1),
      at: 1_700_000_000_000 + n * 1_000,
      action: random.pick(names) ?? '',
      detail: isRare
        ? { fields: ['rcon_port', 'identifier'] }
        : { muster_id: player, play_session: id(2_000_000 + n), outcome: 'done' },
    },
    { id: id(100 + actor), name: `Warden ${String.fromCharCode(65 + actor)}dal${actor}` },
  );
}

async function isFilled(db: Database): Promise<boolean> {
  const { rows: some } = await sql`select from paged_audit limit 1`.execute(db);
  return some.length > 0;
}

async function fill(db: Database, rows: number): Promise<void> {
  const random = createRandom(7);
  const began = performance.now();
  for (let from = 0; from < rows; from += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, rows - from) }, (_, n) =>
      entry(from + n, random),
    );
    await db.transaction().execute((trx) => addPagedRows(trx, 'audit', made));
  }
  console.log(`${rows} rows of ${OTHERS + 1} servers in ${seconds(began)} s`);
  await sql`vacuum analyze paged_audit`.execute(db);
}

const seconds = (began: number): string => ((performance.now() - began) / 1_000).toFixed(0);

/** The embedded PostgreSQL with its usual durability; `folder`: where its data stay for the next run. */
export async function openFilled(rows: number, folder: string | undefined) {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'muster-bench-')));
  const quiet = { info: () => undefined, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataDir: data, log: quiet });
  const open = openDatabase({ connection: postgres.connection, onIdleError: console.error });
  await migrate(open.db);
  if (!(await isFilled(open.db))) await fill(open.db, rows);
  return {
    db: open.db,
    connectionString: postgres.connectionString,
    async close() {
      await open.close();
      await postgres.stop();
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}
