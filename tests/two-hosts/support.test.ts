import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTitle } from '../../src/host/account/standing.ts';
import { change } from '../../src/host/change/change.ts';
import { notify } from '../../src/host/realtime/log.ts';
import { resourceStream, serverStream } from '../../src/protocol/streams.ts';
import { codeOf, createTestAccount, createTestServer } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

type Account = Awaited<ReturnType<typeof createTestAccount>>;

let hosts: readonly [LiveHost, LiveHost];
let owner: Account;
let staff: Account;

beforeAll(async () => {
  const first = await startLiveHost();
  hosts = [first, await startLiveHost(first)];
  owner = await createTestAccount(first.app, first.deps);
  staff = await createTestAccount(first.app, first.deps);
  await change({ ...first.deps, now: Date.now() }, (made) =>
    setTitle(made, staff.id, 'staff', true),
  );
});
afterAll(async () => {
  await hosts[1].stop();
  await hosts[0].stop();
});

/** Milliseconds from its end by which everybody has to know. */
const KNOWN = 2_000;

it('what staff are let do ends by itself, on every host and at its moment', async () => {
  const server = await createTestServer(hosts[0].deps, owner.id);
  const given = await owner.browser.post(`/app/v1/server/${server}/support`, {
    minutes: 60,
    costs: true,
  });
  expect(given.statusCode).toBe(200);
  const feed = serverStream(server, 'feed');
  const looking = hosts.map((host) => host.connect(staff.browser));
  const watching = hosts[1].connect(owner.browser);
  await watching.hello();
  watching.send({ type: 'subscribe', server_id: server, topics: ['support'], cursors: {} });
  await watching.expect('event_subscription', ({ data }) => data.attached.length > 0);
  for (const client of looking) {
    await client.hello();
    client.send({ type: 'subscribe', server_id: server, topics: ['feed'], cursors: {} });
    await client.expect('event_subscription', ({ data }) =>
      data.attached.some(({ stream }) => stream === feed),
    );
  }
  const [{ until } = { until: 0 }] = (
    await sql<{ until: number }>`
      update support_authorizations
      set until = (extract(epoch from clock_timestamp()) * 1000)::bigint + 1500 returning until
    `.execute(hosts[0].deps.db)
  ).rows;
  await notify(hosts[0].deps.db, { kind: 'support-changed' });
  for (const client of looking) {
    const ended = await client.expect('event_subscription', ({ data }) =>
      data.detached.includes(feed),
    );
    expect(ended.at - until).toBeLessThan(KNOWN);
    await client.expect('update', ({ data }) => data.reason === 'permissions');
  }
  await watching.expect('row:gone', ({ data }) => data.resource === 'support');
  expect(codeOf(await staff.browser.get(`/app/v1/server/${server}/feed`))).toBe('not-found');
  const { rows } = await sql`
    select action from audit where action like 'support.%' order by id
  `.execute(hosts[0].deps.db);
  expect(rows).toEqual([{ action: 'support.give' }, { action: 'support.ended' }]);
  expect(resourceStream('support', server)).toBe(`server/${server}/support`);
});
