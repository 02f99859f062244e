import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from '../manual-clock.ts';
import { framePacket } from './packet.ts';
import type { RconServerOptions } from './rcon-server.ts';
import { RconServer } from './rcon-server.ts';
import type { Remote } from '../net/network.ts';

const ALICE: Remote = { address: '192.0.2.1', port: 4001 };
const BORIS: Remote = { address: '192.0.2.2', port: 4002 };

interface Sent {
  readonly at: number;
  readonly to: Remote;
  readonly type: number;
  readonly sequence: number;
  readonly text: string;
}

function bench(options: Partial<RconServerOptions> = {}) {
  const clock = new ManualClock(0);
  const sent: Sent[] = [];
  const executed: string[] = [];
  const server = new RconServer({
    clock,
    password: 'secret',
    send: (packet, to) =>
      sent.push({
        at: clock.now(),
        to,
        type: packet[7] ?? -1,
        sequence: packet[8] ?? -1,
        text: packet.toString('utf8', 9),
      }),
    execute: (command) => {
      executed.push(command);
      return `did ${command}`;
    },
    ...options,
  });
  const receive = (from: Remote, ...body: (number | string)[]) =>
    server.receive(
      framePacket(
        Buffer.concat(
          body.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))),
        ),
      ),
      from,
    );
  const messages = (to: Remote) => sent.filter((packet) => packet.to === to && packet.type === 2);
  return { clock, sent, executed, server, receive, messages };
}

test('without a login nothing is answered', () => {
  const { sent, executed, receive } = bench();
  receive(ALICE, 1, 0, 'players');
  receive(ALICE, 2, 0);
  expect(sent).toEqual([]);
  expect(executed).toEqual([]);
});

test('a login is accepted, refused or not answered at all', () => {
  const { sent, server, receive } = bench();
  receive(ALICE, 0, 'wrong');
  receive(ALICE, 0, 'secret');
  server.loginPolicy = 'refuse';
  receive(BORIS, 0, 'secret');
  server.loginPolicy = 'silent';
  receive(BORIS, 0, 'secret');
  expect(sent.map(({ type, sequence }) => [type, sequence])).toEqual([
    [0, 0],
    [0, 1],
    [0, 0],
  ]);
});

test('commands are answered under their own sequence, an empty one with nothing', () => {
  const { sent, executed, receive } = bench();
  receive(ALICE, 0, 'secret');
  receive(ALICE, 1, 255, 'players');
  receive(ALICE, 1, 0, '');
  expect(sent.slice(1).map(({ sequence, text }) => [sequence, text])).toEqual([
    [255, 'did players'],
    [0, ''],
  ]);
  expect(executed).toEqual(['players']);
});

test('a repeated command is executed again', () => {
  const { executed, receive } = bench();
  receive(ALICE, 0, 'secret');
  receive(ALICE, 1, 3, 'say -1 hi');
  receive(ALICE, 1, 3, 'say -1 hi');
  expect(executed).toEqual(['say -1 hi', 'say -1 hi']);
});

test('a message is sent again every two seconds until it is acknowledged', () => {
  const { clock, server, receive, messages } = bench();
  receive(ALICE, 0, 'secret');
  server.broadcast('hello');
  clock.advance(5_000);
  receive(ALICE, 2, 0);
  clock.advance(60_000);
  expect(messages(ALICE).map(({ at, sequence, text }) => [at, sequence, text])).toEqual([
    [0, 0, 'hello'],
    [2_000, 0, 'hello'],
    [4_000, 0, 'hello'],
  ]);
});

