import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { type PidFile, readPidFile } from './pid-file.ts';
import { processIdentity } from './process-identity.ts';
import { isPostmasterOf } from './postmaster-check.ts';
import { terminate } from './terminate.ts';
import type { PostmasterOptions } from './postmaster-options.ts';

const readyPollMs = 15;
const adoptedPollMs = 500;

/** A running server that takes connections. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** True when a process that is gone had started it. */
  readonly adopted: boolean;
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the server: a fast shutdown, and by force when that does not come to an end. */
  stop(): Promise<void>;
}

/**
 * Starts the server of a cluster, or adopts the one that a killed owner left behind. Resolves when it takes
 * connections. Throws `EmbeddedPostgresError` of kind `failed` with PostgreSQL's own reason.
 */
export async function runPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const left = await readPidFile(options.cluster);
  const identity = left === null ? null : await processIdentity(left.pid);
  if (left === null || identity === null) return spawnPostmaster(options, null);
  // The id may have been given to a stranger since; PostgreSQL is told to disregard that one.
  if (!(await isPostmasterOf(left.pid, options.cluster))) return spawnPostmaster(options, left.pid);
  return adoptPostmaster(options, left.pid, identity);
}

async function spawnPostmaster(
  options: PostmasterOptions,
  stranger: number | null,
): Promise<Postmaster> {
  const { cluster, user } = options;
  const log = await open(options.logFile, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const child = spawn(
      options.binaries.postgres,
      ['-D', user.folderByCwd ? '/proc/self/cwd' : cluster, ...settingArguments(options)],
      {
        ...user.ids,
        cwd: cluster,
        env: {
          ...serverEnvironment(),
          ...(stranger === null ? {} : { PG_GRANDPARENT_PID: String(stranger) }),
        },
        stdio: ['ignore', log.fd, log.fd],
        // A group of its own: Ctrl-C in the terminal reaches Muster, which stops the server in good order.
        detached: process.platform !== 'win32',
        windowsHide: true,
      },
    );
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await once(child, 'spawn');
    child.unref();
    const pid = child.pid;
    if (pid === undefined) throw new Error('The server started without a process id.');
    const state = await waitUntilReady(cluster, pid, ended);
    if (state === null) throw await failure(options.logFile, logStart);
    return {
      pid,
      port: state.port,
      adopted: false,
      ended,
      stop: () => terminate(pid, ended, options),
    };
  } finally {
    await log.close();
  }
}

/** Ends the server that a killed owner left behind, where there is one. */
export async function endLeftPostmaster(
  options: Pick<PostmasterOptions, 'binaries' | 'cluster'>,
): Promise<void> {
  const left = await readPidFile(options.cluster);
  const identity = left === null ? null : await processIdentity(left.pid);
  if (left === null || identity === null) return;
  if (!(await isPostmasterOf(left.pid, options.cluster))) return;
  await terminate(left.pid, untilGone(left.pid, identity), options);
}

async function adoptPostmaster(
  options: PostmasterOptions,
  pid: number,
  identity: string,
): Promise<Postmaster> {
  const ended = untilGone(pid, identity);
  const state = await waitUntilReady(options.cluster, pid, ended);
  if (state === null) return runPostmaster(options);
  // Its log-in rule may be an older one than what was written by now.
  if (process.platform !== 'win32') process.kill(pid, 'SIGHUP');
  return {
    pid,
    port: state.port,
    adopted: true,
    ended,
    stop: () => terminate(pid, ended, options),
  };
}

/** The state of the server once it is ready, or null when it ended before. */
async function waitUntilReady(
  cluster: string,
  pid: number,
  ended: Promise<void>,
): Promise<PidFile | null> {
  let gone = false;
  const end = ended.then(() => {
    gone = true;
  });
  while (!gone) {
    const state = await readPidFile(cluster);
    if (state?.pid === pid && state.ready) return state;
    await Promise.race([end, delay(readyPollMs)]);
  }
  return null;
}

async function untilGone(pid: number, identity: string): Promise<void> {
  while ((await processIdentity(pid)) === identity) {
    await delay(adoptedPollMs, undefined, { ref: false });
  }
}

function settingArguments(options: PostmasterOptions): string[] {
  const address =
    process.platform === 'win32'
      ? { listen_addresses: '127.0.0.1' }
      : { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' };
  const all = { port: String(options.port), ...address, ...options.settings };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function failure(logFile: string, logStart: number): Promise<EmbeddedPostgresError> {
  const size = (await stat(logFile)).size;
  const written = (await readFile(logFile)).subarray(Math.min(logStart, size)).toString('utf8');
  const lines = written.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1);
  return new EmbeddedPostgresError(
    'failed',
    `PostgreSQL did not start (${telling?.replace(/^.*?(?=FATAL|PANIC|ERROR)/, '').trim() ?? 'it said nothing'}): see ${logFile}.`,
  );
}
