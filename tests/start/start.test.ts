import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveCluster } from '../support/database.ts';

const script = resolve(import.meta.dirname, '../../scripts/start.mjs');

let dataDir: string;
let started: Start[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-start-'));
  started = [];
});

afterEach(async () => {
  for (const start of started) await start.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

interface Start {
  readonly child: ChildProcess;
  /** What came on standard output and on the error output so far. */
  readonly said: { out: string; error: string };
  /** The address in the line that says it is ready. */
  ready(): Promise<string>;
  /** The exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** Starts Muster as `npm start` does, from a folder that is not the project's. */
function start(environment: Readonly<Record<string, string>> = {}): Start {
  const child = spawn(process.execPath, [script], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], PORT: '0', MUSTER_DATA: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text));
  const closed = once(child, 'close').then(
    ([code, signal]: (number | string)[]) => code ?? signal!,
  );
  const one: Start = {
    child,
    said,
    ready: () =>
      vi.waitFor(
        () => {
          const address = /^Muster is ready at (http:\/\/\S+)$/m.exec(said.out)?.[1];
          if (address === undefined) throw new Error(`Not ready: ${said.out}${said.error}`);
          return address;
        },
        { timeout: 30_000, interval: 20 },
      ),
    ended: () => closed,
    end: (signal) => {
      child.kill(signal);
      return closed;
    },
  };
  started.push(one);
  return one;
}

test('it says once where it is ready, serves there, and stops cleanly on Ctrl-C', async () => {
  const muster = start();
  const address = await muster.ready();
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await muster.end('SIGINT')).toBe(0);
  expect(muster.said.out.match(/is ready/g)).toHaveLength(1);
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

test('it comes back after a kill', async () => {
  await giveCluster(dataDir);
  const killed = start();
  await killed.ready();
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');
  const again = start();
  expect((await fetch(`${await again.ready()}/healthz`)).status).toBe(200);
});

test('a data folder in use is one sentence', async () => {
  await giveCluster(dataDir);
  await start().ready();
  const second = start();
  expect(await second.ended()).toBe(1);
  expect(second.said.error).toMatch(/^The data folder .* is in use by another Muster [^\n]*\.\n$/);
});

test('a port in use is one sentence, and leaves no database behind', async () => {
  await giveCluster(dataDir);
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const muster = start({ PORT: port });
  expect(await muster.ended()).toBe(1);
  other.close();
  expect(muster.said.out).toBe('');
  expect(muster.said.error.trimEnd().split('\n').at(-1)).toMatch(
    /^[^\n]*port[^\n]* in use[^\n]*PORT[^\n]*\.$/i,
  );
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

test('a setting that does not do is one sentence', async () => {
  const muster = start({ PORT: 'many' });
  expect(await muster.ended()).toBe(1);
  expect(muster.said.error).toBe(
    "The setting PORT (now 'many') must be a whole number from 0 to 65535: change it, or leave it out.\n",
  );
});

test('a setting of an older form is read, and a warning says what to set', async () => {
  await giveCluster(dataDir);
  const muster = start({ MUSTER_TRUST_PROXY: 'true' });
  await muster.ready();
  expect(muster.said.error).toContain('MUSTER_TRUST_PROXY=true is read as 1');
});

test('a build says how much script comes first, also where everything was built before', async () => {
  const build = spawn(process.execPath, [resolve(script, '../build.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  build.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  expect(await once(build, 'close')).toEqual([0, null]);
  expect(said).toMatch(
    /^JavaScript before the dashboard shows: \d+ kB \(page \d+, worker \d+\); on a first visit \d+ kB\.\n$/,
  );
});

test('an older Node is told which one is needed before it reads anything newer', async () => {
  const guard = resolve(script, '../lib/node-version.mjs');
  const program = `
    Object.defineProperty(process.versions, 'node', { value: '18.20.8' });
    await import(${JSON.stringify(guard)});
    console.log('passed');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said).toMatch(/^Muster needs Node 20\.19 or newer and this is 18\.20\.8: [^\n]*\.\n$/);
  // Node 12 has no top-level await, and reads this file before it can say so.
  const entry = await readFile(script, 'utf8');
  expect(entry.indexOf("import './lib/node-version.mjs'")).toBeGreaterThan(0);
  expect(entry).not.toMatch(/^(const .*)?await /m);
});
