import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const main = resolve(import.meta.dirname, '../../dist/host/main.js');
const READY = /^Muster is ready at (http:\/\/\S+)$/m;

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
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Ctrl-C, then removes the data. */
  stop(): Promise<void>;
}

/** Starts a host with data of its own on a free port. */
export async function startHost(environment: Record<string, string> = {}): Promise<RunningHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-host-'));
  let printed = '';
  let port = 0;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const from = printed.length;
    const started = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        PORT: String(port),
        MUSTER_DATA: dataDir,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const address = await new Promise<string>((ready, failed) => {
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        const match = READY.exec(printed.slice(from));
        if (match?.[1] !== undefined) ready(match[1]);
      };
      started.stdout.on('data', read);
      started.stderr.on('data', read);
      started.once('exit', (code) =>
        failed(
          new Error(`The host ended with ${code} before it was ready:\n${printed.slice(from)}`),
        ),
      );
    });
    port = Number(new URL(address).port);
  }

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    output: () => printed,
    pid: () => child?.pid ?? 0,
    kill: () => end('SIGKILL'),
    quit: () => end('SIGINT'),
    start,
    async stop() {
      await end('SIGINT');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
