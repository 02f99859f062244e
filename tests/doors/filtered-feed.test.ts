/** Whoever may read feed and console filtered alone gets no address and no identifier out of any door. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { change } from '../../src/host/change/change.ts';
import type { FeedEntry } from '../../src/protocol/feed/fields.ts';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { createTestAccount, createTestServer } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

const SECRETS = ['203.0.113.77', '76561198000000001', '0123456789abcdef0123456789abcdef'];
const [ADDRESS = '', STEAM = '', GUID = ''] = SECRETS;
const player = { id: 'a'.repeat(24), muster_id: 'b'.repeat(24), name: 'Ada' };
const actor = { muster_id: 'c'.repeat(24), display_name: 'Mod' };
const ENTRIES: readonly FeedEntry[] = [
  { kind: 'join', player, found: false },
  { kind: 'chat', player, channel: 'Global', text: `come to ${ADDRESS}` },
  { kind: 'kick', player, by: 'admin-kick', reason: `same as ${GUID}` },
  { kind: 'rcon-admin', admin: 1, did: 'message-private', to: 'Ada', text: `you are ${STEAM}` },
  { kind: 'action', actor, action: 11, player: null, text: `${STEAM} is out`, outcome: 'done' },
];

let host: LiveHost;
let server: string;
let owner: Awaited<ReturnType<typeof createTestAccount>>;
let reader: typeof owner;

beforeAll(async () => {
  host = await startLiveHost();
  owner = await createTestAccount(host.app, host.deps);
  reader = await createTestAccount(host.app, host.deps);
  server = await createTestServer(host.deps, owner.id);
  await give('server.view', 'server.view.filtered');
});
afterAll(() => host.stop());

const give = (...permissions: readonly ServerPermission[]) =>
  change({ ...host.deps, now: Date.now() }, async (made) => {
    await grant(made.trx, reader.id, serverResource(server), permissions, null, made.now);
    made.changeGrants(reader.id);
  });

const tell = () =>
  change({ ...host.deps, now: Date.now() }, async (made) => {
    const of = { server_id: server, at: made.now };
    for (const entry of ENTRIES) {
      made.tell(serverStream(server, 'feed'), 'server:feed', { ...of, entry });
    }
    const line = { kind: 'console', direction: 'out', actor, text: `ban ${ADDRESS}` } as const;
    made.tell(serverStream(server, 'console'), 'server:feed', { ...of, entry: line });
  });

/** Everything but where addresses and identifiers stood is there, and none of those. */
function expectFiltered(told: string): void {
  for (const secret of SECRETS) expect(told).not.toContain(secret);
  for (const said of ['come to', 'same as', 'you are', 'is out', 'Ada'])
    expect(told).toContain(said);
}

const TOPICS = ['feed', 'feed-filtered', 'console', 'console-filtered'] as const;

async function follow() {
  const client = host.connect(reader.browser);
  await client.hello();
  client.send({ type: 'subscribe', server_id: server, topics: [...TOPICS], cursors: {} });
  const { data } = await client.expect(
    'event_subscription',
    ({ data }) => data.attached.length > 0,
  );
  return { client, data };
}

it('is told streams of their own, live', async () => {
  const { client, data } = await follow();
  expect(data.refused).toEqual(['feed', 'console']);
  const filtered = [
    serverStream(server, 'feed-filtered'),
    serverStream(server, 'console-filtered'),
  ];
  expect(data.attached.map(({ stream }) => stream)).toEqual(filtered);
  await tell();
  // The connector of a server that cannot be reached tells of itself in between, and streams do not wait for each other.
  const has = (at: number, said: string) =>
    JSON.stringify(client.on(filtered[at] ?? '')).includes(said);
  await client.until(() => has(0, 'is out') && has(1, 'ban '));
  expectFiltered(JSON.stringify(client.frames));
  const seqs = client.frames.flatMap(({ stream, seq }) => (stream === filtered[0] ? [seq] : []));
  const { head = -1 } = data.attached[0] ?? {};
  expect(seqs.length).toBeGreaterThanOrEqual(ENTRIES.length);
  expect(seqs).toEqual(seqs.map((_, at) => head + 1 + at));
});

it('is given what was missed, filtered too', async () => {
  const client = host.connect(reader.browser);
  await client.hello();
  const stream = serverStream(server, 'feed-filtered');
  const cursors = { [stream]: 1 };
  client.send({ type: 'subscribe', server_id: server, topics: ['feed-filtered'], cursors });
  await client.until(() => client.on(stream).length >= ENTRIES.length - 1);
  for (const secret of SECRETS) expect(JSON.stringify(client.frames)).not.toContain(secret);
});

it('reads pages, the past and what happened without them, and does not find them', async () => {
  const get = async (path: string) => reader.browser.get(`/app/v1/${path}`);
  for (const which of ['feed', 'console']) {
    expect((await get(`server/${server}/${which}`)).statusCode).toBe(403);
  }
  expectFiltered((await get(`server/${server}/feed-filtered`)).body);
  expect((await get(`server/${server}/console-filtered`)).body).not.toContain(ADDRESS);
  expectFiltered((await get(`server/${server}/past?at=${Date.now()}`)).body);
  await expect
    .poll(async () => (await get(`history?servers=${server}`)).body, { timeout: 10_000 })
    .toContain('come to');
  for (const secret of SECRETS) {
    expect((await get(`history?servers=${server}`)).body).not.toContain(secret);
    const sought = await get(`history?servers=${server}&text=${secret}`);
    expect(sought.json()).toMatchObject({ entries: [], servers: [], next: null, left_out: 1 });
    const found = await owner.browser.get(`/app/v1/history?servers=${server}&text=${secret}`);
    expect(found.body).toContain(secret);
  }
});

it('is told the whole instead, from when they may read it', async () => {
  const { client } = await follow();
  await give('server.view.feed');
  await client.expect('event_subscription', ({ data }) =>
    data.detached.includes(serverStream(server, 'feed-filtered')),
  );
  client.send({
    type: 'subscribe',
    server_id: server,
    topics: ['feed', 'feed-filtered'],
    cursors: {},
  });
  await client.expect('event_subscription', ({ data }) => data.refused.includes('feed-filtered'));
  await tell();
  await client.until(() =>
    JSON.stringify(client.on(serverStream(server, 'feed'))).includes(ADDRESS),
  );
});
