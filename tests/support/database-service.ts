import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgresError } from '../../src/host/store/embedded/errors.ts';
import { type EmbeddedPostgres, startPostgres } from '../../src/host/store/embedded/postgres.ts';

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
}

/**
 * One embedded PostgreSQL for a whole test run, started when a test first asks for a database. Vitest and
 * Playwright call it as their global set-up; the function that it returns ends the server.
 */
export default async function serveDatabases(): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  let made = 0;
  const server = createServer((request, response) => {
    const answer = async () => {
      const { postgres, admin } = await (cluster ??= startCluster());
      if (request.method === 'POST') {
        made += 1;
        const name = `test_${made}`;
        await admin.query(`create database ${name}`);
        return JSON.stringify({ ...postgres.connection, database: name });
      }
      const name = new URL(request.url ?? '/', 'http://service').pathname.slice(1);
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
 * its sockets are closed, and a connection that is cut meanwhile raises an error in nobody's hands.
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
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  const postgres = await startPostgres({ dataDir: folder, log: quiet, settings: fastSettings });
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  return { postgres, admin, folder };
}

/** Ends the servers that killed runs left behind, and removes their folders. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
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
