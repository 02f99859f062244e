import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveCluster } from './database.ts';
import { HOST, startServing, type Serving } from './serving.ts';

/** The product itself, as `npm start` runs it: the built host in a process of its own. */
export interface RunningHost {
  /** `http://127.0.0.1:<port>`; the same after every restart. */
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  /** Everything the host printed so far, of all its lives. */
  output(): string;
  pid(): number;
  /** Kills it at once, as a crash would (SIGKILL), and resolves when it is gone. */
  kill(): Promise<void>;
  /** Ctrl-C; resolves when it has ended. Its data stay. */
  quit(): Promise<void>;
  /** Starts it again on the same port and data; `program`: from here on it is another build. */
  start(program?: string): Promise<void>;
  /** Starts it again if it has ended: a test that failed may have left it so. */
  revive(): Promise<void>;
  /** Ctrl-C, then removes the data. */
  stop(): Promise<void>;
}

/**
 * Starts a host with data of its own on a free port, as if it had been started before and never used;
 * `program` is its build.
 */
export async function startHost(
  environment: Record<string, string> = {},
  program = HOST,
): Promise<RunningHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-host-'));
  await giveCluster(dataDir);
  let printed = '';
  let port = 0;
  let host: Serving | null = null;
  let runs = program;

  async function start(another = runs): Promise<void> {
    runs = another;
    const settings = {
      ...process.env,
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(port),
      MUSTER_DATA: dataDir,
      ...environment,
    };
    host = await startServing(runs, [], settings, (text) => (printed += text));
    port = Number(new URL(host.origin).port);
  }

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    await host?.end(signal);
  }

  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    output: () => printed,
    pid: () => host?.pid ?? 0,
    kill: () => end('SIGKILL'),
    quit: () => end('SIGINT'),
    start,
    async revive() {
      if (host?.isOver() === true) await start();
    },
    async stop() {
      await end('SIGINT');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
