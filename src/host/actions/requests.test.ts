import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { newId } from '../store/ids.ts';
import { abandonedActions, askAction } from './requests.ts';

/** Nobody runs it: what is asked of it stays as it is. */
const serverId = 'e'.repeat(24);

let host: TestDeps;
let app: FastifyInstance;
let accountId: string;

beforeAll(async () => {
  host = await createTestDeps();
  app = await createTestApp(host.deps);
  ({ id: accountId } = await createTestAccount(app, host.deps));
  await storeServer(host.deps.db, serverId);
});
afterAll(async () => {
  await app.close();
  await host.close();
});

const ask = (requestId: string, command: string) =>
  askAction(host.deps.db, host.deps.secrets, {
    id: newId(Date.now()),
    accountId,
    requestId,
    serverId,
    request: { action: SERVER_ACTION.RAW, command },
    by: null,
    address: '203.0.113.7',
  });
const plainly = (command: string) =>
  createHash('sha256')
    .update(`${serverId} ${JSON.stringify({ action: SERVER_ACTION.RAW, command })}`)
    .digest();
const rows = (requestId: string) =>
  host.deps.db
    .selectFrom('action_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute();

it('what was asked cannot be guessed from what the database keeps of it', async () => {
  const requestId = newId(Date.now());
  expect(await ask(requestId, 'players')).toMatchObject({ differs: false });
  const [row] = await rows(requestId);
  expect(row?.digest.equals(plainly('players'))).toBe(false);
  expect(await ask(requestId, 'players')).toMatchObject({ differs: false });
  expect(await ask(requestId, 'bans')).toMatchObject({ differs: true });
  expect(await rows(requestId)).toHaveLength(1);
});

it('a request that a host of before wrote down is known when it is sent again', async () => {
  const requestId = newId(Date.now());
  await ask(requestId, 'players');
  await host.deps.db
    .updateTable('action_requests')
    .set({ digest: plainly('players') })
    .where('request_id', '=', requestId)
    .execute();
  expect(await ask(requestId, 'players')).toMatchObject({ differs: false });
  expect(await ask(requestId, 'bans')).toMatchObject({ differs: true });
});

it('a secret stands sealed in the database while it is asked, and is read by the host that runs the server', async () => {
  const requestId = newId(Date.now());
  await ask(requestId, 'rcon.password canary');
  const [row] = await rows(requestId);
  expect(JSON.stringify(row)).not.toContain('canary');
  await host.deps.db
    .updateTable('action_requests')
    .set({ run_by: newId(1), state: 'running' })
    .where('request_id', '=', requestId)
    .execute();
  const hostId = newId(2);
  await host.deps.db.insertInto('hosts').values({ id: hostId, alive_until: 0 }).execute();
  await host.deps.db.updateTable('servers').set({ lease_host: hostId }).execute();
  const { db, secrets } = host.deps;
  const left = await abandonedActions({ db, secrets, hostId }, [serverId]);
  expect(left.get(serverId)).toMatchObject([
    { request: { command: 'rcon.password canary' }, address: '203.0.113.7' },
  ]);
});
