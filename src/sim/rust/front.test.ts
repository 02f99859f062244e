import { expect, test } from 'vitest';
import { ManualClock } from '../manual-clock.ts';
import { MemoryNetwork } from '../net/memory-network.ts';
import type { SimServerOptions } from '../options.ts';
import { startSimServer } from '../server.ts';

interface WireFrame {
  readonly Message: string;
  readonly Identifier: number;
  readonly Type: string | number;
  readonly Stacktrace: string | null;
}

const ANN = {
  name: 'Ann [x] / joined',
  steamId: '76561190000000001',
  address: '192.0.2.1',
  port: 5000,
  ping: 40,
};

async function setUp(options: Partial<SimServerOptions> = {}) {
  const clock = new ManualClock(Date.UTC(2026, 8, 26, 13));
  const network = new MemoryNetwork(clock);
  const server = await startSimServer({
    game: 'RUST',
    name: 'Rusty',
    password: 'pass word/1',
    clock,
    network,
    join: 'manual',
    ...options,
  });
  const connect = (password = 'pass word/1') => {
    const frames: WireFrame[] = [];
    const ends: number[] = [];
    const { host, rconPort } = server.address;
    const socket = network.connectWebSocket(
      host,
      rconPort ?? 0,
      `/${encodeURIComponent(password)}`,
      {
        opened: () => undefined,
        message: (text) => frames.push(JSON.parse(text) as WireFrame),
        closed: (code) => ends.push(code),
      },
    );
    clock.advance(0);
    let identifier = 1000;
    const run = (Message: string, wait = 500) => {
      identifier += 1;
      const mine = identifier;
      socket.send(JSON.stringify({ Identifier: mine, Message, Name: 'WebRcon' }));
      clock.advance(wait);
      return frames.filter((frame) => frame.Identifier === mine).map((frame) => frame.Message);
    };
    const of = (wanted: number) => frames.filter((frame) => frame.Identifier === wanted);
    return { frames, ends, socket, run, of };
  };
  return { clock, network, server, connect };
}

test('people come, speak and go, in the words of the console and as frames of the chat', async () => {
  const { clock, server, connect } = await setUp();
  const client = connect();
  const { id } = server.join(ANN);
  server.world.enterGame(id);
  server.chat(id, 'Team', 'joined [windows/76561190000000009]');
  server.leave(id);
  clock.advance(0);
  expect(client.of(0).map(({ Message }) => Message)).toEqual([
    '192.0.2.1:5000/76561190000000001/Ann [x] / joined joined [osx/76561190000000001]',
    'Ann [x] / joined with steamid 76561190000000001 joined from ip 192.0.2.1:6024',
    'Ann [x] / joined[76561190000000001] has spawned',
    '[TEAM CHAT] Ann [x] / joined[76561190000000001] : joined [windows/76561190000000009]',
    '192.0.2.1:5000/76561190000000001/Ann [x] / joined disconnecting: closing',
  ]);
  const [chat] = client.of(-1);
  expect(chat).toMatchObject({ Type: 'Chat', Stacktrace: null });
  expect(JSON.parse(chat?.Message ?? '')).toEqual({
    Channel: 1,
    Message: 'joined [windows/76561190000000009]',
    UserId: '76561190000000001',
    Username: 'Ann [x] / joined',
    Color: '#5af',
    Time: Date.UTC(2026, 8, 26, 13) / 1000,
  });
  expect(client.frames[0]?.Type).toBe('Generic');
});

