import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { METRICS_TOKEN } from './portal.ts';

const script = resolve(import.meta.dirname, '../../../scripts/start.mjs');
const READY = /^Muster is ready at (http:\/\/\S+)$/m;

/** A demo as `npm start -- --demo` runs it, in a process of its own. */
export async function startDemo(
  servers: number,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const options = ['--demo', '--servers', String(servers), '--port', '0'];
  const child = spawn(process.execPath, [script, ...options], {
    env: { ...process.env, MUSTER_METRICS_TOKEN: METRICS_TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await new Promise<string>((ready, failed) => {
    let said = '';
    const read = (text: string) => {
      said += text;
      const address = READY.exec(said)?.[1];
      if (address !== undefined) ready(address);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', () => failed(new Error(`The demo did not start: ${said}`)));
  });
  return {
    origin,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
