import { GameDig } from 'gamedig';
import { afterEach, expect, test } from 'vitest';
import type { SimServerOptions } from '../options.ts';
import type { SimServer } from '../server.ts';
import { startSimServer } from '../server.ts';
import { QueryServer } from './query-server.ts';
import type { QueryView } from './view.ts';

const MODS = [
  { name: 'CF ÿ', workshopId: 1_559_212_036 },
  { name: `A long name ${'x'.repeat(180)}`, workshopId: 0x01ff_0002 },
];
const VIEW: QueryView = {
  game: 'DAYZ',
  name: 'Woods',
  map: 'chernarusplus',
  gamePort: 2302,
  slots: 60,
  players: [{ name: 'Ann', score: 3, seconds: 61.5 }],
  padding: 0,
  queue: 4,
  wipedAt: Date.UTC(2026, 0, 1, 19),
  uptimeSeconds: 3_600,
  timeOfDay: 15 * 60 + 12.7,
  acceleration: { day: 4, night: 6 },
  locked: false,
  mods: [],
};
const INFO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1');

const running: SimServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(options: SimServerOptions): Promise<SimServer> {
  const server = await startSimServer({ join: 'manual', ...options });
  running.push(server);
  return server;
}

function query(server: SimServer, type: string) {
  const { host, queryPort } = server.address;
  return GameDig.query({ type, host, port: queryPort, givenPortOnly: true, requestRules: true });
}

function bench(view: Partial<QueryView> = {}, splitAbove?: number) {
  let now = 0;
  const server = new QueryServer({
    view: () => ({ ...VIEW, ...view }),
    now: () => now,
    secret: 'x',
    splitAbove,
  });
  const challenge = () => (server.receive(INFO, 'a')[0] ?? Buffer.of()).subarray(5);
  return { server, challenge, wait: (ms: number) => (now += ms) };
}

test('nothing is told before the challenge comes back, to each address its own', () => {
  const { server, challenge, wait } = bench();
  const mine = challenge();
  expect(mine.length).toBe(4);
  expect(server.receive(INFO, 'b')[0]?.subarray(5)).not.toEqual(mine);
  expect(server.receive(Buffer.concat([INFO, mine]), 'b')[0]?.[4]).toBe(0x41);
  expect(server.receive(Buffer.concat([INFO, mine]), 'a')[0]?.[4]).toBe(0x49);
  expect(server.receive(Buffer.from('ffffffff55ffffffff', 'hex'), 'a')[0]?.[4]).toBe(0x41);
  const players = Buffer.concat([Buffer.from('ffffffff55', 'hex'), mine]);
  expect(server.receive(players, 'a')[0]?.[4]).toBe(0x44);
  wait(120_000);
  expect(server.receive(players, 'a')[0]?.[4]).toBe(0x41);
});

test('what is not a query is not answered', () => {
  const { server } = bench();
  for (const text of ['', 'ffffffff', 'ffffffff54', 'ffffffff99ffffffff', 'feffffff55ffffffff']) {
    expect(server.receive(Buffer.from(text, 'hex'), 'a')).toEqual([]);
  }
});

test('DayZ tells its queue, acceleration and time of day in its keywords', () => {
  const { server, challenge } = bench();
  const info = server.receive(Buffer.concat([INFO, challenge()]), 'a')[0]?.toString('latin1');
  expect(info).toContain(
    'battleye,no3rd,external,privHive,shardABC123,lqs4,etm4.000000,entm6.000000,15:12\0',
  );
});

test('a long answer is split into numbered parts that make it up again', () => {
  const players = Array.from({ length: 80 }, (_, index) => ({
    name: `Player ${index}`,
    score: index,
    seconds: index,
  }));
  const ask = (above?: number) => {
    const { server, challenge } = bench({ game: 'ARMA3', players }, above);
    return server.receive(Buffer.concat([Buffer.from('ffffffff55', 'hex'), challenge()]), 'a');
  };
  const parts = ask(200);
  const whole = ask()[0] ?? Buffer.of();
  expect(parts.length).toBe(Math.ceil(whole.length / 200));
  parts.forEach((part, index) => {
    expect(part.readInt32LE(0)).toBe(-2);
    expect([part[8], part[9]]).toEqual([parts.length, index]);
  });
  expect(Buffer.concat(parts.map((part) => part.subarray(12)))).toEqual(whole);
});

