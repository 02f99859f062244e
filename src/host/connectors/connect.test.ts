import { beforeEach, describe, expect, test } from 'vitest';
import { FakeQueryServer, infoAnswer } from './a2s/doubles.ts';
import { FakeBattlEyeServer, playerRow, playersTable } from './battleye/doubles.ts';
import { createConnector } from './connect.ts';
import type {
  ConnectionTest,
  ConnectorTarget,
  RconTarget,
  GameConnector,
  GameFact,
} from './contract.ts';
import { FakeNetwork, ManualClock } from './doubles.ts';
import { TEST_LIMIT, testConnection } from './test-connection.ts';

const ADDRESS = '192.0.2.1';
const TARGET: RconTarget = {
  game: 'DAYZ',
  host: 'game.example',
  gamePort: 2302,
  queryPort: 27017,
  rcon: { port: 2306, password: 'canary-password' },
};
const RCON = { address: ADDRESS, port: TARGET.rcon.port };
const QUERY = { address: ADDRESS, port: 27017 };

let clock: ManualClock;
let network: FakeNetwork;
let rcon: FakeBattlEyeServer;
let query: FakeQueryServer;
let rows: string[];

beforeEach(() => {
  clock = new ManualClock();
  network = new FakeNetwork(clock);
  network.name(TARGET.host, ADDRESS);
  rcon = new FakeBattlEyeServer(network, clock, RCON);
  rcon.password = TARGET.rcon.password;
  rows = [playerRow(0, 'Bob', 'a'.repeat(32))];
  rcon.answers.set('players', () => playersTable(...rows));
  query = new FakeQueryServer(network, QUERY);
  query.answer = () => infoAnswer({ players: 40, slots: 60 });
});

describe('a joined connector', () => {
  let facts: GameFact[];
  let connector: GameConnector;

  beforeEach(async () => {
    facts = [];
    connector = createConnector(TARGET, network.ports(), (fact) => facts.push(fact));
    connector.start();
    await clock.advance(1_000);
  });

  const populations = () =>
    facts.flatMap((fact) =>
      fact.kind === 'population' ? [{ ...fact.population, source: fact.source }] : [],
    );
  const environments = () => facts.filter((fact) => fact.kind === 'environment');

  test('counts players by RCon, slots and queue by A2S', () => {
    expect(populations().at(-1)).toEqual({ players: 1, slots: 60, queue: 3, source: 'rcon' });
    expect(environments()).toMatchObject([
      {
        name: 'A server',
        map: 'chernarusplus',
        time: '15:12',
        passwordProtected: false,
        startedAt: null,
        latency: 10,
      },
    ]);
  });
  test('without RCon counts players by A2S, and without both knows nothing', async () => {
    network.unlisten(RCON);
    const locked = connector.run({ action: 'SERVER_LOCK' });
    await clock.advance(60_000);
    expect(await locked).toMatchObject({ ok: false, kind: 'no-answer' });
    expect(populations().at(-1)).toEqual({ players: 40, slots: 60, queue: 3, source: 'a2s' });
    query.answer = () => null;
    await clock.advance(120_000);
    expect(populations().at(-1)).toEqual({
      players: null,
      slots: null,
      queue: null,
      source: 'a2s',
    });
    expect(environments().at(-1)).toMatchObject({ name: null, map: null, latency: null });
  });
  test('tells nothing twice', async () => {
    const before = [populations().length, environments().length];
    await clock.advance(300_000);
    expect([populations().length, environments().length]).toEqual(before);
  });
  test('knows when a server started that it saw starting', async () => {
    network.unlisten(RCON);
    rcon.forgetEveryone();
    await clock.advance(60_000);
    rcon = new FakeBattlEyeServer(network, clock, RCON);
    rcon.password = TARGET.rcon.password;
    rcon.ready = false;
    rcon.answers.set('players', () => playersTable());
    await clock.advance(45_000);
    rcon.ready = true;
    await clock.advance(15_000);
    const connected = facts.findLast(
      (fact) => fact.kind === 'state' && fact.state === 'CONNECTED' && !fact.ready,
    );
    expect(environments().at(-1)).toMatchObject({ startedAt: connected?.at });
  });
  test('is silent and closed after its stop', async () => {
    await connector.stop();
    const before = facts.length;
    await clock.advance(300_000);
    expect(facts).toHaveLength(before);
    expect(network.open).toBe(0);
  });
});

