import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../src/host/store/database.ts';
import { EmbeddedPostgresError } from '../../src/host/store/embedded/errors.ts';
import { type EmbeddedPostgres, startPostgres } from '../../src/host/store/embedded/postgres.ts';
import { migrate } from '../../src/host/store/migrations/migrate.ts';
import { copyCluster } from './copy-cluster.ts';

/** The environment variable that tells the workers of a run where the service listens. */
export const serviceVariable = 'MUSTER_TEST_DATABASES';

const folderPrefix = 'muster-test-';
const quiet = { info: () => undefined, warn: () => undefined, error: console.error };

/** Tests make thousands of rows and databases that nobody needs after a power cut. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

interface Cluster {
  readonly postgres: EmbeddedPostgres;
  readonly admin: pg.Client;
  readonly folder: string;
  /** A data folder with the same cluster at rest: copies of it start without `initdb` and migrations. */
  readonly atRest: string;
}

/**
 * One embedded PostgreSQL for a whole test run, started when a test first asks for a database. Vitest and
 * Playwright call it as their global set-up; the function that it returns ends the server. `POST /` makes an empty
 * database, `POST /migrated` one with the product's tables, `DELETE /NAME` removes it, and `GET /cluster` names a
 * data folder to copy.
 */
export default async function serveDatabases(): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  let made = 0;
  const server = createServer((request, response) => {
    const answer = async () => {
      const { postgres, admin, atRest } = await (cluster ??= startCluster());
      const name = new URL(request.url ?? '/', 'http://service').pathname.slice(1);
      if (request.method === 'GET') return JSON.stringify({ dataDir: atRest });
      if (request.method === 'POST') {
        made += 1;
        const database = `test_${made}`;
        const template = name === 'migrated' ? postgres.connection.database : 'template1';
        // Copying files takes a tenth of the time that copying by way of the log does.
        await admin.query(`create database ${database} template ${template} strategy file_copy`);
        return JSON.stringify({ ...postgres.connection, database });
      }
      if (!/^test_\d+$/.test(name)) throw new Error(`No test database is called ${name}.`);
      await dropDatabase(admin, name);
      return '{}';
    };
    answer().then(
      (body) => response.writeHead(200).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  process.env[serviceVariable] = `http://127.0.0.1:${address.port}/`;

  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (cluster === undefined) return;
    const { postgres, admin, folder } = await cluster;
    await admin.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * Waits first for connections that are closing (PostgreSQL does so for 5 s): a pool's `end` resolves before
 * its sockets are closed, and a connection that is cut in the meantime raises an error that nobody catches.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const inUse = '55006';
  try {
    await admin.query(`drop database if exists ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== inUse) throw error;
    await admin.query(`drop database if exists ${name} with (force)`);
  }
}

async function startCluster(): Promise<Cluster> {
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const start = () => startPostgres({ dataDir: folder, log: quiet, settings: fastSettings });
  const first = await start();
  const { db, close } = openDatabase({
    connection: first.connection,
    onIdleError: quiet.error,
  });
  await migrate(db);
  await close();
  await first.stop();
  const atRest = join(folder, 'at-rest');
  await mkdir(atRest);
  await copyCluster(folder, atRest);
  const postgres = await start();
  // No template may be in use: that of the product's own name stays unconnected.
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await admin.connect();
  return { postgres, admin, folder, atRest };
}

/** Ends the servers that killed runs left behind, and removes their folders; those of runs that go on are theirs. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix) || isAlive(name)) continue;
    const folder = join(tmpdir(), name);
    try {
      const left = await startPostgres({ dataDir: folder, log: quiet, settings: fastSettings });
      await left.stop();
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // Another run's that is alive, or another user's.
      const expected = error instanceof EmbeddedPostgresError && error.kind !== 'failed';
      if (!expected) console.error(error);
    }
  }
}

/** Whether the run that a folder is of goes on: its server may be down for a moment. */
function isAlive(folder: string): boolean {
  const pid = /^(\d+)-/.exec(folder.slice(folderPrefix.length))?.[1];
  if (pid === undefined) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
