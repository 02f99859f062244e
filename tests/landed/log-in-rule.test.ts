/** Whom the embedded PostgreSQL lets in: the user that runs Muster, and nobody else of the machine. */
import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachPostgres } from '../../src/host/store/embedded/attach.ts';
import { writeLogInRule } from '../../src/host/store/embedded/log-in-rule.ts';
import { readPidFile } from '../../src/host/store/embedded/pid-file.ts';
import { startPostgres, type EmbeddedPostgres } from '../../src/host/store/embedded/postgres.ts';
import { isAlive } from '../../src/host/store/embedded/process-identity.ts';
import { giveCluster } from '../support/database.ts';
import { NOBODY, startLandedCluster } from './restore.ts';

const asRoot = process.getuid?.() === 0 && process.platform === 'linux';

let work: string;
let dataDir: string;
let open: string;
let postgres: EmbeddedPostgres | undefined;

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'muster-rule-'));
  dataDir = await mkdtemp(join(work, 'data-'));
  open = await mkdtemp(join(work, 'open-'));
  for (const folder of [work, open]) await chmod(folder, 0o777);
});

afterEach(async () => {
  await postgres?.stop();
  postgres = undefined;
  await rm(work, { recursive: true, force: true });
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function start(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  return (postgres = await startPostgres({ dataDir, log, settings }));
}

/** Its socket where everybody may go, also whoever could not by its folder. */
const everywhere = () => ({
  unix_socket_directories: `., ${open}`,
  unix_socket_permissions: '0777',
});

/** What a process of that user is told by the server that listens in a folder. */
async function asUser(uid: number, folder: string): Promise<string> {
  const client = createRequire(import.meta.url).resolve('pg');
  const program = `
    const { default: pg } = await import(${JSON.stringify(client)});
    const client = new pg.Client({ host: ${JSON.stringify(folder)}, port: 5432, user: 'muster', database: 'postgres', password: 'x' });
    try {
      await client.connect();
      const { rows } = await client.query("select rolsuper from pg_roles where rolname = current_user");
      console.log('superuser ' + rows[0].rolsuper);
      await client.end();
    } catch (error) { console.log(error.code); }`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    { uid, gid: uid, cwd: '/' },
  );
  return stdout.trim();
}

/** Has the rule of a host that runs as that user taken up by the server that runs. */
async function ruleOf(uid: number, { connection }: EmbeddedPostgres): Promise<void> {
  const folder = await mkdtemp(join(work, 'rule-'));
  await chown(folder, uid, uid);
  process.seteuid?.(uid);
  try {
    await writeLogInRule(folder, { ids: {}, maker: {}, folderByCwd: false });
  } finally {
    process.seteuid?.(0);
  }
  for (const name of ['pg_ident.conf', 'pg_hba.conf']) {
    await copyFile(join(folder, name), join(dataDir, 'postgres', name));
  }
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function postmaster(): Promise<number> {
  return (await readPidFile(join(dataDir, 'postgres')))?.pid ?? 0;
}

async function answer(connection: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query('select id from fact')).rows;
  } finally {
    await client.end();
  }
}

async function remember(): Promise<void> {
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'muster',
    database: 'postgres',
  });
  await client.connect();
  await client.query('create database muster');
  await client.end();
  const inside = new pg.Client({
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'muster',
    database: 'muster',
  });
  await inside.connect();
  await inside.query('create table fact as select 7 as id');
  await inside.end();
}

describe.runIf(asRoot)('where Muster is root', () => {
  it('a process of nobody is not let in, though it reaches the socket', async () => {
    await giveCluster(dataDir);
    await start(everywhere());
    expect(await asUser(0, open)).toBe('superuser true');
    expect(await asUser(NOBODY, open)).toBe('28000');
    expect(await asUser(1, open)).toBe('28000');
  });

  it('root is let in for its commands, though the host runs as another user', async () => {
    await giveCluster(dataDir);
    await ruleOf(1, await start(everywhere()));
    await expect.poll(() => asUser(1, open), { timeout: 30_000 }).toBe('superuser true');
    expect(await asUser(0, open)).toBe('superuser true');
    expect(await asUser(2, open)).toBe('28000');
  });

  it('the server’s files and its process are of a user that nobody else is', async () => {
    await start();
    const pid = await postmaster();
    const { uid } = await stat(join(dataDir, 'postgres'));
    expect([0, NOBODY]).not.toContain(uid);
    expect(await asUser(NOBODY, `/proc/${pid}/cwd`)).toBe('EACCES');
  });

  it('a cluster that belonged to nobody changes hands with every file, and loses nothing', async () => {
    const landed = await startLandedCluster(dataDir, everywhere());
    await remember();
    expect(await asUser(NOBODY, open)).toBe('superuser true');
    await landed.stop();

    const { connection } = await start(everywhere());
    expect(await asUser(NOBODY, open)).toBe('28000');
    expect(await answer(connection)).toEqual([{ id: 7 }]);
    const { stdout } = await promisify(execFile)('find', [
      join(dataDir, 'postgres'),
      '-uid',
      String(NOBODY),
    ]);
    expect(stdout).toBe('');
  });
});

describe('a server of the landed version that was left running', () => {
  it('is taken over with what it has, under the rule of today', async () => {
    const landed = await startLandedCluster(dataDir, everywhere());
    await remember();
    const { connection } = await start(everywhere());
    expect(await answer(connection)).toEqual([{ id: 7 }]);
    expect(await readFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8')).not.toContain('trust');
    if (asRoot) {
      expect(await asUser(NOBODY, open)).toBe('28000');
      expect(isAlive(landed.pid)).toBe(false);
    }
    await postgres?.stop();
    expect(isAlive(landed.pid)).toBe(false);
  });
});

it('a command reaches the server of a host that runs', async () => {
  await giveCluster(dataDir);
  const { connection } = await start();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('create table fact as select 7 as id');
  await client.end();
  const attached = await attachPostgres(dataDir);
  expect(await answer(attached!.connection)).toEqual([{ id: 7 }]);
  await attached?.close();
});

it('a rule that somebody changed is put right at the next start', async () => {
  await giveCluster(dataDir);
  await start();
  const rule = join(dataDir, 'postgres', 'pg_hba.conf');
  const ours = await readFile(rule, 'utf8');
  await postgres?.stop();
  await rm(rule);
  await start();
  expect(await readFile(rule, 'utf8')).toBe(ours);
});
