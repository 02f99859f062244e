import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { accountStream, serverStream } from '../../protocol/streams.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';
import { restrictedServers } from '../access/restricted.ts';
import { afterOlderHosts } from '../after-older-hosts.ts';
import type { HostDeps } from '../calls/deps.ts';
import { readServerRow } from '../calls/server-row.ts';
import { change } from '../change/change.ts';
import { setRestriction } from './restrict.ts';
import { holdPlans } from './hold-plans.ts';
import type { Fact } from '../realtime/contract.ts';
import { restingState } from '../realtime/resting.ts';

let test: TestDeps;
let app: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  test = await createTestDeps({ plans: true });
  app = await createTestApp(test.deps);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const THREE = ['First', 'Second', 'Third'];

/** An account with a server of each name, and a plan that holds one. */
async function ownerOf(names: readonly string[]) {
  const { id } = await createTestAccount(app, test.deps);
  const servers: string[] = [];
  for (const identifier of names) {
    const host = `${identifier}.${id}.test`;
    servers.push(await createTestServer(test.deps, id, { identifier, host }));
    test.advance(1);
  }
  const basic = { plan: 'basic', plan_servers: 1 };
  await test.deps.db.updateTable('accounts').set(basic).where('id', '=', id).execute();
  return { id, servers };
}

/** A host whose changes are seen before they are written. */
function telling(onFacts: (trx: unknown, facts: readonly Fact[]) => void): HostDeps {
  const { publish } = test;
  return {
    ...test.deps,
    publish: {
      append: async (trx, facts) => {
        onFacts(trx, facts);
        return publish.append(trx, facts);
      },
      position: (trx, stream) => publish.position(trx, stream),
      sessionsEnded: (trx, ids) => publish.sessionsEnded(trx, ids),
      grantsChanged: (trx, subject) => publish.grantsChanged(trx, subject),
    },
  };
}

async function restrictedOf(servers: readonly string[]): Promise<readonly string[]> {
  const rows = await Promise.all(servers.map((id) => readServerRow(test.deps.db, id)));
  return rows.filter(({ restricted }) => restricted).map(({ identifier }) => identifier);
}

it('a plan that holds fewer restricts each server by itself, and tells everybody once', async () => {
  const { deps, publish } = test;
  const { id, servers } = await ownerOf(THREE);
  const { id: member } = await createTestAccount(app, deps);
  for (const server of servers) {
    await grant(deps.db, member, serverResource(server), ['server.view'], id, deps.clock());
  }
  const before = publish.facts.length;
  const checked = publish.changedSubjects.length;
  const changes = new Map<unknown, Set<string>>();
  await holdPlans(
    telling((trx, facts) => {
      const configured = facts.filter(({ event }) => event === 'update:server');
      changes.set(trx, new Set(configured.map(({ stream }) => stream)));
    }),
  );
  expect(await restrictedOf(servers)).toEqual(['Second', 'Third']);
  expect([...changes.values()].map(({ size }) => size)).toEqual([1, 1]);
  const told = publish.facts.slice(before).map(({ stream }) => stream);
  for (const subject of [id, member]) {
    expect(told.filter((stream) => stream === accountStream(subject))).toHaveLength(1);
    const checks = publish.changedSubjects.slice(checked);
    expect(checks.filter((one) => one === subject)).toHaveLength(1);
  }
});

it('holds the others to their plans where one account cannot be', async () => {
  const { deps } = test;
  const broken = await ownerOf(['One', 'Broken']);
  const other = await ownerOf(['One', 'Other']);
  const failing = serverStream(broken.servers[1] ?? '', 'list');
  await holdPlans(
    telling((_trx, facts) => {
      if (facts.some(({ stream }) => stream === failing)) throw new Error('The log is full.');
    }),
  );
  expect(await restrictedOf(broken.servers)).toEqual([]);
  expect(await restrictedOf(other.servers)).toEqual(['Other']);
  expect(test.logged.join()).toContain('The log is full.');
  await holdPlans(deps);
  expect(await restrictedOf(broken.servers)).toEqual(['Broken']);
});

it('servers that were restricted before, or that older hosts run, come to rest once', async () => {
  const { deps, publish } = test;
  const { db } = deps;
  const { servers } = await ownerOf(['Run', 'Left', 'Open']);
  const [run = '', left = '', open = ''] = servers;
  const connected = JSON.stringify({ ...restingState(1), state: 'CONNECTED' });
  await db.insertInto('hosts').values({ id: OLDER, alive_until: 9e15 }).execute();
  const rows = db.updateTable('servers').where('id', 'in', servers);
  await rows.set({ state: connected, operator_restricted: true }).execute();
  await rows.set({ restricted: true }).where('id', '!=', open).execute();
  await rows.set({ lease_host: OLDER }).where('id', '!=', left).execute();
  await db
    .insertInto('play_sessions')
    .values({ ...STAY, server_id: left })
    .execute();
  await afterOlderHosts(deps);
  for (const id of [run, left]) {
    const row = await readServerRow(db, id);
    expect(row).toMatchObject({ lease_host: null, state: { state: 'DISCONNECTED' } });
    expect(row.population).toMatchObject({ players: null, source: 'unknown' });
  }
  expect(await readServerRow(db, open)).toMatchObject({ lease_host: OLDER });
  const stays = db.selectFrom('play_sessions').select('left_at').where('server_id', '=', left);
  expect(await stays.executeTakeFirst()).toEqual({ left_at: deps.clock() });
  const told = publish.facts.length;
  await afterOlderHosts(deps);
  expect(publish.facts).toHaveLength(told);
  expect(test.logged.join()).not.toContain('could not be done');

  await rows.set({ state: connected, lease_host: OLDER }).where('id', '=', run).execute();
  await change({ ...deps, now: deps.clock() }, (made) =>
    setRestriction(made, run, { by: 'operator', restricts: false }),
  );
  const ended = { restricted: false, lease_host: null, state: { state: 'DISCONNECTED' } };
  expect(await readServerRow(db, run)).toMatchObject(ended);
});

const OLDER = '0'.repeat(24);
const STAY = {
  id: 'f'.repeat(24),
  muster_id: null,
  name: 'Ada',
  joined_at: 1,
  joined_before: false,
  verified: false,
  lobby: false,
  left_at: null,
};

it('says with one statement what is left of the rights on restricted servers', async () => {
  const { db, clock } = test.deps;
  const { id, servers } = await ownerOf(THREE);
  const [first = '', second = '', third = ''] = servers;
  const { id: member } = await createTestAccount(app, test.deps);
  await grant(db, member, serverResource(first), SERVER_PERMISSION, id, clock());
  await db.transaction().execute(async (trx) => {
    await revoke(trx, id, serverResource(second), ['server.delete']);
  });
  const restricted = db.updateTable('servers').set({ restricted: true, operator_restricted: true });
  await restricted.where('id', 'in', [first, second]).execute();
  let asked = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const left = await restrictedServers(counted, id);
  expect(asked).toBe(1);
  expect(left).toEqual(
    new Map([
      [first, ['server.delete']],
      [second, []],
    ]),
  );
  expect(left.has(third)).toBe(false);
  expect(await restrictedServers(db, member)).toEqual(new Map([[first, []]]));
});
