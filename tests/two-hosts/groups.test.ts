import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RolePermission } from '../../src/protocol/permissions.ts';
import { resourceStream, serverStream } from '../../src/protocol/streams.ts';
import { newId } from '../../src/host/store/ids.ts';
import { createTestAccount, createTestServer } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

/** Milliseconds within which everybody has to know. */
const KNOWN = 2_000;

let hosts: readonly [LiveHost, LiveHost];

beforeAll(async () => {
  const first = await startLiveHost();
  hosts = [first, await startLiveHost(first)];
});
afterAll(async () => {
  await hosts[1].stop();
  await hosts[0].stop();
});

it('a role that is taken away ends the streams that it opened, on another host too', async () => {
  const [one, other] = hosts;
  const owner = await createTestAccount(one.app, one.deps);
  const member = await createTestAccount(one.app, one.deps);
  const server = await createTestServer(one.deps, owner.id);
  const [team, role, invite] = [0, 1, 2].map(() => newId(Date.now()));
  const does = async (by: typeof owner, path: string, body: Record<string, unknown>) =>
    expect((await by.browser.post(`/app/v1/${path}`, body)).statusCode).toBe(200);
  const permissions: RolePermission[] = [
    'team.view',
    'team.roles.list',
    'server.view',
    'server.view.feed',
  ];
  await does(owner, 'teams/create', { group_id: team, identifier: 'Watch' });
  await does(owner, `server/${server}/move`, { to: { kind: 'team', id: team } });
  const looks = { name: 'Mate', colour: '#336699', permissions };
  await does(owner, `team/${team}/roles`, { ...looks, role_id: role });
  await does(owner, `team/${team}/invites`, {
    invite_id: invite,
    muster_id: member.id,
    role_id: role,
  });
  await does(member, `@me/group-invites/${invite}/answer`, { accept: true });

  const looking = other.connect(member.browser);
  await looking.hello();
  const ofRoles = {
    type: 'subscribe' as const,
    server_id: null,
    group_id: team ?? '',
    topics: ['teamRoles' as const],
    cursors: {},
  };
  looking.send(ofRoles);
  looking.send({ type: 'subscribe', server_id: server, topics: ['feed'], cursors: {} });
  const streams = [resourceStream('teamRoles', team ?? ''), serverStream(server, 'feed')];
  for (const stream of streams) {
    await looking.expect('event_subscription', ({ data }) =>
      data.attached.some((attached) => attached.stream === stream),
    );
  }
  const watching = other.connect(owner.browser);
  await watching.hello();
  watching.send(ofRoles);
  await watching.expect('event_subscription', ({ data }) => data.attached.length > 0);

  await does(owner, `team/${team}/roles/${role}/delete`, {});
  const taken = Date.now();
  for (const stream of streams) {
    await looking.expect('event_subscription', ({ data }) => data.detached.includes(stream));
  }
  await looking.expect('update', ({ data }) => data.reason === 'permissions');
  expect(Date.now() - taken).toBeLessThan(KNOWN);
  const feed = await member.browser.get(`/app/v1/server/${server}/feed`);
  expect(feed.statusCode).toBe(404);
  // What is told there from then on comes to whoever may still read it, and to nobody else.
  const came = looking.frames.length;
  const fresh = { ...looks, role_id: newId(Date.now()) };
  await does(owner, `team/${team}/roles`, fresh);
  await watching.expect('row:put', ({ data }) => data.row.id === fresh.role_id);
  looking.send({ type: 'keepalive', sent: 1 });
  await looking.expect('keepalive', () => true, came);
  const told = looking.frames.slice(came).flatMap(({ stream }) => stream ?? []);
  expect(told.filter((stream) => streams.includes(stream))).toEqual([]);
});
