import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';

const project = resolve(import.meta.dirname, '../..');
const ADDRESS = /(?:is ready|plays) at (http:\/\/\S+)/;

/** The command line, built. */
export const MUSTER = resolve(project, 'dist/cli/main.js');
/** What `npm start` runs. */
export const START = resolve(project, 'scripts/start.mjs');
/** The built host alone. */
export const HOST = resolve(project, 'dist/host/main.js');

/** A command that serves something, in a process of its own. */
export interface Serving {
  /** The address that it printed, without a path. */
  readonly origin: string;
  readonly pid: number;
  /** What is typed to it. */
  readonly input: Writable;
  /** Everything that it printed so far. */
  said(): string;
  /** Whether it has ended, by whatever. */
  isOver(): boolean;
  /** Sends a signal, and answers how it ended; also where it had ended before. */
  end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>;
}

/** Starts a script of the project, and waits for the address that it prints. */
export async function startServing(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  hear: (text: string) => void = () => undefined,
): Promise<Serving> {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: 'pipe' });
  let said = '';
  const origin = await new Promise<string>((ready, failed) => {
    const read = (text: string) => {
      said += text;
      hear(text);
      const address = ADDRESS.exec(said)?.[1];
      if (address !== undefined) ready(address);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) =>
      failed(new Error(`${script} ended with ${code} before it was ready:\n${said}`)),
    );
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    origin: new URL(origin).origin,
    pid: child.pid ?? 0,
    input: child.stdin,
    said: () => said,
    isOver,
    async end(signal) {
      if (!isOver()) {
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      }
      return [child.exitCode, child.signalCode];
    },
  };
}
