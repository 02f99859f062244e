import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';

const echo = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.pipe(socket);
});
let proxy: FaultProxy;

beforeAll(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startFaultProxy(() => (echo.address() as AddressInfo).port);
});
afterAll(async () => {
  await proxy.stop();
  echo.close();
});

async function dial(): Promise<{ socket: Socket; read: () => string; closed: () => boolean }> {
  const socket = connect(proxy.port, '127.0.0.1');
  let text = '';
  let closed = false;
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => (closed = true));
  await new Promise<void>((settled) => {
    socket.once('connect', settled);
    socket.once('close', () => settled());
  });
  return { socket, read: () => text, closed: () => closed };
}

it('passes both ways', async () => {
  const { socket, read } = await dial();
  socket.write('hello');
  await vi.waitUntil(() => read() === 'hello');
  socket.destroy();
});

it('cuts what is open, refuses what is new, and heals', async () => {
  const before = await dial();
  await vi.waitUntil(() => proxy.open() > 0);
  proxy.cut();
  await vi.waitUntil(before.closed);
  const during = await dial();
  await vi.waitUntil(during.closed);
  proxy.heal();
  const after = await dial();
  after.socket.write('again');
  await vi.waitUntil(() => after.read() === 'again');
  after.socket.destroy();
});

it('stalls without closing, so that only silence tells', async () => {
  const { socket, read, closed } = await dial();
  socket.write('a');
  await vi.waitUntil(() => read() === 'a');
  proxy.stall();
  socket.write('b');
  const other = await dial();
  expect([read(), closed(), other.closed()]).toEqual(['a', false, false]);
  proxy.heal();
  await vi.waitUntil(closed);
});
