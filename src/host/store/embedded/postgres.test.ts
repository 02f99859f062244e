import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { giveCluster } from '../../../../tests/support/database.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { readPidFile } from './pid-file.ts';
import { isAlive } from './process-identity.ts';
import {
  type EmbeddedPostgres,
  type PostgresConnection,
  connectionString,
  startPostgres,
} from './postgres.ts';

const project = resolve(import.meta.dirname, '../../../..');
const patience = { timeout: 15_000, interval: 20 };

let dataDir: string;
let said: string[];
let running: EmbeddedPostgres[];
let owners: ChildProcess[];
let ownerModule: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-pg-'));
  said = [];
  running = [];
  owners = [];
});

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL');
  for (const postgres of running) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const log = {
  info: (message: string) => void said.push(message),
  warn: (message: string) => void said.push(message),
  error: (message: string) => void said.push(message),
};

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir: folder, log });
  running.push(postgres);
  return postgres;
}

async function query(connection: PostgresConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text, rowMode: 'array' });
    return result.rows.flat();
  } finally {
    await client.end();
  }
}

async function postmasterPid(folder = dataDir): Promise<number> {
  const state = await readPidFile(join(folder, 'postgres'));
  if (state === null) throw new Error('No server runs there.');
  return state.pid;
}

describe('a data folder', () => {
  test('is made private at the first start, and keeps what was written', async () => {
    const first = await start(join(dataDir, 'deep', 'data'));
    await query(first.connection, 'create table fact as select 7 as id');
    await first.stop();

    const again = await start(join(dataDir, 'deep', 'data'));
    expect(await query(again.connection, 'select id from fact')).toEqual([7]);
    expect((await stat(join(dataDir, 'deep', 'data'))).mode & 0o077).toBe(0);
    expect(again.connectionString).toBe(connectionString(again.connection));
    const client = new pg.Client({ connectionString: again.connectionString });
    await client.connect();
    await client.end();
  });

  test('is durable, and listens on no port', async () => {
    await giveCluster(dataDir);
    const { connection } = await start();
    expect(await query(connection, 'show fsync')).toEqual(['on']);
    expect(await query(connection, 'show synchronous_commit')).toEqual(['on']);
    expect(await query(connection, 'show listen_addresses')).toEqual(['']);
  });

  test('may have a path longer than a socket may have', async () => {
    const folder = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
    await mkdir(folder, { recursive: true });
    await giveCluster(folder);
    const { connection } = await start(folder);
    expect(await query(connection, 'select 1')).toEqual([1]);
  });

  test('whose first start was killed is made again', async () => {
    await mkdir(join(dataDir, 'postgres.new-half', 'base'), { recursive: true });
    const { connection } = await start();
    expect(await query(connection, 'select 1')).toEqual([1]);
    expect(await readdir(dataDir)).not.toContain('postgres.new-half');
  });

  test('that is in use is refused in one sentence, and free again after a stop', async () => {
    await giveCluster(dataDir);
    const first = await start();
    await expect(start()).rejects.toThrow(
      `The data folder ${dataDir} is in use by another Muster (process ${process.pid}): stop that one, or set MUSTER_DATA to another folder.`,
    );
    expect(await query(first.connection, 'select 1')).toEqual([1]);
    await first.stop();
    await start();
  });

  test('is given to one of many that start at once', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => start()));
    const refused = starts.flatMap((result) => (result.status === 'rejected' ? [result] : []));
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(EmbeddedPostgresError);
      expect(reason).toMatchObject({ kind: 'in-use' });
    }
  });

  test('of another PostgreSQL is left alone', async () => {
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toMatchObject({ kind: 'version' });
  });

  test('that is a file is refused in one sentence', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toThrow(/^The data folder .* cannot be used \(EEXIST\): /);
    await expect(start(join(file, 'below'))).rejects.toMatchObject({ kind: 'data-folder' });
  });
});

describe('a server', () => {
  beforeEach(() => giveCluster(dataDir));

  test('that is killed is started again, with every acknowledged row', async () => {
    const { connection } = await start();
    await query(connection, 'create table fact as select 7 as id');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await query(connection, 'select id from fact')).toEqual([7]);
    }, patience);
    expect(await postmasterPid()).not.toBe(pid);
    expect(said).toContain('PostgreSQL ended by itself and is being started again.');
  });

  test('can be stopped while it is being started again', async () => {
    const postgres = await start();
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(said.at(-1)).toContain('being started again'), patience);
    await postgres.stop();
    const again = await start();
    expect(await query(again.connection, 'select 1')).toEqual([1]);
  });

  test('starts beside a stranger that was given the id of the last one', async () => {
    const first = await start();
    const pid = await postmasterPid();
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    await first.stop();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
    owners.push(stranger);
    await once(stranger, 'spawn');
    const copied = pidFile.replace(String(pid), String(stranger.pid));
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), copied);
    const again = await start();
    expect(await query(again.connection, 'select 1')).toEqual([1]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  });
});

describe('an owner that is killed', () => {
  // The owner is a process of its own, and Node runs no TypeScript on every version: so it is bundled.
  let bundle: string;

  beforeAll(async () => {
    await mkdir(join(project, 'dist'), { recursive: true });
    bundle = await mkdtemp(join(project, 'dist', 'owner-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: join(import.meta.dirname, 'postgres.ts'),
        outDir: bundle,
        rollupOptions: { output: { entryFileNames: 'postgres.js' } },
      },
    });
    ownerModule = join(bundle, 'postgres.js');
  });

  afterAll(() => rm(bundle, { recursive: true, force: true }));

  test('leaves a server that the next one adopts', async () => {
    await giveCluster(dataDir);
    const { owner, connection } = await startOwner();
    await query(connection, 'create table fact as select 7 as id');
    const pid = await postmasterPid();
    owner.kill('SIGKILL');
    await once(owner, 'exit');

    const next = await start();
    expect(said).toEqual([`PostgreSQL adopted (process ${pid}).`]);
    expect(await query(next.connection, 'select id from fact')).toEqual([7]);

    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await query(next.connection, 'select id from fact')).toEqual([7]);
    }, patience);
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('together with its server loses nothing', async () => {
    await giveCluster(dataDir);
    const { owner, connection } = await startOwner();
    await query(connection, 'create table fact as select 7 as id');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience);
    const next = await start();
    expect(await query(next.connection, 'select id from fact')).toEqual([7]);
  });

  test('during the first start is followed by a good first start', async () => {
    const owner = spawnOwner();
    await vi.waitFor(async () => {
      const names = await readdir(dataDir);
      expect(names.some((name) => name.startsWith('postgres.new-'))).toBe(true);
    }, patience);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const next = await start();
    expect(await query(next.connection, 'select 1')).toEqual([1]);
  });
});

const connectionShape = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  database: z.string(),
});

function spawnOwner(): ChildProcess {
  const module = pathToFileURL(ownerModule).href;
  const program = `
    import { startPostgres } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {}, error() {} };
    const { connection } = await startPostgres({ dataDir: process.argv[1], log });
    console.log(JSON.stringify(connection));
    setInterval(() => {}, 1e6);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(owner);
  return owner;
}

async function startOwner(): Promise<{ owner: ChildProcess; connection: PostgresConnection }> {
  const owner = spawnOwner();
  if (owner.stdout === null) throw new Error('The owner has no output.');
  for await (const line of createInterface({ input: owner.stdout })) {
    return { owner, connection: connectionShape.parse(JSON.parse(line)) };
  }
  throw new Error('The owner ended before it was ready.');
}
