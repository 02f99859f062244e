import { afterAll, beforeAll, expect, it } from 'vitest';
import { setPlan, type NewPlan } from '../../src/host/servers/set-plan.ts';
import { setState } from '../../src/host/account/standing.ts';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { change, type Change } from '../../src/host/change/change.ts';
import { HOLD_PLANS } from '../../src/host/servers/hold-plans.ts';
import { enqueue } from '../../src/host/jobs/enqueue.ts';
import { setRestriction } from '../../src/host/servers/restrict.ts';
import { configurationOf } from '../../src/host/servers/snapshots.ts';
import { readServerRow } from '../../src/host/calls/server-row.ts';
import type { Call } from '../../src/protocol/call.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { CLOSE } from '../../src/protocol/close-codes.ts';
import { SERVER_PERMISSION } from '../../src/protocol/permissions.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { codeOf, createTestAccount, createTestServer } from '../support/accounts.ts';
import { addServer, startQuickSim } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { until } from './host-pair.ts';

type Account = Awaited<ReturnType<typeof createTestAccount>>;

let hosts: readonly [LiveHost, LiveHost];
let owner: Account;
let manager: Account;
let sim: SimServer;
let server: string;

beforeAll(async () => {
  const settings = { plans: true } as const;
  const first = await startLiveHost(undefined, false, settings);
  hosts = [first, await startLiveHost(first, false, settings)];
  owner = await createTestAccount(first.app, first.deps, ['host.server.create']);
  manager = await createTestAccount(first.app, first.deps);
  sim = await startQuickSim();
  server = await addServer(owner.browser, sim, 'Chernarus');
  await change(context(), async (made) => {
    await grant(made.trx, manager.id, serverResource(server), SERVER_PERMISSION, null, made.now);
    made.changeGrants(manager.id);
  });
});
afterAll(async () => {
  await sim.stop();
  await hosts[1].stop();
  await hosts[0].stop();
});

function context() {
  const { db, secrets, publish } = hosts[1].deps;
  return { db, secrets, publish, now: Date.now() };
}

const operator = <T>(work: (made: Change) => Promise<T>) => change(context(), work);
const restrict = (restricts: boolean) =>
  operator((made) => setRestriction(made, server, { by: 'operator', restricts, reason: 'unpaid' }));
const plan = (given: Partial<NewPlan>) =>
  setPlan(
    hosts[1].deps,
    hosts[1].deps.settings,
    owner.id,
    { plan: 'community', until: null, servers: null, status: 'ACTIVE', next: null, ...given },
    null,
  );
const nobody = {
  id: 'e'.repeat(24),
  muster_id: null,
  name: '',
  joined_at: 0,
  joined_before: false,
  verified: false,
  lobby: false,
};
const runs = () => hosts.some(({ live }) => live.supervisor.runtimes.has(server));
const rowOf = async ({ browser }: Account, id = server) => {
  const answer = await browser.get('/app/v1/servers/list');
  const { servers } = answer.json<{
    servers: { id: string; configuration: Record<string, unknown>; players: unknown[] }[];
  }>();
  return servers.find((one) => one.id === id);
};

it('a restricted server ends its streams on every host, rests, and stays as a row', async () => {
  sim.join({ name: 'Ada' });
  const looking = hosts[0].connect(manager.browser);
  await looking.hello();
  looking.send({
    type: 'subscribe',
    server_id: server,
    topics: ['feed', 'console', 'presence'],
    cursors: {},
  });
  await looking.expect('event_subscription', ({ data }) => data.server_id === server);
  await looking.expect('gsm:player:create');

  await restrict(true);
  const feed = serverStream(server, 'feed');
  await looking.expect('event_subscription', ({ data }) => data.detached.includes(feed));
  await looking.expect('update:server', ({ data }) => data.configuration.restricted);
  await looking.expect('gsm:player:destruct');
  await until(() => !runs(), 30_000);

  const row = await rowOf(manager);
  expect(row).toMatchObject({
    configuration: {
      identifier: 'Chernarus',
      restricted: true,
      restriction: { by: 'operator', reason: 'unpaid' },
    },
    players: [],
    population: { players: null, source: 'unknown' },
    state: { state: 'DISCONNECTED' },
  });
  const later = looking.frames.length;
  sim.join({ name: 'Bob' });
  looking.send({ type: 'subscribe', server_id: server, topics: ['feed', 'presence'], cursors: {} });
  await looking.expect('event_subscription', ({ data }) => data.refused.length === 2, later);
  expect(looking.frames.slice(later).filter(({ event }) => event.startsWith('gsm:'))).toEqual([]);
});

