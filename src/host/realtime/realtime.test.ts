import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRealtimeTest, type RealtimeTest } from '../../../tests/support/realtime-host.ts';
import { SocketClient } from '../../../tests/support/socket-client.ts';
import { CLOSE } from '../../protocol/close-codes.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { accountStream, serverStream } from '../../protocol/streams.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { newId } from '../store/ids.ts';
import type { Fact } from './contract.ts';
import { appendFacts, publish } from './log.ts';
import { SOCKET_LIMITS } from './sockets.ts';

let test: RealtimeTest;
const ada = newId(0);
const server = newId(0);

beforeAll(async () => {
  test = await startRealtimeTest();
});
afterEach(() => test.reset());
afterAll(() => test.close());

const connect = (host: 0 | 1 = 0, session?: string) => test.connect(ada, host, session);
const allow = (permissions: readonly ServerPermission[]) => test.allow(ada, server, permissions);

/** Takes a permission away, and tells facts in the same transaction. */
const withdraw = (permission: ServerPermission, facts: readonly Fact[] = []) =>
  test.open.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('grants')
      .where('subject', '=', ada)
      .where('permission', '=', permission)
      .execute();
    await publish.grantsChanged(trx, ada);
    await publish.append(trx, facts);
  });

const list = serverStream(server, 'list');
const feed = serverStream(server, 'feed');

