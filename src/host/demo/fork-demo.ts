import { fork } from 'node:child_process';
import { isIP } from 'node:net';
import type { DemoProcess } from './offered-demo.ts';

/** What the demo tells the process that began it. */
export interface DemoReady {
  readonly address: string;
}

/** Settings of the real installation, none of which are the demo's. */
const NOT_FOR_A_DEMO =
  /^(DATABASE_URL|SMTP_URL|MAIL_FROM|PORT|HOST|MUSTER_.*|npm_lifecycle_event)$/;

/**
 * Begins the demo on a free port of this machine. It ends when the channel to it does: with this process,
 * however that ends. `program` is the built `muster` command.
 */
export function forkDemo(program: string, host: string, back: string): DemoProcess {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_FOR_A_DEMO.test(name));
  const child = fork(program, ['demo', '--port', '0', '--back', back], {
    env: { ...Object.fromEntries(kept), HOST: loopbackOf(host) },
    // What it says goes to the error output: standard output is this host's own.
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: [],
  });
  const ended = new Promise<void>((gone) => {
    child.once('exit', () => gone());
    child.once('error', () => gone());
  });
  const address = new Promise<string>((ready, failed) => {
    child.once('message', (message) => ready((message as DemoReady).address));
    child.once('error', failed);
    void ended.then(() => failed(new Error('The demo ended before it was ready.')));
  });
  return {
    address,
    ended,
    async end() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** The demo is for this machine alone, wherever the host listens. */
function loopbackOf(host: string): string {
  const own =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return own ? host : '127.0.0.1';
}
