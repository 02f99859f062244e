import { mkdir, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { prepareBinaries } from './binaries.ts';
import { clusterFolder, clusterOwner, ensureCluster, readPassword, superuser } from './cluster.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import { handOver } from './hand-over.ts';
import { writeLogInRule } from './log-in-rule.ts';
import { endLeftPostmaster, type Postmaster, runPostmaster } from './postmaster.ts';
import type { PostmasterOptions } from './postmaster-options.ts';
import { serverUser } from './server-user.ts';
import { socketFolder } from './socket-folder.ts';

const database = 'muster';
const socketPort = 5432;
const startAttempts = 10;
const longestPauseMs = 5_000;
const longestLogBytes = 1_000_000;

/** Small for a machine that has other things to do, and durable: fsync stays on. */
const productSettings = {
  max_connections: '60',
  shared_buffers: '64MB',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  max_wal_size: '256MB',
  jit: 'off',
};

/** How to reach the embedded server, in the shape that `pg` takes. */
export interface PostgresConnection {
  /** The folder of the Unix socket, or the loopback address on Windows. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** The running embedded PostgreSQL. The data folder belongs to this process until `stop`. */
export interface EmbeddedPostgres {
  readonly connection: PostgresConnection;
  /** The same as one URL. */
  readonly connectionString: string;
  /** Shuts the server down in good order and gives the data folder up. Calling it again waits for the same. */
  stop(): Promise<void>;
}

/** Where the manager tells what happened; pino's loggers fit. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface PostgresOptions {
  /** The data folder (`MUSTER_DATA`); made when it is missing. */
  readonly dataDir: string;
  readonly log: PostgresLog;
  /** PostgreSQL settings beside our own, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the embedded PostgreSQL in the data folder and keeps it running: the first time it makes the
 * cluster, after a hard kill it adopts the server that was left, and a server that dies is started again
 * (connections break then, and a pool makes new ones).
 *
 * Throws `EmbeddedPostgresError`, whose message is one sentence for the person.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  // What must be given back, the last taken first.
  const held: (() => Promise<void>)[] = [];
  const release = async () => {
    for (const giveBack of held.splice(0).toReversed()) await giveBack();
  };
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(dataDir);
    held.push(() => lock.release());
    const server = await keepRunning(await prepare(options), options.log);
    held.push(() => server.stop());
    const connection = await connectionTo(dataDir, server.port, held);
    await ensureDatabase(connection);
    let stopped: Promise<void> | undefined;
    return {
      connection,
      connectionString: connectionString(connection),
      stop: () => (stopped ??= release()),
    };
  } catch (error) {
    await release();
    throw explained(error, dataDir);
  }
}

/**
 * Makes everything that a start needs: programs that run, a whole cluster in the right hands that lets the right
 * user in, a log that is not too long.
 */
async function prepare(options: PostgresOptions): Promise<PostmasterOptions> {
  const { dataDir } = options;
  const owner = await clusterOwner(dataDir);
  const user = serverUser({
    platform: process.platform,
    uid: process.getuid?.(),
    clusterOwner: owner,
  });
  if (user.ids.uid !== undefined && !user.folderByCwd) {
    throw new EmbeddedPostgresError(
      'no-binary',
      'PostgreSQL does not run as root on this system: start Muster as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  const binaries = await prepareBinaries(dataDir, user);
  await ensureCluster(dataDir, binaries, user);
  const cluster = clusterFolder(dataDir);
  if (owner !== null && user.ids.uid !== undefined && owner.uid !== user.ids.uid) {
    await endLeftPostmaster({ binaries, cluster });
    await handOver(cluster, user.ids);
  }
  await writeLogInRule(cluster, user);
  const logFile = join(dataDir, 'postgres.log');
  await shorten(logFile);
  return {
    cluster,
    logFile,
    binaries,
    user,
    port: process.platform === 'win32' ? await freePort() : socketPort,
    settings: { ...productSettings, ...options.settings },
  };
}

/** How to reach the server of a data folder that listens at this port; `held` gets what must be given back. */
export async function connectionTo(
  dataDir: string,
  port: number,
  held: (() => Promise<void>)[],
): Promise<PostgresConnection> {
  const base = { port, user: superuser, database };
  const password = await readPassword(dataDir);
  if (password !== null) return { ...base, host: '127.0.0.1', password };
  const folder = await socketFolder(clusterFolder(dataDir), port);
  held.push(() => folder.close());
  return { ...base, host: folder.path };
}

/** Says in one sentence what to do about a folder that the system keeps from us. */
function explained(error: unknown, dataDir: string): unknown {
  const code = systemErrorCode(error);
  const ofFolder = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT'];
  if (code === undefined || !ofFolder.includes(code)) return error;
  return new EmbeddedPostgresError(
    'data-folder',
    `The data folder ${dataDir} cannot be used (${code}): give it to the user that runs Muster, or set MUSTER_DATA to a folder that this user may write to.`,
    { cause: error },
  );
}

/** One URL for a connection, also where the host is a folder. */
export function connectionString(connection: PostgresConnection): string {
  const parameters = new URLSearchParams({ host: connection.host, port: String(connection.port) });
  const password = connection.password === undefined ? '' : `:${connection.password}`;
  return `postgresql://${connection.user}${password}@/${connection.database}?${parameters.toString()}`;
}

interface KeptServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Runs the server and starts it again whenever it ends by itself. */
async function keepRunning(options: PostmasterOptions, log: PostgresLog): Promise<KeptServer> {
  const stopping = new AbortController();
  let server = await startPatiently(options, log, stopping.signal, startAttempts);
  const port = server.port;
  log.info(`PostgreSQL ${server.adopted ? 'adopted' : 'started'} (process ${server.pid}).`);

  const watch = async () => {
    for (;;) {
      await server.ended;
      if (stopping.signal.aborted) return;
      log.warn('PostgreSQL ended by itself and is being started again.');
      try {
        server = await startPatiently({ ...options, port }, log, stopping.signal, Infinity);
      } catch (error) {
        if (stopping.signal.aborted) return;
        throw error;
      }
      log.info(`PostgreSQL started again (process ${server.pid}).`);
      // Stopping may have begun while the start was under way.
      if (stopping.signal.aborted) return;
    }
  };
  const watching = watch();

  return {
    port,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watching;
      await server.stop();
    },
  };
}

/**
 * Starts the server, again after a pause when it fails: the sessions of a server that was killed may still
 * be ending, and PostgreSQL waits for no such thing itself.
 */
async function startPatiently(
  options: PostmasterOptions,
  log: PostgresLog,
  signal: AbortSignal,
  attempts: number,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runPostmaster(options);
    } catch (error) {
      if (attempt >= attempts) throw error;
      log.warn(error instanceof Error ? error.message : String(error));
    }
    await delay(Math.min(longestPauseMs, 50 * 2 ** attempt), undefined, { signal });
  }
}

async function ensureDatabase(connection: PostgresConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

/** Empties the server's log when it has grown long. */
async function shorten(logFile: string): Promise<void> {
  try {
    if ((await stat(logFile)).size > longestLogBytes) await truncate(logFile);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