test('gamedig reads a DayZ server: figures, queue, time, mods and rules', async () => {
  const server = await start({ game: 'DAYZ', name: 'Woods', slots: 2, mods: MODS });
  for (const name of ['Ann', 'Boris', 'Cy']) server.join({ name });
  const state = await query(server, 'dayz');
  expect(state).toMatchObject({
    name: 'Woods',
    map: 'chernarusplus',
    numplayers: 2,
    maxplayers: 2,
  });
  expect(state.players.map(({ name }) => name)).toEqual(['', '']);
  expect(state.raw).toMatchObject({
    appId: 221_100,
    queue: 1,
    time: '08:00',
    dayAcceleration: 4,
    privateHive: true,
    rules: { island: 'chernarusplus', requiredVersion: '129', timeLeft: '15' },
  });
  const mods = (state.raw as { dayzMods: { title: string; workshopId?: number }[] }).dayzMods;
  expect(mods.filter((mod) => mod.workshopId !== undefined)).toMatchObject(
    MODS.map((mod) => ({ title: mod.name, workshopId: mod.workshopId })),
  );
});

test('gamedig reads an Arma 3 server over split answers', async () => {
  const server = await start({ game: 'ARMA3', splitAbove: 150, mods: MODS });
  const names = Array.from({ length: 40 }, (_, index) => `Игрок ${index}`);
  for (const name of names) server.join({ name });
  const state = await query(server, 'arma3');
  expect(state).toMatchObject({ map: 'Altis', numplayers: 40, maxplayers: 60 });
  expect(state.players.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect((state.raw as { tags: string[] }).tags.slice(0, 7)).toEqual([
    'bt',
    'r218',
    'n0',
    's7',
    'i3',
    'mf',
    'lf',
  ]);
});

test('gamedig reads an ArmA 2 server', async () => {
  const server = await start({ game: 'ARMA2' });
  server.join({ name: 'Ann' });
  server.world.lock();
  const state = await query(server, 'a2oa');
  expect(state).toMatchObject({ map: 'Takistan', numplayers: 1 });
  expect(state.raw).toMatchObject({ appId: 33_930, folder: 'arma2arrowpc' });
  expect((state.raw as { tags: string[] }).tags).toContain('lt');
});

test('gamedig reads a Rust server with more slots than a byte holds, and a queue', async () => {
  const server = await start({ game: 'RUST', name: 'Rusty', slots: 300 });
  for (let index = 0; index < 317; index += 1) server.join({ name: `Player ${index}` });
  const state = await query(server, 'rust');
  expect(state).toMatchObject({
    name: 'Rusty',
    map: 'Procedural Map',
    numplayers: 300,
    maxplayers: 300,
  });
  // It reads as many as the byte says, which is what is left of 300.
  expect(state.players).toHaveLength(44);
  const { tags, rules } = state.raw as { tags: string[]; rules: Record<string, string> };
  expect(tags.slice(0, 4)).toEqual(['mp300', 'cp300', 'ptrak', 'qp17']);
  expect(tags.find((tag) => tag.startsWith('born'))).toMatch(/^born\d{10}$/);
  expect(rules).toMatchObject({ gmt: 'rust', pve: 'False' });
  expect(server.address.rconPort).toBeGreaterThan(0);
});

test('gamedig reads a server that has nothing but Steam’s queries', async () => {
  const server = await start({ game: 'GENERIC', name: 'Sandbox', slots: 12 });
  server.join({ name: 'Ann' });
  expect(server.address.rconPort).toBe(null);
  const state = await query(server, 'garrysmod');
  expect(state).toMatchObject({
    name: 'Sandbox',
    map: 'gm_construct',
    numplayers: 1,
    maxplayers: 12,
  });
  expect(state.players.map(({ name }) => name)).toEqual(['Ann']);
});
