import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRealtimeTest, type RealtimeTest } from '../../../tests/support/realtime-host.ts';
import { CLOSE } from '../../protocol/close-codes.ts';
import { helloMessages } from '../../protocol/hello.ts';
import { HELLO_MESSAGES } from '../../protocol/limits.ts';
import { serverStream } from '../../protocol/streams.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { newId } from '../store/ids.ts';
import { appendFacts } from './log.ts';

let test: RealtimeTest;
const ada = newId(0);
const server = newId(0);
const list = serverStream(server, 'list');

beforeAll(async () => {
  test = await startRealtimeTest();
});
afterEach(() => test.reset());
afterAll(() => test.close());

describe('a hello', () => {
  it('of an account with 25,000 servers is answered, and resumes what its last part named', async () => {
    await test.allow(ada, server, ['server.view']);
    const told = { kind: 'console', direction: 'in', text: 'x', actor: null } as const;
    await appendFacts(test.open.db, [
      {
        stream: list,
        event: 'server:feed',
        at: 1,
        data: { server_id: server, at: 1, entry: told },
      },
    ]);
    const cursors = Array.from(
      { length: 25_000 },
      () => [serverStream(newId(0), 'list'), 7] as const,
    );
    const client = await test.connect(ada).opened();
    const messages = helloMessages({ build: 'test', cursors: [...cursors, [list, 1]] });
    expect(messages.length).toBeGreaterThan(10);
    for (const message of messages.slice(0, -1)) client.send(message);
    for (const message of messages.slice(-1)) client.send(message);
    const ack = await client.expect('ack');
    expect(ack.data.streams).toContainEqual({ stream: list, head: 1, resumed: true });
  });

  it('that never ends is closed', async () => {
    const client = await test.connect(ada).opened();
    client.send({ type: 'hello', protocol: PROTOCOL_VERSION, build: 'x', cursors: {}, more: true });
    for (let part = 1; part < HELLO_MESSAGES; part++) {
      client.send({ type: 'cursors', cursors: {}, more: true });
    }
    await client.until(() => client.closed !== null);
    expect(client.closed?.code).toBe(CLOSE.MALFORMED);
    expect(client.frames).toEqual([]);
  });

  it('of an older portal with more than fits learns that it is old', async () => {
    const client = await test.connect(ada).opened();
    const cursors = Object.fromEntries(
      Array.from({ length: 15_000 }, () => [serverStream(newId(0), 'list'), 7]),
    );
    client.send({ type: 'hello', protocol: 2, build: 'x', cursors });
    await client.until(() => client.closed !== null);
    expect(client.closed?.code).toBe(CLOSE.PROTOCOL);
  });
});

it('a subscription with a megabyte of cursors is refused unread', async () => {
  await test.allow(ada, server, ['server.view', 'server.view.feed']);
  const client = test.connect(ada);
  await client.hello();
  const cursors = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`s${n}`, 1]));
  for (let time = 0; time < 30; time++) {
    client.send({ type: 'subscribe', server_id: server, topics: ['feed'], cursors });
  }
  await client.until(() => client.closed !== null);
  expect(client.closed?.code).toBe(CLOSE.MALFORMED);
  expect(client.frames.filter(({ event }) => event === 'event_subscription')).toEqual([]);
});
