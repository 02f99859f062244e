import { z } from 'zod';
import {
  connectionString,
  type PostgresConnection,
} from '../../src/host/store/embedded/postgres.ts';
import { copyCluster } from './copy-cluster.ts';
import { serviceVariable } from './database-service.ts';

const connectionShape = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  database: z.string(),
  password: z.string().optional(),
});

/** A database of its own for one test file. */
export interface TestDatabase {
  /** For `new pg.Pool(...)`, `new pg.Client(...)`. */
  readonly connection: PostgresConnection;
  readonly connectionString: string;
  /** Removes it. Connections that are still open are cut, but only after 5 s: close them first. */
  drop(): Promise<void>;
}

/**
 * Makes an empty database on the run's own PostgreSQL, in about 30 ms (the first of a run starts the
 * server: some seconds). Use it in `beforeAll`, and `drop` in `afterAll`.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return make('');
}

/** Makes one that has the product's tables: a copy of one that was migrated, in as much time. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return make('migrated');
}

/** Puts a cluster with the product's tables into a data folder, as an earlier start would have left it. */
export async function giveCluster(dataDir: string): Promise<void> {
  const answer = await call(new URL('cluster', serviceAddress()).href, 'GET');
  const { dataDir: atRest } = z.object({ dataDir: z.string() }).parse(JSON.parse(answer));
  await copyCluster(atRest, dataDir);
}

async function make(kind: string): Promise<TestDatabase> {
  const service = serviceAddress();
  const answer = await call(new URL(kind, service).href, 'POST');
  const { password, ...rest } = connectionShape.parse(JSON.parse(answer));
  const connection = password === undefined ? rest : { ...rest, password };
  return {
    connection,
    connectionString: connectionString(connection),
    drop: async () => {
      await call(new URL(connection.database, service).href, 'DELETE');
    },
  };
}

function serviceAddress(): string {
  const service = process.env[serviceVariable];
  if (service === undefined)
    throw new Error('The test run has no database service: see vitest.config.ts.');
  return service;
}

async function call(url: string, method: string): Promise<string> {
  const response = await fetch(url, { method });
  const body = await response.text();
  if (!response.ok) throw new Error(`The test database service answered: ${body}`);
  return body;
}
