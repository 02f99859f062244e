import { symlinkSync, unlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGivenFolder } from '../../src/host/game-logs/folder.ts';
import { giveFolder, takeFolder, tellKeptFolders } from '../../src/host/game-logs/given-folders.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { problem } from '../../src/protocol/problem.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, serverBody, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { letIn } from '../support/let-in.ts';

let root: string;
let host: LiveHost;
let sim: SimServer;
let owner: { readonly browser: TestBrowser; readonly id: string };
let server: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'muster-given-')));
  for (const name of ['mine', 'theirs'])
    await mkdir(join(root, name, 'profiles'), { recursive: true });
  await writeFile(join(root, 'theirs', 'profiles', 'DayZServer_x64.ADM'), 'private chat\n');
  host = await startLiveHost(undefined, false, { logRoot: root });
  owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
  sim = await startQuickSim();
  server = await addServer(owner.browser, sim, 'Mine');
  await giveFolder(host.deps, owner.id, join(root, 'mine'), Date.now());
});
afterAll(async () => {
  await host.stop();
  await sim.stop();
  await rm(root, { recursive: true });
});

async function name(log_folder: string, browser = owner.browser) {
  const { game: _game, rcon_password: _password, ...body } = serverBody(sim, 'Mine');
  const path = `/app/v1/server/${server}/settings`;
  return browser.post(path, { ...body, log_folder });
}

const problemNow = async () => {
  const answer = await owner.browser.get(`/app/v1/server/${server}/logs`);
  return CALLS.logsPage.answer.parse(answer.json()).rows[0]?.problem;
};

it('whoever has the settings of a server hears where its host reads logs', async () => {
  const toldRoots = async () => {
    const { rows } = await sql<{ root: string | null }>`
      select data->'row'->>'log_root' as root from event_log
      where stream = ${serverStream(server, 'settings')} order by seq
    `.execute(host.deps.db);
    return rows.map((row) => row.root);
  };
  await expect.poll(toldRoots, { timeout: 20_000 }).toEqual([root]);
});

it('a folder that was given to somebody else is refused as one that is not there', async () => {
  const told = [];
  for (const folder of [root, 'theirs', 'theirs/profiles', 'nobody', 'mine/../theirs']) {
    const { type: _type, ...refused } = problem.parse((await name(join(root, folder))).json());
    told.push(JSON.stringify(refused));
  }
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain('log-folder-refused');
});

it('a given folder and what is below it are read, until the operator takes it back', async () => {
  expect((await name(join(root, 'mine', 'profiles'))).statusCode).toBe(200);
  await expect.poll(problemNow, { timeout: 20_000 }).toBeNull();
  await takeFolder(host.deps, owner.id, join(root, 'mine'), Date.now());
  await expect.poll(problemNow, { timeout: 20_000 }).toBe('outside');
  await giveFolder(host.deps, owner.id, join(root, 'mine'), Date.now());
  await expect.poll(problemNow, { timeout: 20_000 }).toBeNull();
});

it('the operator is told of folders that nobody gave, until they are given', async () => {
  const { db } = host.deps;
  const told: string[] = [];
  const log = { warn: (about: unknown) => void told.push(JSON.stringify(about)) };
  await tellKeptFolders(db, log);
  expect(told).toEqual([]);
  const path = join(root, 'theirs');
  await db
    .insertInto('log_folders')
    .values({ account_id: owner.id, path, given_at: 1, by_upgrade: true })
    .execute();
  await tellKeptFolders(db, log);
  expect(told).toEqual([JSON.stringify({ folders: [{ account: owner.id, path }] })]);
  await giveFolder(host.deps, owner.id, path, Date.now());
  await tellKeptFolders(db, log);
  expect(told).toHaveLength(1);
});

it('a helper names no folder that the owner was given for another server', async () => {
  const helper = await createTestAccount(host.app, host.deps);
  await letIn(owner.browser, helper, server, ['server.modify.settings']);
  const { db } = host.deps;
  await db.updateTable('servers').set({ log_folder: null }).where('id', '=', server).execute();
  const told = [];
  for (const folder of ['mine', 'mine/profiles', 'mine/nothing', 'nobody']) {
    const answer = await name(join(root, folder), helper.browser);
    const { type: _type, ...refused } = problem.parse(answer.json());
    told.push(JSON.stringify(refused));
  }
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain('log-folder-refused');

  expect((await name(join(root, 'mine'))).statusCode).toBe(200);
  expect((await name(join(root, 'mine'), helper.browser)).statusCode).toBe(200);
  await giveFolder(host.deps, helper.id, join(root, 'mine', 'profiles'), Date.now());
  expect((await name(join(root, 'mine', 'profiles'), helper.browser)).statusCode).toBe(200);
});

it('a link that is swapped while it is looked at leads to no folder that was not given', async () => {
  const mine = join(root, 'mine');
  const link = join(mine, 'link');
  const theirs = join(root, 'theirs', 'profiles');
  const paths = new Set<string>();
  for (let ticks = 0; ticks < 300; ticks += 1) {
    await rm(link, { force: true });
    await symlink(join(mine, 'profiles'), link);
    const opening = openGivenFolder(root, [mine], link);
    for (let tick = 0; tick < ticks % 30; tick += 1) await setImmediate();
    unlinkSync(link);
    symlinkSync(theirs, link);
    const opened = await opening;
    if (opened.ok) paths.add(opened.path);
  }
  expect(paths).not.toContain(theirs);
});
