import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { beat } from '../servers/leases.ts';
import { sessionCalls } from '../session/calls.ts';
import { ServerLogs } from './follow-server.ts';
import { LogSide } from './log-side.ts';

let test: TestDeps;
let server: string;
let root: string;
let owner: string;

beforeAll(async () => {
  test = await createTestDeps();
  const app = await createTestApp(test.deps, sessionCalls);
  owner = (await createTestAccount(app, test.deps)).id;
  for (const host of ['one', 'other']) await beat(test.deps.db, host);
  await app.close();
  root = await mkdtemp(join(tmpdir(), 'muster-followed-'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
  await test.close();
});
let port = 2400;
beforeEach(async () => {
  port += 10;
  server = await createTestServer(test.deps, owner, { game_port: port, rcon_port: port + 1 });
  await test.deps.db
    .updateTable('servers')
    .set({ lease_host: 'one', lease_epoch: 2, log_folder: root })
    .where('id', '=', server)
    .execute();
});

/** Follows the folder as a host that took the server by its `epoch`. */
function follow(hostId: string, epoch: number, folder = root): ServerLogs {
  const runtime = { epoch, logs: new LogSide(), hearLog: () => undefined };
  return new ServerLogs(
    { id: server, log_folder: folder, given: [root], timezone: 'UTC' },
    { ...test.deps, hostId, logRoot: root, runtime: () => runtime },
  );
}

const problems = () =>
  test.deps.db
    .selectFrom('game_log_problems')
    .where('server_id', '=', server)
    .select('problem')
    .execute();
const told = () =>
  test.publish.facts.filter(({ stream }) => stream === `server/${server}/logs`).length;

it.each([
  ['another host', 'other', 2],
  ['an earlier lease', 'one', 1],
])('%s keeps and tells nothing of the logs of a server that it lost', async (_, hostId, epoch) => {
  const logs = follow(hostId, epoch, join(root, 'none'));
  await expect.poll(() => logs.lost).toBe(true);
  await logs.stop();
  expect([await problems(), told()]).toEqual([[], 0]);
});

it('who runs the server says why its folder is not read', async () => {
  const logs = follow('one', 2, join(root, 'none'));
  await expect.poll(told).toBe(1);
  await logs.stop();
  expect([await problems(), logs.lost]).toEqual([[{ problem: 'missing' }], false]);
});

it('who begins to follow tells how far was read, though nothing is new', async () => {
  await writeFile(join(root, 'DayZServer_x64_1.ADM'), '');
  const first = follow('one', 2);
  await expect.poll(told).toBeGreaterThan(0);
  await first.stop();
  const before = told();
  const second = follow('one', 2);
  await expect.poll(told).toBeGreaterThan(before);
  await second.stop();
});