test('lists have the wire’s own names and lines', async () => {
  const { server, connect } = await setUp({ slots: 4 });
  const client = connect();
  expect(client.run('playerlist')).toEqual(['[]']);
  server.join(ANN);
  const [list = ''] = client.run('global.playerlist');
  expect(list).toContain('\r\n    "VoiationLevel": 0.0,\r\n');
  expect(JSON.parse(list)).toMatchObject([
    { SteamID: ANN.steamId, DisplayName: ANN.name, Ping: 40, Address: '192.0.2.1:5000' },
  ]);
  const [info = ''] = client.run('serverinfo');
  expect(JSON.parse(info)).toMatchObject({ MaxPlayers: 4, Players: 1, Queued: 0, Joining: 0 });
  expect(info).toMatch(/"GameTime": "04\/26\/1983 09:\d\d:\d\d"/);
  const [status = ''] = client.run('status');
  expect(status).toContain('\nplayers : 1 (4 max) (0 queued) (0 joining)\n\nid');
  expect(client.run('server.maxplayers')).toEqual(['server.maxplayers: "4"']);
  expect(client.run('playerlistpos')[0]).toMatch(/^SteamID {11}DisplayName {6}POS .* ROT/);
  expect(client.run(`teaminfo ${ANN.steamId}`)).toEqual(['Player is not in a team']);
  server.leave(server.roster()[0]?.id ?? 0);
  expect(client.run('sleepingusers')).toEqual([`${ANN.steamId}:${ANN.name}\n1 sleeping users\n`]);
});

test('a command has no frame, one or many, and others are answered in between', async () => {
  const { clock, connect } = await setUp();
  const client = connect();
  expect(client.run('no.such.command')).toEqual([]);
  expect(client.run('oxide.version')).toEqual([]);
  expect(client.run('say "hello" all')).toEqual(['']);
  expect(JSON.parse(client.of(-1)[0]?.Message ?? '')).toMatchObject({
    Message: '"hello" all',
    UserId: '0',
    Username: 'SERVER',
  });
  const before = client.frames.length;
  client.run('server.save', 20);
  client.run('serverinfo', 0);
  clock.advance(1_000);
  const order = client.frames.slice(before).map(({ Identifier }) => Identifier);
  expect(order).toHaveLength(7);
  expect(new Set(order.slice(2, 4)).size).toBe(2);
  expect(client.frames.at(-1)?.Message).toBe('');
});

test('a kick is told in the chat, and a ban holds until it is lifted', async () => {
  const { server, connect } = await setUp();
  const client = connect();
  const { id } = server.join(ANN);
  expect(client.run(`kick ${ANN.steamId} "too loud"`)).toEqual([`Kicked: ${ANN.name}`]);
  expect(server.leave(id)).toBe(false);
  expect(client.of(0).at(-1)?.Message).toMatch(/disconnecting: Kicked: too loud$/);
  expect(JSON.parse(client.of(-1)[0]?.Message ?? '')).toMatchObject({
    Message: `Kicking ${ANN.name} (too loud)`,
  });
  expect(client.run(`kick ${ANN.steamId}`)).toEqual(['Player not found']);
  expect(client.run(`banid ${ANN.steamId} "Ann" "griefing"`)).toEqual([
    `Banned User: ${ANN.steamId} - "Ann" for "griefing"`,
  ]);
  expect(server.join(ANN)).toMatchObject({ outcome: 'refused', reason: 'banned' });
  expect(client.run('banlistex')).toEqual([`1 ${ANN.steamId} "Ann" "griefing" -1\n`]);
  expect(client.run(`unban ${ANN.steamId}`)).toEqual([`Unbanned User: ${ANN.steamId}`]);
  expect(client.run('banlistex')).toEqual(['']);
  expect(server.join(ANN)).toMatchObject({ outcome: 'joined' });
});

