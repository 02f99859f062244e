/**
 * How long `npm start` takes until it says that it is ready: in a fresh clone with an empty home and the
 * packages in npm's cache, and once more after it was ended.
 *
 *   node bench/run.mjs start --runs 3
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, quantile } from './browser/figures.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });

/** Whatever is not ready by then never will be. */
const MOST_MS = 300_000;
const project = join(import.meta.dirname, '../..');
const answer = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8' }).trim();
const cache = answer('npm', ['config', 'get', 'cache']);

/** Seconds until `npm start` in this folder is ready; it is ended then. */
async function secondsToReady(clone: string, home: string): Promise<number> {
  const begun = performance.now();
  const env = { ...process.env, HOME: home, npm_config_cache: cache, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] });
  // Its output closes when the host below it has ended too.
  const ended = once(child, 'close');
  let said = '';
  const late = setTimeout(() => child.kill('SIGKILL'), MOST_MS).unref();
  await new Promise<void>((ready, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('is ready at')) ready();
    });
    child.once('exit', (code) => failed(new Error(`npm start ended with ${code}:\n${said}`)));
  });
  clearTimeout(late);
  const seconds = (performance.now() - begun) / 1_000;
  child.kill('SIGTERM');
  await ended;
  return seconds;
}

console.log(machine());
const fresh: number[] = [];
const again: number[] = [];
for (let run = 0; run < Number(values.runs); run++) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-start-'));
  try {
    const clone = join(folder, 'muster');
    answer('git', ['clone', '--quiet', project, clone]);
    fresh.push(await secondsToReady(clone, folder));
    again.push(await secondsToReady(clone, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const [name, seconds] of [
  ['in a fresh clone', fresh],
  ['started again', again],
] as const) {
  const [least, half, most] = [0, 0.5, 1].map((share) => quantile(seconds, share).toFixed(1));
  console.log(`${name}: ready in ${half} s (${least} to ${most})`);
}
