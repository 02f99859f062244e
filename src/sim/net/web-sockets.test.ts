import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ManualClock } from '../manual-clock.ts';
import { MemoryNetwork } from './memory-network.ts';
import type { Network, Port } from './network.ts';
import { realNetwork } from './real-network.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What a client went through, in order. */
type Told = string[];

interface Kind {
  readonly network: Network;
  /** Connects and collects what happens. */
  connect(port: number, path: string, told: Told): { send(text: string): void; close(): void };
  /** Lets what is under way arrive. */
  settle(): void;
}

const kinds: Record<string, () => Kind> = {
  'in memory': () => {
    const clock = new ManualClock();
    const network = new MemoryNetwork(clock);
    return {
      network,
      connect: (port, path, told) =>
        network.connectWebSocket('127.0.0.1', port, path, {
          opened: () => told.push('opened'),
          message: (text) => told.push(text),
          closed: (code) => told.push(`closed ${code}`),
        }),
      settle: () => clock.advance(0),
    };
  },
  'on real sockets': () => ({
    network: realNetwork,
    connect: (port, path, told) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      socket.on('open', () => told.push('opened'));
      socket.on('message', (data: Buffer) => told.push(data.toString('utf8')));
      socket.on('close', (code) => told.push(`closed ${code}`));
      socket.on('error', () => undefined);
      closing.push(() => socket.terminate());
      return socket;
    },
    settle: () => undefined,
  }),
};

/** Echoes; hangs up on `cut`, says goodbye on `bye`, turns `/no` away. */
async function listen(network: Network, gone: Told): Promise<Port> {
  const port = network.webSocketPort('127.0.0.1', 0, {
    accept: (path) =>
      path === '/no'
        ? undefined
        : (peer) => ({
            receive: (text) => {
              if (text === 'cut') peer.cut();
              else if (text === 'bye') peer.close(1000);
              else peer.send(`${path} ${text}`);
            },
            closed: () => gone.push(path),
          }),
    failed: (error) => gone.push(error.message),
  });
  await new Promise<void>((resolve) => port.open(() => resolve()));
  closing.push(() => new Promise<void>((resolve) => port.close(resolve)));
  return port;
}

describe.each(Object.keys(kinds))('a websocket %s', (name) => {
  test('carries messages, and each side learns of its end', async () => {
    const kind = kinds[name]?.();
    if (kind === undefined) return;
    const gone: Told = [];
    const port = await listen(kind.network, gone);
    const told: Record<string, Told> = { '/a': [], '/b': [], '/c': [], '/no': [] };
    const heard = async (path: string, expected: Told) => {
      await expect.poll(() => (kind.settle(), told[path]), { interval: 5 }).toEqual(expected);
    };
    const ends: Record<string, string> = { '/a': 'cut', '/b': 'bye' };
    for (const path of ['/a', '/b', '/c']) {
      const socket = kind.connect(port.port, path, told[path] ?? []);
      await heard(path, ['opened']);
      socket.send('hello');
      await heard(path, ['opened', `${path} hello`]);
      const end = ends[path];
      if (end === undefined) socket.close();
      else socket.send(end);
    }
    await heard('/a', ['opened', '/a hello', 'closed 1006']);
    await heard('/b', ['opened', '/b hello', 'closed 1000']);
    kind.connect(port.port, '/no', told['/no'] ?? []);
    await heard('/no', ['closed 1006']);
    await expect.poll(() => gone.toSorted()).toEqual(['/a', '/b', '/c']);
  });

  test('is cut when its port closes, and nobody gets in until it opens again', async () => {
    const kind = kinds[name]?.();
    if (kind === undefined) return;
    const port = await listen(kind.network, []);
    const [before, meanwhile, after]: [Told, Told, Told] = [[], [], []];
    kind.connect(port.port, '/', before);
    await expect.poll(() => (kind.settle(), before)).toEqual(['opened']);
    await new Promise<void>((resolve) => port.close(resolve));
    await expect.poll(() => (kind.settle(), before)).toEqual(['opened', 'closed 1006']);
    kind.connect(port.port, '/', meanwhile);
    await expect.poll(() => (kind.settle(), meanwhile)).toEqual(['closed 1006']);
    await new Promise<void>((resolve) => port.open(() => resolve()));
    kind.connect(port.port, '/', after);
    await expect.poll(() => (kind.settle(), after)).toEqual(['opened']);
  });
});