test('a wrong password is shut out without a frame, and the console tells the others', async () => {
  const { clock, server, connect } = await setUp();
  const good = connect();
  const bad = connect('guess');
  bad.socket.send('{"Identifier":1,"Message":"playerlist"}');
  clock.advance(0);
  expect([bad.frames, bad.ends]).toEqual([[], [1000]]);
  expect(good.of(0).at(-1)?.Message).toBe(
    'RCON: IP 127.0.0.1 attempted to connect with incorrect password.',
  );
  expect(server.log.logins.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused']);
});

test('one address has four connections, and those that ended count for a while', async () => {
  const { clock, connect } = await setUp();
  const clients = [connect(), connect(), connect(), connect()];
  expect(connect().ends).toEqual([1006]);
  clients[0]?.socket.close();
  clock.advance(9_000);
  expect(connect().ends).toEqual([1006]);
  clock.advance(1_000);
  expect(connect().ends).toEqual([]);
});

test('what was missed can be asked for afterwards, until the process ends', async () => {
  const { clock, server, connect } = await setUp();
  const { id } = server.join(ANN);
  server.chat(id, 'Global', 'anyone?');
  clock.advance(0);
  const client = connect();
  expect(client.frames).toEqual([]);
  const [lines = ''] = client.run('console.tail 2');
  expect((JSON.parse(lines) as { Message: string }[]).map(({ Message }) => Message)).toEqual([
    'Ann [x] / joined with steamid 76561190000000001 joined from ip 192.0.2.1:6024',
    '[CHAT] Ann [x] / joined[76561190000000001] : anyone?',
  ]);
  expect(JSON.parse(client.run('chat.tail 512')[0] ?? '')).toMatchObject([{ Message: 'anyone?' }]);
  await server.restart();
  clock.advance(40_000);
  const later = connect();
  expect(later.run('chat.tail 512')).toEqual(['[]']);
});

test('quit saves, hangs up without a word, and the process comes back', async () => {
  const { clock, server, connect } = await setUp();
  const client = connect();
  const answers = client.run('quit');
  expect(answers.at(-1)).toBe('Config Saved');
  expect([client.ends, server.state]).toEqual([[1006], 'down']);
  clock.advance(20_000);
  expect(server.state).toBe('loading');
  const early = connect();
  expect(early.run('playerlist', 5_000)).toEqual([]);
  clock.advance(20_000);
  expect(early.of(0).map(({ Message }) => Message)).toContain('Server startup complete');
  expect(early.run('playerlist')).toEqual(['[]']);
});

test('a restart counts down in the chat, and can be called off', async () => {
  const { clock, server, connect } = await setUp();
  const client = connect();
  client.run('restart 120 "update"');
  clock.advance(100_000);
  expect(JSON.parse(client.run('serverinfo')[0] ?? '')).toMatchObject({ Restarting: true });
  expect(client.run('restart -1')).toEqual(['Restart interrupted!']);
  clock.advance(120_000);
  expect(server.state).toBe('running');
  client.run('restart 10');
  clock.advance(10_200);
  expect(server.state).toBe('down');
});

test('an old server sends numbers for types and for people', async () => {
  const { clock, server, connect } = await setUp({ oldRust: true });
  const client = connect();
  const { id } = server.join(ANN);
  server.chat(id, 'Global', 'hi');
  server.world.enterGame(id);
  clock.advance(0);
  expect(client.of(-1)[0]?.Type).toBe(3);
  expect(client.of(-1)[0]?.Message).toContain('"UserId": 76561190000000001,');
  expect(client.of(0).at(-1)?.Message).toBe(
    'Ann [x] / joined[1000001/76561190000000001] has entered the game',
  );
});

test('a full server lets people wait, and those let in load the map first', async () => {
  const join = { guidMs: 0, verifiedMs: 0, lobbyMs: 5_000, loadMs: 25_000 };
  const { clock, server, connect } = await setUp({ slots: 1, join });
  const client = connect();
  server.join(ANN);
  server.join({ ...ANN, name: 'Bo', steamId: '76561190000000002' });
  expect(JSON.parse(client.run('serverinfo')[0] ?? '')).toMatchObject({
    Players: 0,
    Queued: 1,
    Joining: 1,
  });
  clock.advance(25_000);
  const [ann] = server.roster();
  expect(JSON.parse(client.run('serverinfo')[0] ?? '')).toMatchObject({
    Players: 1,
    Queued: 1,
    Joining: 0,
  });
  server.leave(ann?.id ?? 0);
  clock.advance(25_000);
  expect(server.roster().map(({ name }) => name)).toEqual(['Bo']);
});