test('after five unacknowledged copies a client is forgotten, and nobody tells it', () => {
  const forgotten: string[] = [];
  const { clock, sent, server, receive, messages } = bench({
    sessionForgotten: (_, reason) => forgotten.push(reason),
  });
  receive(ALICE, 0, 'secret');
  server.broadcast('hello');
  clock.advance(20_000);
  expect(messages(ALICE).map(({ at }) => at)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
  expect(forgotten).toEqual(['unacknowledged']);
  const before = sent.length;
  receive(ALICE, 1, 0, 'players');
  expect(sent.length).toBe(before);
});

test('a session ends 45 seconds after the last command, whatever was acknowledged in the meantime', () => {
  const { clock, server, receive } = bench();
  receive(ALICE, 0, 'secret');
  clock.advance(44_999);
  expect(server.admins().length).toBe(1);
  receive(ALICE, 1, 0, '');
  clock.advance(30_000);
  server.broadcast('hello');
  receive(ALICE, 2, 0);
  clock.advance(14_999);
  expect(server.admins().length).toBe(1);
  clock.advance(1);
  expect(server.admins()).toEqual([]);
});

test('several clients hear every message, each with sequences of its own', () => {
  const { server, receive, messages } = bench();
  receive(ALICE, 0, 'secret');
  server.broadcast('one');
  receive(BORIS, 0, 'secret');
  server.broadcast('two');
  expect(messages(ALICE).map(({ sequence, text }) => [sequence, text])).toEqual([
    [0, 'one'],
    [1, 'two'],
  ]);
  expect(messages(BORIS).map(({ sequence, text }) => [sequence, text])).toEqual([[0, 'two']]);
  expect(server.admins().map(({ number }) => number)).toEqual([0, 1]);
});

test('logging in again from the same place starts a session again', () => {
  const { server, receive, messages } = bench();
  receive(ALICE, 0, 'secret');
  server.broadcast('one');
  receive(ALICE, 0, 'secret');
  server.broadcast('two');
  expect(messages(ALICE).map(({ sequence }) => sequence)).toEqual([0, 0]);
  expect(server.admins()).toEqual([{ number: 0, remote: ALICE }]);
});

test('while the mission loads, logins are taken and commands swallowed', () => {
  const { sent, executed, server, receive } = bench();
  server.ready = false;
  receive(ALICE, 0, 'secret');
  receive(ALICE, 1, 0, 'players');
  expect(sent.map(({ type }) => type)).toEqual([0]);
  expect(executed).toEqual([]);
  server.ready = true;
  receive(ALICE, 1, 1, 'players');
  expect(executed).toEqual(['players']);
});

test('a client that acknowledges at once hears every message once, over any number of wraps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 8 }), {
        minLength: 1,
        maxLength: 700,
        size: 'max',
      }),
      fc.integer({ min: 0, max: 300 }),
      (texts, gapMs) => {
        const { clock, server, receive, messages } = bench();
        receive(ALICE, 0, 'secret');
        texts.forEach((text, index) => {
          server.broadcast(text);
          receive(ALICE, 2, index % 256);
          receive(ALICE, 1, index % 256, '');
          clock.advance(gapMs);
        });
        clock.advance(20_000);
        expect(messages(ALICE).map(({ text }) => text)).toEqual(texts);
        expect(messages(ALICE).map(({ sequence }) => sequence)).toEqual(
          texts.map((_, index) => index % 256),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test('a sequence is not used again before its message is acknowledged', () => {
  const { clock, server, receive, messages } = bench();
  receive(ALICE, 0, 'secret');
  for (let index = 0; index < 300; index += 1) server.broadcast(`message ${index}`);
  expect(messages(ALICE).length).toBe(256);
  receive(ALICE, 2, 1);
  expect(messages(ALICE).length).toBe(256);
  receive(ALICE, 2, 0);
  expect(messages(ALICE).at(-1)).toMatchObject({ sequence: 1, text: 'message 257' });
  for (let sequence = 0; sequence < 256; sequence += 1) receive(ALICE, 2, sequence);
  for (let sequence = 0; sequence < 44; sequence += 1) receive(ALICE, 2, sequence);
  clock.advance(10_000);
  expect(messages(ALICE).length).toBe(300);
});

test('logins that come too soon after one another can go unheard', () => {
  const { clock, sent, receive } = bench({ ignoresLogin: (sinceLast) => sinceLast < 2_000 });
  receive(ALICE, 0, 'secret');
  clock.advance(1_999);
  receive(ALICE, 0, 'secret');
  clock.advance(2_000);
  receive(ALICE, 0, 'secret');
  expect(sent.map(({ at }) => at)).toEqual([0, 3_999]);
});
