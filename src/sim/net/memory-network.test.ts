import { expect, test } from 'vitest';
import { ManualClock } from '../manual-clock.ts';
import { startSimServer } from '../server.ts';
import { framePacket } from '../battleye/packet.ts';
import { MemoryNetwork } from './memory-network.ts';

async function setUp() {
  const clock = new ManualClock();
  const network = new MemoryNetwork(clock);
  const server = await startSimServer({
    game: 'DAYZ',
    password: 'secret',
    clock,
    network,
    join: 'manual',
    restart: { downMs: 20_000, loadingMs: 20_000 },
  });
  return { clock, network, server };
}

test('a client logs in and is answered, and no time passes but the clock’s', async () => {
  const { clock, network, server } = await setUp();
  const heard: string[] = [];
  const { host, rconPort } = server.address;
  const socket = network.connectUdp(host, rconPort ?? 0, {
    datagram: (data) => heard.push(data.toString('latin1', 7)),
    refused: () => heard.push('refused'),
  });
  socket.send(framePacket(Buffer.from('\0secret')));
  expect(heard).toEqual([]);
  clock.advance(0);
  expect(heard).toEqual(['\0\u0001', `\u0002\0RCon admin #0 (127.0.0.1:40002) logged in`]);
  socket.send(framePacket(Buffer.from('\u0001\0version')));
  socket.close();
  clock.advance(0);
  expect(server.log.timesExecuted('version')).toBe(1);
  expect(heard).toHaveLength(2);
});

test('a restart happens by the clock alone, and what is closed refuses', async () => {
  const { clock, network, server } = await setUp();
  const { address } = server;
  let refused = 0;
  const socket = network.connectUdp(address.host, address.rconPort ?? 0, {
    datagram: () => undefined,
    refused: () => (refused += 1),
  });
  void server.restart();
  expect(server.state).toBe('down');
  socket.send(Buffer.from('anything'));
  clock.advance(19_999);
  expect([server.state, refused]).toEqual(['down', 1]);
  clock.advance(1);
  expect(server.state).toBe('loading');
  clock.advance(20_000);
  expect([server.state, server.address]).toEqual(['running', address]);
  void server.goDown();
  void server.comeUp();
  expect(server.state).toBe('running');
});

test('two servers cannot have one port, and 0 finds a free one', async () => {
  const { network, clock, server } = await setUp();
  const rconPort = server.address.rconPort ?? 0;
  const other = startSimServer({ game: 'DAYZ', network, clock, rconPort });
  await expect(other).rejects.toMatchObject({ kind: 'port-unavailable' });
});
