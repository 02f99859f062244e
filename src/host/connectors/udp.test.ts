import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { SocketError } from './ports.ts';
import { openUdpSocket, resolveHost, systemClock } from './udp.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function bound(): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: socket.address().port };
}

function open(port: number) {
  const received: number[] = [];
  const errors: SocketError[] = [];
  const socket = openUdpSocket(
    { address: '127.0.0.1', port },
    { onDatagram: (data) => received.push(data.length), onError: (error) => errors.push(error) },
  );
  closing.push(() => socket.close());
  return { socket, received, errors };
}

test('what is sent before the socket is connected arrives, and large answers come whole', async () => {
  const { socket: server, port } = await bound();
  closing.push(() => server.close());
  server.on('message', (_data, from) => server.send(Buffer.alloc(60_000), from.port, from.address));
  const { socket, received } = open(port);
  socket.send(Buffer.from('one'));
  socket.send(Buffer.from('two'));
  await expect.poll(() => received).toEqual([60_000, 60_000]);
});

test('datagrams of others are not heard', async () => {
  const { socket: server, port } = await bound();
  const { socket: stranger } = await bound();
  closing.push(
    () => server.close(),
    () => stranger.close(),
  );
  server.on('message', (_data, from) => {
    stranger.send('stranger', from.port, from.address, () => {
      server.send('server!', from.port, from.address);
    });
  });
  const { socket, received } = open(port);
  socket.send(Buffer.from('hello'));
  await expect.poll(() => received).toEqual(['server!'.length]);
});

test('a port where nothing listens is a refusal', async () => {
  const { socket: server, port } = await bound();
  server.close();
  const { socket, errors } = open(port);
  socket.send(Buffer.from('hello'));
  await expect.poll(() => errors[0]).toEqual({ kind: 'refused' });
});

test('what is too large for the network to send is told as a failure', async () => {
  const { socket: server, port } = await bound();
  closing.push(() => server.close());
  const { socket, errors } = open(port);
  socket.send(Buffer.alloc(70_000));
  await expect.poll(() => errors).toEqual([{ kind: 'failed', detail: expect.any(String) }]);
});

test('a socket can be closed at any moment, and is silent afterwards', async () => {
  const { socket: server, port } = await bound();
  closing.push(() => server.close());
  const { socket, received, errors } = open(port);
  socket.send(Buffer.from('hello'));
  socket.close();
  socket.close();
  socket.send(Buffer.from('hello'));
  const other = open(port);
  server.on('message', (data, from) => server.send(data, from.port, from.address));
  other.socket.send(Buffer.from('hello'));
  await expect.poll(() => other.received).toHaveLength(1);
  expect([received, errors]).toEqual([[], []]);
});

test('addresses resolve to themselves, unknown names to an error', async () => {
  expect(await resolveHost('192.0.2.1')).toEqual({ ok: true, address: '192.0.2.1' });
  expect(await resolveHost('a name with blanks')).toMatchObject({ ok: false });
});

test('a cancelled timer does not run', async () => {
  const ran: string[] = [];
  systemClock.after(1, () => ran.push('cancelled'))();
  await new Promise<void>((resolve) => {
    systemClock.after(5, () => {
      ran.push('kept');
      resolve();
    });
  });
  expect(ran).toEqual(['kept']);
});
