import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { planRightsOnce } from './plan-once.ts';
import type { Tables } from './schema.ts';

/** The database, or a transaction of it: what most functions of the host take. */
export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** How to reach PostgreSQL: an URL (`DATABASE_URL`), or the parts, as the embedded server gives them. */
export type DatabaseConnection =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

export interface OpenDatabase {
  readonly db: Database;
  /** For what kysely does not do: LISTEN, COPY. */
  readonly pool: pg.Pool;
  /** The server listens elsewhere now: connections that are made from here on go there. */
  moveTo(connection: DatabaseConnection): void;
  /** Waits for the queries that run and closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: DatabaseConnection;
  /** Connections at most; 10 unless told. */
  readonly max?: number;
  /** An idle connection broke (the server went away); the pool makes a new one by itself. */
  readonly onIdleError: (error: Error) => void;
}

/**
 * A host that dies without a word must not keep what it had locked: PostgreSQL ends its transactions, and
 * finds out by itself that nobody is at the other end of a connection. Milliseconds and seconds.
 */
const SESSION = `
  set idle_in_transaction_session_timeout = 5000;
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3
`;

const INT8 = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8 && format !== 'binary'
      ? safeInteger
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Opens a pool of connections. Moments are `bigint` columns of epoch milliseconds, and every `bigint`
 * comes back as a number.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types,
    onConnect: prepareSession,
  });
  pool.on('error', options.onIdleError);
  // A connection may also break between two statements of a transaction: the next statement rejects, and
  // without a listener the process would end here.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    moveTo: (connection) => void Object.assign(pool.options, connection),
    close: () => db.destroy(),
  };
}

/** The pool waits for it before it gives a new connection to anybody, though its type does not tell. */
const prepareSession: (client: pg.ClientBase) => unknown = (client) => {
  planRightsOnce(client);
  return client.query(SESSION);
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer.`);
  return value;
}

/** Reads what is true at one moment: rows, and the positions of streams that they are true at. */
export function atOneMoment<T>(db: Database, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}

/** Whether an error of pg is a broken unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, '23505', constraint);
}

/** Whether an error of pg is that a row refers to one that is not there. */
export function isReferenceViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, '23503', constraint);
}

function isViolation(error: unknown, code: string, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === code && error.constraint === constraint
  );
}

/** Whether two transactions were in each other's way, and this one had to end: another try makes sense. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}

const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  // PostgreSQL: a transaction that stood still, shutting down, crashed, starting, too many connections, connection failures.
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
]);

/** Whether an error says that the database cannot be reached now: another try makes sense. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && GONE.has(error.code)) return true;
  return GONE_MESSAGE.test(error.message);
}

/** What pg says that has no code. The last two come of a rollback, and hide why a transaction failed. */
const GONE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/;

/** PostgreSQL: values that it does not take, constraints that they break, more than it takes. */
const REFUSED = new Set(['22', '23', '54']);

/** What the host's own code throws, of values that it cannot read as well. */
const OWN_FAULTS = [TypeError, RangeError, SyntaxError, z.ZodError];

/** Whether the same can never be written: the database refuses the values, or the host's own code is wrong. */
export function isRefused(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return REFUSED.has(error.code?.slice(0, 2) ?? '');
  return OWN_FAULTS.some((kind) => error instanceof kind);
}
