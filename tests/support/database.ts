import { z } from 'zod';
import {
  connectionString,
  type PostgresConnection,
} from '../../src/host/store/embedded/postgres.ts';
import { serviceVariable } from './database-service.ts';

const connectionShape = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  database: z.string(),
  password: z.string().optional(),
});

/** An empty database of its own for one test file. */
export interface TestDatabase {
  /** For `new pg.Pool(...)`, `new pg.Client(...)`. */
  readonly connection: PostgresConnection;
  readonly connectionString: string;
  /** Removes it. Connections that are still open are cut, but only after 5 s: close them first. */
  drop(): Promise<void>;
}

/**
 * Makes an empty database on the run's own PostgreSQL, in about 30 ms (the first of a run starts the
 * server: about a second). Use it in `beforeAll`, and `drop` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const service = process.env[serviceVariable];
  if (service === undefined)
    throw new Error('The test run has no database service: see vitest.config.ts.');
  const answer = await call(service, 'POST');
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

async function call(url: string, method: string): Promise<string> {
  const response = await fetch(url, { method });
  const body = await response.text();
  if (!response.ok) throw new Error(`The test database service answered: ${body}`);
  return body;
}