test('a game whose remote control is not spoken says so', async () => {
  const facts: GameFact[] = [];
  for (const game of ['RUST', 'GENERIC'] as const) {
    const connector = createConnector({ ...TARGET, game }, network.ports(), (fact) =>
      facts.push(fact),
    );
    connector.start();
    expect(await connector.run({ action: 'SERVER_LOCK' })).toMatchObject({ kind: 'unsupported' });
    expect(connector.actions.size).toBe(0);
    await connector.stop();
  }
  expect(facts).toMatchObject([{ state: 'ERROR' }, { state: 'ERROR' }]);
});

describe('testing a connection', () => {
  async function tried(target: Partial<ConnectorTarget> = {}): Promise<ConnectionTest> {
    const began = clock.elapsed();
    let took = 0;
    const result = testConnection({ ...TARGET, ...target }, network.ports()).then((test) => {
      took = clock.elapsed() - began;
      return test;
    });
    await clock.advance(TEST_LIMIT + 1_000);
    const test = await result;
    expect(took).toBeLessThanOrEqual(TEST_LIMIT);
    expect(network.open).toBe(0);
    return test;
  }

  test('a good one tells who is there', async () => {
    expect(await tried()).toEqual({
      ok: true,
      latency: 10,
      population: { players: 1, slots: 60, queue: 3 },
      name: 'A server',
      map: 'chernarusplus',
    });
    expect(rcon.logins).toHaveLength(1);
  });
  test('a name that does not resolve', async () => {
    expect(await tried({ host: 'nowhere.example' })).toEqual({
      ok: false,
      fault: { kind: 'hostname-not-resolved' },
    });
  });
  test('nothing answers on the RCon port', async () => {
    rcon.mute = true;
    expect(await tried()).toEqual({ ok: false, fault: { kind: 'socket-unreachable' } });
    network.unlisten(RCON);
    expect(await tried()).toEqual({ ok: false, fault: { kind: 'socket-unreachable' } });
  });
  test('one lost login is no verdict', async () => {
    rcon.ignoreLogins = 1;
    expect(await tried()).toMatchObject({ ok: true });
  });
  test('a wrong password', async () => {
    expect(await tried({ rcon: { port: 2306, password: 'wrong' } })).toEqual({
      ok: false,
      fault: { kind: 'authentication-failed' },
    });
  });
  test('another game than the chosen one', async () => {
    query.answer = () => infoAnswer({ folder: 'Arma3' });
    expect(await tried()).toEqual({ ok: false, fault: { kind: 'unknown-server' } });
    expect(await tried({ game: 'ARMA3' })).toMatchObject({ ok: true });
  });
  test('something that does not know its players', async () => {
    rcon.answers.set('players', () => 'Unknown command');
    expect(await tried()).toEqual({ ok: false, fault: { kind: 'unknown-server' } });
  });
  test('without A2S the rest is unknown', async () => {
    network.unlisten(QUERY);
    expect(await tried()).toEqual({
      ok: true,
      latency: 10,
      population: { players: 1, slots: null, queue: null },
      name: null,
      map: null,
    });
  });
  test('a server that is still loading is a good one', async () => {
    rcon.ready = false;
    expect(await tried()).toMatchObject({ ok: true, population: { players: 40 } });
  });
  test('a game without remote control', async () => {
    expect(await tried({ game: 'RUST' })).toMatchObject({ fault: { kind: 'forbidden' } });
  });
});
