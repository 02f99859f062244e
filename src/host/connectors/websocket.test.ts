import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { WebSocketEnd } from './ports.ts';
import { LIMITS } from './limits.ts';
import { openClientWebSocket } from './websocket.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(onSocket: (socket: WebSocket, path: string) => void): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  closing.push(() => server.close());
  closing.push(() => {
    for (const client of server.clients) client.terminate();
  });
  server.on('connection', (socket, request) => onSocket(socket, request.url ?? ''));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function plain(
  onSocket: (socket: Socket) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    closing.push(() => socket.destroy());
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

function open(port: number, path = '/secret%20word') {
  const seen: string[] = [];
  const ends: WebSocketEnd[] = [];
  const socket = openClientWebSocket({ address: '127.0.0.1', port }, path, {
    onOpen: () => seen.push('open'),
    onMessage: (text) => seen.push(text),
    onEnd: (end) => ends.push(end),
  });
  closing.push(() => socket.close());
  return { socket, seen, ends };
}

test('a server is reached by an address of IPv6, too', async () => {
  const server = new WebSocketServer({ host: '::1', port: 0 });
  closing.push(() => server.close());
  server.on('connection', (socket) => socket.close(1000));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ends: WebSocketEnd[] = [];
  openClientWebSocket({ address: '::1', port }, '/', {
    onOpen: () => undefined,
    onMessage: () => undefined,
    onEnd: (end) => ends.push(end),
  });
  await expect.poll(() => ends).toMatchObject([{ kind: 'closed', code: 1000 }]);
});

test('the path arrives as it was given, and text goes both ways', async () => {
  const paths: string[] = [];
  const port = await listening((socket, path) => {
    paths.push(path);
    socket.on('message', (data) => socket.send(`you said ${(data as Buffer).toString()}`));
  });
  const { socket, seen } = open(port);
  await expect.poll(() => seen).toEqual(['open']);
  socket.send('grüß 🦊');
  await expect.poll(() => seen).toEqual(['open', 'you said grüß 🦊']);
  expect(paths).toEqual(['/secret%20word']);
});

test('each way to end has its name, and none tells the path', async () => {
  const { server, port: freed } = await plain(() => undefined);
  server.close();
  const { port: rejecting } = await plain((socket) =>
    socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'),
  );
  const { port: breaking } = await plain((socket) => socket.destroy());
  const saying = await listening((socket) => socket.close(1008, 'too many'));
  const dying = await listening((socket) => socket.terminate());
  const attempts = [freed, rejecting, breaking, saying, dying].map((port) => open(port));
  await expect.poll(() => attempts.map(({ ends }) => ends.length)).toEqual([1, 1, 1, 1, 1]);
  const ends = attempts.flatMap((attempt) => attempt.ends);
  expect(ends).toMatchObject([
    { kind: 'refused' },
    { kind: 'rejected', status: 401 },
    { kind: 'failed' },
    { kind: 'closed', code: 1008, reason: 'too many' },
    { kind: 'closed', code: 1006 },
  ]);
  expect(JSON.stringify(ends)).not.toContain('secret');
});

test('a message past the bound ends the socket', async () => {
  const port = await listening((socket) => socket.send('x'.repeat(LIMITS.message + 1)));
  const { seen, ends } = open(port);
  await expect.poll(() => ends).toMatchObject([{ kind: 'closed' }]);
  expect(seen).toEqual(['open']);
});

test('after its close it is silent, and the other side knows', async () => {
  const gone: number[] = [];
  const port = await listening((socket) => {
    socket.on('close', (code) => gone.push(code));
    socket.send('hello');
  });
  const early = open(port);
  early.socket.close();
  const { socket, seen, ends } = open(port);
  await expect.poll(() => seen).toEqual(['open', 'hello']);
  socket.close();
  socket.close();
  socket.send('unheard');
  await expect.poll(() => gone).toEqual([1000]);
  expect([ends, early.seen, early.ends]).toEqual([[], [], []]);
});