const moved = (stream: string, n: number): Fact => ({
  stream,
  event: 'server:feed',
  at: n,
  data: {
    server_id: server,
    at: n,
    entry: {
      kind: 'chat',
      player: { id: null, muster_id: null, name: 'Ada' },
      channel: 'Side',
      text: String(n),
    },
  },
});
const tell = async (stream: string, from: number, to: number) => {
  const facts = Array.from({ length: to - from + 1 }, (_, index) => moved(stream, from + index));
  for (let at = 0; at < facts.length; at += 7)
    await appendFacts(test.open.db, facts.slice(at, at + 7));
};
const seqs = (client: SocketClient, stream: string) => client.on(stream).map((frame) => frame.seq);
const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a socket', () => {
  it('hears everything on its streams in order, from either host', async () => {
    await allow(['server.view']);
    const [one, two] = [connect(0), connect(1)];
    const ack = await one.hello();
    expect(ack.data.streams).toEqual([
      { stream: accountStream(ada), head: 0, resumed: false },
      { stream: list, head: 0, resumed: false },
    ]);
    await two.hello();
    await tell(list, 1, 40);
    for (const client of [one, two]) {
      await client.until(() => client.on(list).length === 40);
      expect(seqs(client, list)).toEqual(upTo(1, 40));
      expect(client.malformed).toEqual([]);
    }
  });

  it('that asks for batches hears the same in fewer messages', async () => {
    await allow(['server.view']);
    const [plain, batched] = [connect(), connect()];
    await plain.hello();
    await batched.hello({}, true);
    const facts = upTo(1, 1_000).map((n) => moved(list, n));
    for (let at = 0; at < facts.length; at += 50) {
      await appendFacts(test.open.db, facts.slice(at, at + 50));
    }
    for (const client of [plain, batched]) {
      await client.until(() => client.on(list).length === 1_000);
      expect(seqs(client, list)).toEqual(upTo(1, 1_000));
      expect(client.malformed).toEqual([]);
    }
    expect(plain.messages).toBe(plain.frames.length);
    expect(batched.messages).toBeLessThan(batched.frames.length / 2);
  });

  it('is resumed by its cursor without gap or double while events keep coming', async () => {
    await allow(['server.view']);
    await tell(list, 1, 30);
    const telling = tell(list, 31, 400);
    const resumed = await Promise.all(
      upTo(0, 19).map(async (cursor) => {
        const client = connect(cursor % 2 === 0 ? 0 : 1);
        const ack = await client.hello({ [list]: cursor });
        expect(ack.data.streams[1]?.resumed).toBe(true);
        return { client, cursor };
      }),
    );
    await telling;
    for (const { client, cursor } of resumed) {
      await client.until(() => client.on(list).at(-1)?.seq === 400);
      expect(seqs(client, list)).toEqual(upTo(cursor + 1, 400));
    }
  });

  it('is told to take a snapshot when its cursor is older than the log, or from another log', async () => {
    await allow(['server.view']);
    await tell(list, 1, 10);
    await test.open.db
      .updateTable('streams')
      .set({ floor: 5 })
      .where('stream', '=', list)
      .execute();
    const old = connect();
    expect((await old.hello({ [list]: 4 })).data.streams[1]).toEqual({
      stream: list,
      head: 10,
      resumed: false,
    });
    expect((await old.expect('refresh')).data).toEqual({
      reason: 'expired',
      streams: [{ stream: list, head: 10, resumed: false }],
    });
    const edge = connect();
    expect((await edge.hello({ [list]: 5 })).data.streams[1]?.resumed).toBe(true);
    await edge.until(() => edge.on(list).length === 5);
    const ahead = connect();
    await ahead.hello({ [list]: 11 });
    expect((await ahead.expect('refresh')).data.reason).toBe('rebuilt');
  });

  it('loses nothing when the listening connections are cut', async () => {
    await allow(['server.view']);
    const client = connect(0);
    await client.hello();
    await tell(list, 1, 20);
    const backend = test.hosts[0].realtime.backend();
    await sql`select pg_terminate_backend(${backend}::int)`.execute(test.open.db);
    await tell(list, 21, 60);
    await client.until(() => client.on(list).length === 60);
    await tell(list, 61, 80);
    await client.until(() => client.on(list).length === 80);
    expect(seqs(client, list)).toEqual(upTo(1, 80));
    expect(test.hosts[0].realtime.backend()).not.toBe(backend);
  });

  it('hears an event that is too long for a notice', async () => {
    await allow(['server.view']);
    const client = connect();
    await client.hello();
    const long = moved(list, 2);
    const entry = { ...(long.data as { entry: object }).entry, text: 'x'.repeat(30_000) };
    await appendFacts(test.open.db, [
      moved(list, 1),
      { ...long, data: { ...long.data, entry } } as Fact,
      moved(list, 3),
    ]);
    await appendFacts(test.open.db, [{ ...long, data: { ...long.data, entry } } as Fact]);
    await client.until(() => client.on(list).length === 4);
    expect(seqs(client, list)).toEqual([1, 2, 3, 4]);
    expect(JSON.stringify(client.on(list)[1])).toContain('x'.repeat(30_000));
  });

  it('follows the topics that the grants allow, and no others', async () => {
    await allow(['server.view', 'server.view.feed']);
    const client = connect();
    await client.hello();
    client.send({
      type: 'subscribe',
      server_id: server,
      topics: ['feed', 'console', 'metrics'],
      cursors: {},
    });
    const answer = await client.expect('event_subscription');
    expect(answer.data.refused).toEqual(['console']);
    expect(answer.data.attached.map(({ stream }) => stream)).toEqual([
      feed,
      serverStream(server, 'metrics'),
    ]);
    await tell(serverStream(server, 'console'), 1, 3);
    await tell(feed, 1, 3);
    await client.until(() => client.on(feed).length === 3);
    expect(client.on(serverStream(server, 'console'))).toEqual([]);
    client.send({ type: 'unsubscribe', server_id: server, topics: ['feed'] });
    await client.expect('event_subscription', ({ data }) => data.detached.includes(feed));
    await tell(feed, 4, 5);
    await tell(list, 1, 1);
    await client.until(() => client.on(list).length === 1);
    expect(client.on(feed)).toHaveLength(3);
  });

  it('gains and loses streams at once when its grants change', async () => {
    const client = connect();
    expect((await client.hello()).data.streams).toHaveLength(1);
    await allow(['server.view', 'server.view.feed']);
    const gained = await client.expect('event_subscription');
    expect(gained.data.attached).toEqual([{ stream: list, head: 0, resumed: false }]);
    client.send({ type: 'subscribe', server_id: server, topics: ['feed'], cursors: {} });
    await client.expect('event_subscription', ({ data }) => data.server_id === server);
    await withdraw('server.view.feed', [moved(feed, 1), moved(list, 1)]);
    await client.until(() => client.on(list).length === 1);
    const lost = await client.expect('event_subscription', ({ data }) => data.detached.length > 0);
    expect(lost.data.detached).toEqual([feed]);
    expect(client.on(feed)).toEqual([]);
  });

  it('goes on watching what it may when its grants change, and nothing more', async () => {
    const watched = () =>
      (['presence', 'metrics'] as const).map((topic) =>
        test.hosts[0].realtime.watches.watched(server, topic),
      );
    await allow(['server.view', 'server.view.feed']);
    const client = connect();
    await client.hello();
    const topics = ['presence', 'metrics', 'feed'] as const;
    client.send({ type: 'subscribe', server_id: server, topics: [...topics], cursors: {} });
    await client.expect('presence:server');
    expect(watched()).toEqual([true, true]);
    await withdraw('server.view.feed');
    await client.expect('event_subscription', ({ data }) => data.detached.includes(feed));
    expect(watched()).toEqual([true, true]);
    await withdraw('server.view');
    await client.expect('event_subscription', ({ data }) => data.detached.includes(list));
    expect(watched()).toEqual([false, false]);
  });

  it('stays open however often its grants change at once', async () => {
    const client = connect();
    await client.hello();
    for (let change = 0; change < 100; change += 1) {
      test.hosts[0].realtime.sockets.grantsChanged(ada);
    }
    expect(client.closed).toBeNull();
    await allow(['server.view']);
    await client.expect('event_subscription');
    await tell(list, 1, 3);
    await client.until(() => client.on(list).length === 3);
  });

  it('is closed with its session, on every host', async () => {
    const session = newId(0);
    const [one, two] = [connect(0, session), connect(1, session)];
    const other = connect(0);
    await Promise.all([one.hello(), two.hello(), other.hello()]);
    await test.open.db.transaction().execute((trx) => publish.sessionsEnded(trx, [session]));
    await one.until(() => one.closed !== null);
    await two.until(() => two.closed !== null);
    expect([one.closed?.code, two.closed?.code, other.closed]).toEqual([4401, 4401, null]);
  });

  it('is closed when its session ended while it was being admitted', async () => {
    const session = newId(0);
    const heard = new Promise<void>((resolve) => {
      test.hosts[0].realtime.onControl(({ kind }) => {
        if (kind === 'sessions-ended') resolve();
      });
    });
    test.whileAdmitting = async () => {
      await test.open.db.deleteFrom('sessions').where('id', '=', session).execute();
      await test.open.db.transaction().execute((trx) => publish.sessionsEnded(trx, [session]));
      await heard;
    };
    const late = connect(0, session);
    await late.opened();
    await late.until(() => late.closed !== null);
    test.whileAdmitting = async () => undefined;
    expect(late.closed?.code).toBe(4401);
  });

  it('is closed when its session expires, unless it was used in the meantime', async () => {
    const used = newId(0);
    const [idle, kept] = [test.connect(ada, 0, newId(0), 500), test.connect(ada, 0, used, 500)];
    await Promise.all([idle.hello(), kept.hello()]);
    await test.open.db
      .updateTable('sessions')
      .set({ expires_at: Date.now() + 60_000 })
      .where('id', '=', used)
      .execute();
    await idle.until(() => idle.closed !== null);
    expect([idle.closed?.code, kept.closed]).toEqual([4401, null]);
  });

  it('is refused past as many as an account may have, and let in again when one has gone', async () => {
    const many = Array.from({ length: SOCKET_LIMITS.perAccount }, () => connect());
    await Promise.all(many.map((client) => client.hello()));
    const late = connect();
    await late.until(() => late.closed !== null);
    expect(late.closed).toEqual({ code: CLOSE.RATE_LIMITED, reason: 'too many sockets' });
    many[0]?.kill();
    const code = async () => {
      const next = await connect().opened();
      next.send('no hello');
      await next.until(() => next.closed !== null);
      return next.closed?.code;
    };
    await expect.poll(code).toBe(CLOSE.MALFORMED);
  });

  it('is refused without a session, from another origin, and in another protocol', async () => {
    const nobody = new SocketClient(test.hosts[0].url);
    const foreign = new SocketClient(test.hosts[0].url, {
      origin: 'https://evil.example',
      'x-account': `${ada} ${ada} 60000`,
    });
    const newer = connect();
    await newer.opened();
    newer.send({ type: 'hello', protocol: 99, build: 'x', cursors: {} });
    for (const client of [nobody, foreign, newer]) {
      await client.until(() => client.closed !== null);
    }
    expect([nobody, foreign, newer].map((client) => client.closed?.code)).toEqual([
      4401, 4403, 4406,
    ]);
  });

  it('is closed on what is no message, and on too many', async () => {
    const hello = { type: 'hello', protocol: PROTOCOL_VERSION, build: 'x', cursors: {} };
    for (const text of [
      '{',
      '{"type":"subscribe"}',
      'null',
      '{"type":"keepalive","sent":1}',
      JSON.stringify({ ...hello, batches: 'yes' }),
      // Batches go one way only.
      `${JSON.stringify({ ...hello, batches: true })}\n{"type":"keepalive","sent":1}`,
    ]) {
      const client = connect();
      await client.opened();
      client.send(text);
      await client.until(() => client.closed !== null);
      expect(client.closed?.code).toBe(4400);
    }
    const eager = connect();
    await eager.hello();
    for (let sent = 0; sent < 100; sent += 1) eager.send({ type: 'keepalive', sent });
    await eager.until(() => eager.closed !== null);
    expect(eager.closed?.code).toBe(4429);
    expect(eager.frames.filter(({ event }) => event === 'keepalive').length).toBeGreaterThan(30);
  });

  it('that does not read is given a snapshot instead of a backlog', async () => {
    await allow(['server.view']);
    const slow = connect();
    await slow.hello();
    slow.pause();
    const text = 'y'.repeat(6_000);
    const flood = Array.from({ length: 3_000 }, (_, index) => {
      const fact = moved(list, index + 1);
      const entry = { ...(fact.data as { entry: object }).entry, text };
      return { ...fact, data: { ...fact.data, entry } } as Fact;
    });
    for (let at = 0; at < flood.length; at += 100) {
      await appendFacts(test.open.db, flood.slice(at, at + 100));
    }
    const fast = connect();
    await fast.hello({ [list]: 2_900 });
    await fast.until(() => fast.on(list).length === 100);
    slow.resume();
    const refresh = await slow.expect('refresh');
    expect(refresh.data.reason).toBe('overflow');
    const head = refresh.data.streams[0]?.head ?? 0;
    await appendFacts(test.open.db, [moved(list, 3_001)]);
    await slow.until(() => slow.on(list).at(-1)?.seq === 3_001);
    const received = seqs(slow, list);
    const afterRefresh = received.filter((seq) => (seq ?? 0) > head);
    expect(received.length).toBeLessThan(3_000);
    expect(received.slice(0, received.length - afterRefresh.length)).toEqual(
      upTo(1, received.length - afterRefresh.length),
    );
    expect(afterRefresh).toEqual(upTo(head + 1, 3_001));
  });
});

it('counts sockets, sessions and events for the operator', async () => {
  await allow(['server.view']);
  const session = newId(0);
  const [one, two] = [connect(0, session), connect(0, session)];
  await Promise.all([one.hello(), two.hello()]);
  await tell(list, 1, 1);
  await one.until(() => one.on(list).length === 1);
  const text = await test.hosts[0].registry.metrics();
  expect(text).toContain('muster_sockets 2');
  expect(text).toContain('muster_socket_sessions 1');
  expect(text).toContain('muster_listening 1');
});