it('its calls answer so to its managers, and tell a stranger nothing', async () => {
  const { browser: stranger } = await createTestAccount(hosts[0].app, hosts[0].deps);
  const asked = Object.values<Call>(CALLS).filter(({ access }) => access.startsWith('server.'));
  const ask = async ({ browser }: Pick<Account, 'browser'>, { path, method }: Call) => {
    const url = path.replace(':server_id', server).replace(/:\w+/g, 'f'.repeat(24));
    return codeOf(await (method === 'GET' ? browser.get(url) : browser.post(url, {})));
  };
  for (const call of asked) {
    const own = call.access === 'server.delete';
    const told = { name: call.name, stranger: await ask({ browser: stranger }, call) };
    expect({ ...told, manager: await ask(manager, call), owner: await ask(owner, call) }).toEqual({
      name: call.name,
      stranger: 'not-found',
      manager: 'server-restricted',
      owner: own ? 'invalid-request' : 'server-restricted',
    });
  }
  const deletion = { identifier: 'mistyped' };
  expect(codeOf(await owner.browser.post(`/app/v1/server/${server}/delete`, deletion))).toBe(
    'confirmation-mismatch',
  );
  const session = await owner.browser.get('/app/v1/@me/session');
  expect(session.json()).toMatchObject({
    servers: { [server]: ['server.delete'] },
    resources: { [owner.id]: [{ type: 'server', id: server, restricted: true }] },
  });
});

it('tells nothing of what a host of an older version tells of it all the same', async () => {
  const { browser, id: helper } = await createTestAccount(hosts[0].app, hosts[0].deps);
  const looking = hosts[0].connect(manager.browser);
  const unseeing = hosts[0].connect(browser);
  await operator(async (made) => {
    const rights = ['server.personnel'] as const;
    await grant(made.trx, helper, serverResource(server), rights, null, made.now);
  });
  await looking.hello();
  const list = serverStream(server, 'list');
  expect((await unseeing.hello()).data.streams.map(({ stream }) => stream)).not.toContain(list);
  const state = { state: 'CONNECTED', offline: false, ready: true, error: null, since: 1 } as const;
  await operator(async (made) => {
    const of = { server: { id: server } };
    made.tell(list, 'server:state', { ...of, state });
    made.tell(list, 'gsm:player:create', { ...of, player: { ...nobody, name: 'Eve' } });
    await made.trx
      .updateTable('servers')
      .set({ state: JSON.stringify(state) })
      .where('id', '=', server)
      .execute();
    const row = await readServerRow(made.trx, server);
    made.tell(list, 'update:server', { server_id: server, configuration: configurationOf(row) });
  });
  await looking.expect('update:server');
  const told = looking.frames.filter(({ event }) => event.startsWith('server:'));
  expect(told.map(({ event, data }) => [event, data])).toEqual([
    [
      'server:state',
      expect.objectContaining({ state: expect.objectContaining({ state: 'DISCONNECTED' }) }),
    ],
    ['server:update', { server_id: server, type: 'population', server: {} }],
  ]);
  expect(looking.frames.map(({ event }) => event)).not.toContain('gsm:player:create');
  expect(unseeing.frames.map(({ event }) => event)).not.toContain('update:server');
  expect(await rowOf(manager)).toMatchObject({ state: { state: 'DISCONNECTED' }, players: [] });
  expect(await rowOf({ browser, id: helper })).toBeUndefined();
});

it('a client that comes back to a restricted server gets nothing of what was told before', async () => {
  const client = hosts[1].connect(manager.browser);
  const list = serverStream(server, 'list');
  const ack = await client.hello({ [list]: 1 });
  expect(ack.data.streams).toContainEqual(
    expect.objectContaining({ stream: list, resumed: false }),
  );
});

it('is used again when the operator ends it, with whoever plays there now', async () => {
  await restrict(false);
  await until(runs, 30_000);
  const client = hosts[1].connect(manager.browser);
  await client.hello();
  await client.until(() => true);
  await until(async () => (await rowOf(manager))?.players.length === 2, 30_000);
  const { db } = hosts[0].deps;
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'actor'])
    .where('resource', '=', serverResource(server))
    .where('action', 'like', 'servers.%restrict')
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'servers.restrict', actor: null },
    { action: 'servers.unrestrict', actor: null },
  ]);
});

