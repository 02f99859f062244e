import { expect, test } from 'vitest';
import { ManualClock } from '../manual-clock.ts';
import { Random } from '../random.ts';
import type { Hostility } from './hostile-network.ts';
import { hostileNetwork } from './hostile-network.ts';
import { MemoryNetwork } from './memory-network.ts';

function setUp(hostility: Hostility, seed = 1) {
  const clock = new ManualClock();
  const memory = new MemoryNetwork(clock);
  return { clock, memory, network: hostileNetwork(memory, hostility, clock, new Random(seed)) };
}

/** Sends 10,000 numbers to an echo and back; answers what came to the server and to the client. */
function echo(hostility: Hostility, seed = 1) {
  const { clock, memory, network } = setUp(hostility, seed);
  const there: number[] = [];
  const back: { readonly number: number; readonly after: number }[] = [];
  const port = network.datagramPort('127.0.0.1', 0, {
    receive: (datagram, from) => {
      there.push(datagram.readUInt32LE());
      port.send(datagram, from);
    },
    failed: () => undefined,
  });
  port.open(() => undefined);
  const sentAt: number[] = [];
  const client = memory.connectUdp('127.0.0.1', port.port, {
    datagram: (data) => {
      const number = data.readUInt32LE();
      back.push({ number, after: clock.now() - (sentAt[number] ?? 0) });
    },
    refused: () => undefined,
  });
  for (let number = 0; number < 10_000; number += 1) {
    const data = Buffer.alloc(4);
    data.writeUInt32LE(number);
    sentAt.push(clock.now());
    client.send(data);
    clock.advance(10);
  }
  clock.advance(10_000);
  return { there, back };
}

test('a share of the datagrams is lost on each way', () => {
  const { there, back } = echo({ loss: 0.05 });
  expect(there.length / 10_000).toBeCloseTo(0.95, 1);
  expect(back.length / there.length).toBeCloseTo(0.95, 1);
});

test('a share is doubled, a share overtaken, and all are late', () => {
  const { there, back } = echo({ double: 0.05, reorder: 0.05, latencyMs: 80, jitterMs: 5 });
  expect(new Set(there).size).toBe(10_000);
  expect(there.length).toBeGreaterThan(10_400);
  const overtaken = there.filter((number, index) => number < (there[index - 1] ?? 0));
  expect(overtaken.length).toBeGreaterThan(300);
  expect(Math.min(...back.map(({ after }) => after))).toBeGreaterThanOrEqual(160);
});

test('the same seed treats the same datagrams the same', () => {
  const hostility = { loss: 0.1, double: 0.1, reorder: 0.1, jitterMs: 40 };
  expect(echo(hostility, 7)).toEqual(echo(hostility, 7));
  expect(echo(hostility, 7)).not.toEqual(echo(hostility, 8));
});

test('a stream stays in order and whole until it is cut, and some cuts are told late', () => {
  const hostility = { loss: 0.2, latencyMs: 20, jitterMs: 200, cutAfterMs: 30_000, halfOpen: 0.5 };
  const cuts = { atOnce: 0, late: 0 };
  for (let seed = 0; seed < 40; seed += 1) {
    const { clock, memory, network } = setUp(hostility, seed);
    let serverGone = false;
    const port = network.webSocketPort('127.0.0.1', 0, {
      accept: () => (peer) => ({
        receive: (text) => peer.send(text),
        closed: () => (serverGone = true),
      }),
      failed: () => undefined,
    });
    port.open(() => undefined);
    const back: string[] = [];
    let heardAt = clock.now();
    let clientGone = false;
    const client = memory.connectWebSocket('127.0.0.1', port.port, '/', {
      opened: () => undefined,
      message: (text) => {
        back.push(text);
        heardAt = clock.now();
      },
      closed: () => (clientGone = true),
    });
    let sent = 0;
    for (; !clientGone && sent < 10_000; sent += 1) {
      client.send(String(sent));
      clock.advance(100);
    }
    cuts[clock.now() - heardAt > 60_000 ? 'late' : 'atOnce'] += 1;
    expect(back).toEqual(Array.from({ length: back.length }, (_, index) => String(index)));
    expect([clientGone, serverGone]).toEqual([true, true]);
  }
  expect(Math.min(cuts.atOnce, cuts.late)).toBeGreaterThan(8);
});
