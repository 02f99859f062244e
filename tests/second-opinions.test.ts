/**
 * Programs of other people against the simulator: what they read there must be the simulator's truth,
 * and what the host's connector says. Of @senfo/battleye: it takes an answer in parts only when the last
 * part comes last, tells a server message again for each copy of it, and does not learn that a server
 * has begun to count again; so it is asked over a network that is kind.
 */
import { Socket, type Connection } from '@senfo/battleye';
import { GameDig } from 'gamedig';
import { afterEach, describe, expect, test } from 'vitest';
import { parsePlayers } from '../src/host/connectors/battleye/answers.ts';
import { createConnector } from '../src/host/connectors/games/connect.ts';
import type { GameConnector, GameFact } from '../src/host/connectors/contract.ts';
import { systemPorts } from '../src/host/connectors/udp.ts';
import { startSimServer, type SimServer } from '../src/sim/server.ts';

const WAIT = { timeout: 10_000, interval: 10 };
const PASSWORD = 'second opinion';
const NAMES = ['Ann', 'Bob: hi', '(Global) y', 'Игрок №5', '🐺 Wolf', '(3 players in total)'];

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startServer(game: 'DAYZ' | 'ARMA2' | 'ARMA3', people: number): Promise<SimServer> {
  const server = await startSimServer({ game, password: PASSWORD, join: 'manual', slots: 128 });
  closing.push(() => server.stop());
  for (let index = 0; index < people; index += 1) {
    const name = NAMES[index % NAMES.length] ?? '';
    const { id } = server.join({ name, steamId: String(76561190000000001n + BigInt(index)) });
    server.world.identify(id);
    if (index % 3 > 0) server.world.verify(id);
    if (index % 2 > 0) server.world.enterGame(id);
  }
  return server;
}

async function connect(server: SimServer): Promise<Connection> {
  const { host, rconPort } = server.address;
  const socket = new Socket();
  const details = { name: 'second', ip: host, port: rconPort ?? 0, password: PASSWORD };
  const connection = socket.connection(details, { reconnect: false });
  const errors: Error[] = [];
  connection.on('error', (error) => errors.push(error));
  socket.on('error', (error: Error) => errors.push(error));
  closing.push(() => {
    socket.close();
    expect(errors).toEqual([]);
  });
  await expect.poll(() => connection.connected, WAIT).toBe(true);
  return connection;
}

async function follow(server: SimServer): Promise<{ connector: GameConnector; facts: GameFact[] }> {
  const { game, host, gamePort, queryPort, rconPort } = server.address;
  const target = {
    game,
    host,
    gamePort,
    queryPort,
    rcon: { port: rconPort ?? 0, password: PASSWORD },
  };
  const facts: GameFact[] = [];
  const connector = createConnector(target, systemPorts, (fact) => facts.push(fact));
  closing.push(() => connector.stop());
  connector.start();
  return { connector, facts };
}

/** The rows as a reader of the third kind splits them: from the left by columns, blind to the name. */
function columns(table: string) {
  return table
    .split('\n')
    .slice(3, -1)
    .map((row) => {
      const [, slot, address, , identity, name] =
        /^(\d+) +(\S+) +(-?\d+) +(\S+) +(.*)$/.exec(row) ?? [];
      return { slot: Number(slot), address, guid: identity?.slice(0, 32), name };
    });
}

const truth = (server: SimServer) =>
  server.roster().map(({ slot, address, port, guid, name, lobby }) => ({
    slot,
    address: `${address}:${port}`,
    guid,
    name: lobby ? `${name} (Lobby)` : name,
  }));

describe.each(['DAYZ', 'ARMA2', 'ARMA3'] as const)('a BattlEye client of npm and %s', (game) => {
  test('agree on who is there, in parts that cut characters, and so does the connector', async () => {
    const server = await startServer(game, 60);
    const { connector } = await follow(server);
    const client = await connect(server);
    const { data = '' } = await client.command('players');
    expect(columns(data)).toEqual(truth(server));
    expect(parsePlayers(data)).toMatchObject({ total: 60, complete: true });
    await expect.poll(() => connector.roster().length, WAIT).toBe(60);
    const seen = connector.roster().map(({ guid, name }) => [guid, name]);
    expect(seen).toEqual(server.roster().map(({ guid, name }) => [guid, name]));
  });

  test('agree on what is said, each message once and in order, and so does the connector', async () => {
    const server = await startServer(game, 6);
    const { connector, facts } = await follow(server);
    await expect.poll(() => connector.roster().length, WAIT).toBe(6);
    const client = await connect(server);
    const heard: string[] = [];
    client.on('message', (message) => heard.push(message));
    const before = server.log.said.length;
    const [speaker, goes] = server.roster();
    for (let line = 0; line < 20; line += 1) server.chat(speaker!.id, 'Global', `line ${line}`);
    await client.command(`kick ${goes!.slot} enough`);
    const said = () => server.log.said.slice(before).map(({ text }) => text);
    await expect.poll(() => heard.filter((text) => said().includes(text)), WAIT).toEqual(said());
    const told = () =>
      facts.flatMap((fact) =>
        fact.kind === 'console' && fact.direction === 'in' ? [fact.text] : [],
      );
    await expect.poll(() => told().slice(-said().length), WAIT).toEqual(said());
    expect(said().at(-1)).toContain('disconnected');
    expect(server.roster()).toHaveLength(5);
  });

  test('agree on which password is right', async () => {
    const server = await startServer(game, 0);
    const { host, rconPort } = server.address;
    const socket = new Socket();
    closing.push(() => socket.close());
    const details = { name: 'wrong', ip: host, port: rconPort ?? 0, password: 'wrong' };
    socket.on('error', () => undefined);
    const connection = socket.connection(details, { reconnect: false }, false);
    await expect.poll(() => socket.listening, WAIT).toBe(true);
    await expect(connection.connect()).rejects.toThrow('password is invalid');
    expect(server.log.logins.map(({ outcome }) => outcome)).toEqual(['refused']);
  });
});

test.each([
  ['DAYZ', 'dayz'],
  ['ARMA2', 'a2oa'],
  ['ARMA3', 'arma3'],
] as const)('gamedig and the connector agree about the status of %s', async (game, type) => {
  const server = await startServer(game, 23);
  server.world.lock();
  const { connector, facts } = await follow(server);
  await expect.poll(() => connector.roster().length, WAIT).toBe(23);
  const of = <Kind extends GameFact['kind']>(kind: Kind) =>
    facts.findLast((fact): fact is Extract<GameFact, { kind: Kind }> => fact.kind === kind);
  await expect.poll(() => of('population')?.population.slots, WAIT).toBe(128);
  const { host, queryPort } = server.address;
  const asked = { type, host, port: queryPort, givenPortOnly: true, requestRules: true };
  const state = await GameDig.query(asked);
  expect(state).toMatchObject({
    name: of('environment')?.name,
    map: of('environment')?.map,
    version: of('environment')?.version,
    password: of('environment')?.passwordProtected,
    numplayers: of('population')?.population.players,
    maxplayers: of('population')?.population.slots,
  });
  const raw = state.raw as { readonly queue?: number; readonly tags?: readonly string[] };
  expect(raw.queue ?? null).toBe(of('population')?.population.queue);
  if (game !== 'DAYZ') {
    expect(raw.tags?.includes('lt')).toBe(of('environment')?.locked);
    const names = state.players.map(({ name }) => name).toSorted();
    expect(names).toEqual(
      server
        .roster()
        .map(({ name }) => name)
        .toSorted(),
    );
  }
});
