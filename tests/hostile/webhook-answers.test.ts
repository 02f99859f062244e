/** Receivers that answer as nobody should: each ends in time, and holds nothing. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { addressRule } from '../../src/host/connectors/address-rule.ts';
import { guardedPost, RequestFailure } from '../../src/host/connectors/guarded-request.ts';
import { systemPorts } from '../../src/host/connectors/udp.ts';
import type { ConnectorPorts } from '../../src/host/connectors/ports.ts';

const rule = addressRule({ privateAddresses: true, host: '127.0.0.1' });

let server: Server | undefined;
const sockets = new Set<Socket>();
const drips: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const drip of drips.splice(0)) clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((done) => (server === undefined ? done() : server.close(() => done())));
  server = undefined;
});

/** Answers each request by what `answer` writes. */
async function answering(answer: (socket: Socket) => void): Promise<string> {
  const opened = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  server = opened;
  await new Promise<void>((done) => opened.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}/in`;
}

/** Writes something again and again, until nobody takes it any more. */
function dripping(socket: Socket, text: string): void {
  const drip = setInterval(() => socket.write(text), 1);
  drips.push(drip);
  socket.on('close', () => clearInterval(drip));
}

interface Given {
  readonly patience?: number;
  readonly most?: number | null;
  readonly ports?: ConnectorPorts;
  readonly signal?: AbortSignal;
}

/** The number that was answered, or why there is none. */
async function post(url: string, given: Given = {}): Promise<number | string> {
  const { patience = 400, most = null, ports = systemPorts, signal } = given;
  const sent = { url: new URL(url), headers: {}, body: '{}', patience, most };
  try {
    return (await guardedPost({ ports, addressRule: rule, signal }, sent)).status;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return error.reason;
  }
}

/** The connection is given back: the receiver sees that it ended. */
async function nothingHeld(): Promise<void> {
  await expect.poll(() => sockets.size, { timeout: 10_000 }).toBe(0);
}

it.each([
  ['that never comes', '', '', 'timed-out'],
  ['of headers without end', 'HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n', 'unreachable'],
  ['of one header without end', 'HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(4_096), 'unreachable'],
  ['that is always about to come', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'timed-out'],
  ['that says to go on, and on', '', 'HTTP/1.1 100 Continue\r\n\r\n', 'timed-out'],
  ['of no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', '', 'unreachable'],
  ['of a body without end', 'HTTP/1.1 200 OK\r\n\r\n', 'more', 200],
  ['of a body that is not what it says', 'HTTP/1.1 204 No\r\ncontent-length: 9\r\n\r\n', 'x', 204],
] as const)('an answer %s', async (_, first, more, outcome) => {
  const url = await answering((socket) => {
    socket.write(first);
    if (more !== '') dripping(socket, more);
  });
  // Whoever never comes to an end is left; all others are done with before.
  expect(await post(url, { patience: outcome === 'timed-out' ? 400 : 20_000 })).toBe(outcome);
  await nothingHeld();
});

it.each([
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\nmore',
])('one that wants to speak another protocol is no answer: %j', async (text) => {
  const url = await answering((socket) => socket.write(text));
  expect(await post(url, { patience: 20_000 })).toBe('unreachable');
  await nothingHeld();
});

it.each([null, 1_000])(
  'one that ends before it answered, where %s bytes are read',
  async (most) => {
    const url = await answering((socket) => socket.end());
    expect(await post(url, { patience: 20_000, most })).toBe('unreachable');
  },
);

it('a body that is read ends where it is too long, and where it never ends', async () => {
  const long = await answering((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    dripping(socket, 'more');
  });
  expect(await post(long, { most: 100, patience: 20_000 })).toBe('too-long');
  await nothingHeld();
  server?.close();
  const slow = await answering((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nhalf'));
  expect(await post(slow, { most: 100 })).toBe('timed-out');
  await nothingHeld();
});

it('a name that nobody looks up takes no longer than all of it may, nor than the host waits', async () => {
  const never: ConnectorPorts = { ...systemPorts, resolve: () => new Promise(() => undefined) };
  expect(await post('http://slow.example.org/', { ports: never, patience: 50 })).toBe('timed-out');
  const stopping = new AbortController();
  const sent = post('http://slow.example.org/', {
    ports: never,
    patience: 600_000,
    signal: stopping.signal,
  });
  stopping.abort();
  expect(await sent).toBe('unreachable');
});