it('a plan that holds fewer restricts the newest, once over two hosts, until one is less', async () => {
  const { deps } = hosts[0];
  const older = [server];
  for (const identifier of ['Second', 'Third']) {
    older.push(await createTestServer(deps, owner.id, { identifier, host: `${identifier}.test` }));
  }
  const [, second = '', third = ''] = older;
  const restricted = async () => {
    const rows = await deps.db
      .selectFrom('servers')
      .select('id')
      .where('owner', '=', owner.id)
      .where('restricted', '=', true)
      .orderBy('created_at')
      .execute();
    return rows.map(({ id }) => id);
  };
  const told = async () => {
    const rows = await deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', 'like', 'servers.%restrict')
      .execute();
    return rows.length;
  };
  const before = await told();
  await plan({ plan: 'basic', servers: 2 });
  expect(await restricted()).toEqual([third]);
  await plan({ plan: 'free' });
  expect(await restricted()).toEqual([second, third]);
  for (const key of ['one', 'two', 'three', 'four']) {
    await enqueue(deps.db, { kind: HOLD_PLANS, key, payload: {}, runAt: 0 });
  }
  await until(async () => {
    const left = await deps.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', HOLD_PLANS)
      .where('done_at', 'is', null)
      .execute();
    return left.length === 0;
  }, 30_000);
  expect(await told()).toBe(before + 2);

  await plan({ plan: 'basic', servers: 2 });
  expect(await restricted()).toEqual([third]);
  const deletion = await owner.browser.post(`/app/v1/server/${second}/delete`, {
    identifier: 'Second',
  });
  expect(deletion.statusCode).toBe(200);
  await until(async () => (await restricted()).length === 0, 30_000);
});

it('an operator’s restriction stays though the plan holds the server again', async () => {
  await restrict(true);
  await plan({ plan: 'community' });
  expect((await rowOf(owner))?.configuration['restricted']).toBe(true);
  await restrict(false);
  expect((await rowOf(owner))?.configuration['restricted']).toBe(false);
});

it('a plan whose period ends falls back by itself, and tells the account', async () => {
  const client = hosts[0].connect(owner.browser);
  await client.hello();
  await plan({ plan: 'pro', until: Date.now() + 1_500, status: 'CANCELLED' });
  const subscription = async () => {
    const answer = await owner.browser.get('/app/v1/@me/bootstrap');
    return answer.json<{ subscriber: object }>().subscriber;
  };
  expect(await subscription()).toMatchObject({ plan: 'pro', status: 'CANCELLED' });
  const set = client.frames.length;
  await client.expect('update', ({ data }) => data.reason === 'subscription', set);
  await until(async () => (await restrictedCount()) === 1, 30_000);
  expect(await subscription()).toMatchObject({ plan: 'free', status: 'EXPIRED' });
  await plan({ plan: 'community' });
});

async function restrictedCount(): Promise<number> {
  const rows = await hosts[0].deps.db
    .selectFrom('servers')
    .select('id')
    .where('owner', '=', owner.id)
    .where('restricted', '=', true)
    .execute();
  return rows.length;
}

it('whoever is stopped by the plan is led to upgrade until the plan is higher or it is put aside', async () => {
  await plan({ plan: 'basic', servers: 1 });
  const flag = async () => {
    const answer = await owner.browser.get('/app/v1/@me/session');
    return answer.json<{ subscriptions: { omega: { upgrade: boolean } } }>().subscriptions.omega
      .upgrade;
  };
  const stopped = async () => {
    const body = { host: 'elsewhere.test', ports: [] };
    return codeOf(await owner.browser.post('/app/v1/servers/find', body));
  };
  expect(await flag()).toBe(false);
  expect(await stopped()).toBe('plan-limit-reached');
  expect(await flag()).toBe(true);
  await owner.browser.post('/app/v1/@me/upgrade/dismiss', {});
  expect(await flag()).toBe(false);
  expect(await stopped()).toBe('plan-limit-reached');
  await plan({ plan: 'pro' });
  expect(await flag()).toBe(false);
  await plan({ plan: 'community' });
});

it('a blocked account loses its sockets and its sessions at once, on every host, and nobody else does', async () => {
  const { id, browser } = await createTestAccount(hosts[0].app, hosts[0].deps);
  const others = hosts.map((host) => host.connect(owner.browser));
  await Promise.all(others.map((client) => client.hello()));
  for (const state of ['IN_SETUP', 'BANNED'] as const) {
    const clients = hosts.map((host) => host.connect(browser));
    await Promise.all(clients.map((client) => client.hello()));
    await operator((made) => setState(made, id, state));
    await Promise.all(clients.map((client) => client.until(() => client.closed !== null, 2_000)));
    expect(clients.map((client) => client.closed?.code)).toEqual([
      CLOSE.SIGNED_OUT,
      CLOSE.SIGNED_OUT,
    ]);
    expect(codeOf(await browser.get('/app/v1/@me/session'))).toBe('not-signed-in');
    const { state: login } = (await browser.get('/app/v1/@me/status')).json<{
      state: { login: string };
    }>();
    expect(login.login).toBe(state === 'IN_SETUP' ? 'IN_SETUP' : 'NOT_LOGGED_IN');
    await operator((made) => setState(made, id, 'VERIFIED'));
  }
  // What a ban ended stays ended.
  expect(codeOf(await browser.get('/app/v1/@me/session'))).toBe('not-signed-in');
  expect(others.map((client) => client.closed)).toEqual([null, null]);
});
