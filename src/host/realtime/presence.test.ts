import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, it, expect } from 'vitest';
import { startRealtimeTest, type RealtimeTest } from '../../../tests/support/realtime-host.ts';
import type { SocketClient } from '../../../tests/support/socket-client.ts';
import { serverStream } from '../../protocol/streams.ts';
import { notify } from './log.ts';
import { newId } from '../store/ids.ts';

let test: RealtimeTest;
const ada = newId(0);
const server = newId(0);
const list = serverStream(server, 'list');

beforeAll(async () => {
  test = await startRealtimeTest();
});
afterEach(() => test.reset());
afterAll(() => test.close());

describe('presence', () => {
  const look = (client: SocketClient) =>
    client.send({ type: 'subscribe', server_id: server, topics: ['presence'], cursors: {} });
  const sees = (client: SocketClient, ...accounts: readonly string[]) =>
    client.until(() => {
      const last = client.frames.findLast((frame) => frame.event === 'presence:server');
      if (last?.event !== 'presence:server') return false;
      const ids = last.data.viewers.map((viewer) => viewer.muster_id);
      return ids.toSorted().join() === accounts.toSorted().join();
    });

  it('shows everybody who looks, once each, on every host, until the last tab is gone', async () => {
    const bob = newId(1);
    await test.allow(ada, server, ['server.view']);
    await test.allow(bob, server, ['server.view']);
    const [one, again, other] = [test.connect(ada, 0), test.connect(ada, 1), test.connect(bob, 1)];
    await Promise.all([one.hello(), again.hello(), other.hello()]);
    look(one);
    await sees(one, ada);
    look(other);
    await sees(one, ada, bob);
    look(again);
    await sees(again, ada, bob);
    one.kill();
    await sees(other, ada, bob);
    again.kill();
    await sees(other, bob);
  });

  it('ends with the permission to see the server', async () => {
    await test.allow(ada, server, ['server.view']);
    const client = test.connect(ada);
    await client.hello();
    look(client);
    await sees(client, ada);
    await sql`delete from grants`.execute(test.open.db);
    await notify(test.open.db, { kind: 'grants-changed', subject: ada });
    await client.expect('event_subscription', ({ data }) => data.detached.includes(list));
    expect(test.hosts[0].realtime.watches.viewers(server)).toEqual([]);
  });
});
