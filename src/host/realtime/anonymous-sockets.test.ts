import { connect as connectTcp, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRealtimeTest, type RealtimeTest } from '../../../tests/support/realtime-host.ts';
import { CLOSE } from '../../protocol/close-codes.ts';
import { newId } from '../store/ids.ts';
import { ANONYMOUS_SOCKETS, AnonymousSockets } from './anonymous-sockets.ts';

describe('sockets that are not signed in', () => {
  it('are as many as there may be, from one address and in all, and make room when they leave', () => {
    const anonymous = new AnonymousSockets();
    const enter = (address: string | null, count: number) =>
      Array.from({ length: count }, () => anonymous.enter(address)).flatMap((leave) => leave ?? []);
    const here = enter('here', 1_000);
    expect(here).toHaveLength(ANONYMOUS_SOCKETS.perAddress);
    const there = enter('there', 1);
    expect(there).toHaveLength(1);
    const unknown = enter(null, 1_000);
    expect(anonymous.size).toBe(ANONYMOUS_SOCKETS.total);
    for (const leave of here) leave();
    for (const leave of here) leave();
    expect(enter('here', 1_000)).toHaveLength(ANONYMOUS_SOCKETS.perAddress);
    for (const leave of [...here, ...there, ...unknown]) leave();
    expect(anonymous.size).toBe(ANONYMOUS_SOCKETS.perAddress);
  });
});

describe('a host', () => {
  let test: RealtimeTest;
  const ada = newId(0);
  const raw: Socket[] = [];

  beforeAll(async () => {
    test = await startRealtimeTest();
  });
  afterEach(async () => {
    for (const socket of raw.splice(0)) socket.destroy();
    await test.reset();
  });
  afterAll(() => test.close());

  /** A socket that asks for the upgrade and then neither says nor answers anything. */
  function mute(): { closed: boolean } {
    const { port } = new URL(test.hosts[0].url);
    const state = { closed: false };
    const socket = connectTcp({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    raw.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => (state.closed = true));
    socket.on('end', () => (state.closed = true));
    socket.resume();
    socket.write(
      'GET /connect HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n',
    );
    return state;
  }

  it('says so to those past the cap, and lets others in as soon as there is room', async () => {
    let decide = () => {};
    const held = new Promise<void>((resolve) => (decide = resolve));
    test.whileAdmitting = () => held;
    const clients = Array.from({ length: ANONYMOUS_SOCKETS.perAddress + 20 }, () =>
      test.connect(newId(0)),
    );
    const refused = () => clients.filter(({ closed }) => closed !== null);
    await vi.waitFor(() => expect(refused()).toHaveLength(20), 10_000);
    expect(new Set(refused().map(({ closed }) => closed?.code))).toEqual(
      new Set([CLOSE.RATE_LIMITED]),
    );
    decide();
    test.whileAdmitting = async () => undefined;
    await Promise.all(clients.filter(({ closed }) => closed === null).map((one) => one.hello()));
    await test.connect(ada).hello();
  });

  it('tells who came when nobody could say whose they are to try again, and lets them in then', async () => {
    test.whileAdmitting = () => Promise.reject(new Error('The sessions cannot be read.'));
    const early = test.connect(newId(0));
    await vi.waitFor(() => expect(early.closed).not.toBeNull(), 10_000);
    expect(early.closed).toMatchObject({ code: 1013 });
    test.whileAdmitting = async () => undefined;
    await test.connect(ada).hello();
  });

  it('says something to those who say nothing, often enough that they know it is there', async () => {
    const quiet = test.connect(ada);
    await quiet.hello();
    const heard = () => quiet.frames.filter(({ event }) => event === 'keepalive');
    await vi.waitFor(() => expect(heard()).toHaveLength(1), 25_000);
    expect(heard()[0]?.data).toEqual({ sent: null });
  });

  it('cuts those whom it closed and who do not answer, long before half a minute', async () => {
    const sockets = Array.from({ length: 20 }, mute);
    await vi.waitFor(() => expect(sockets.every(({ closed }) => closed)).toBe(true), 15_000);
  });
});
