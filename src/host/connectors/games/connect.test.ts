import { beforeEach, describe, expect, test } from 'vitest';
import { FakeQueryServer, infoAnswer } from '../a2s/doubles.ts';
import { FakeBattlEyeServer, playerRow, playersTable } from '../battleye/doubles.ts';
import { createConnector } from './connect.ts';
import type {
  ConnectionTest,
  ConnectorTarget,
  RconTarget,
  GameConnector,
  GameFact,
} from '../contract.ts';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import { FakeRustServer } from '../rust/doubles.ts';
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
  test('an answer of the query port after a silence ends the pause before the next log-in', async () => {
    query.answer = () => null;
    network.unlisten(RCON);
    rcon.forgetEveryone();
    await clock.advance(1_200_000);
    rcon = new FakeBattlEyeServer(network, clock, RCON);
    rcon.password = TARGET.rcon.password;
    rcon.answers.set('players', () => playersTable(...rows));
    const tried = rcon.logins.length;
    query.answer = () => infoAnswer({ players: 40, slots: 60 });
    const back = clock.now();
    await clock.advance(40_000);
    const since = facts.filter(({ at }) => at >= back);
    const polled = since.find(({ kind }) => kind === 'environment');
    const connected = since.find((fact) => fact.kind === 'state' && fact.state === 'CONNECTED');
    expect(tried).toBe(0);
    expect((connected?.at ?? Infinity) - (polled?.at ?? 0)).toBeLessThanOrEqual(2_100);
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

describe('a joined Rust connector', () => {
  const RUST = { ...TARGET, game: 'RUST', rcon: { port: 28016, password: 'canary' } } as const;
  let facts: GameFact[];
  let server: FakeRustServer;

  const last = <Kind extends GameFact['kind']>(kind: Kind) =>
    facts.findLast((fact): fact is Extract<GameFact, { kind: Kind }> => fact.kind === kind);

  beforeEach(async () => {
    facts = [];
    server = new FakeRustServer(network, clock, { address: ADDRESS, port: 28016 });
    server.password = 'canary';
    server.slots = 500;
    server.queue = 3;
    const keywords = 'mp575,cp547,qp17,v2633,born1790427784,gmrust';
    query.answer = () => infoAnswer({ players: 35, slots: 63, folder: 'rust', keywords });
    createConnector(RUST, network.ports(), (fact) => facts.push(fact)).start();
    await clock.advance(1_000);
  });

  test('takes slots, queue and wipe from the keywords, the start from RCon', () => {
    expect(last('population')).toMatchObject({
      source: 'rcon',
      population: { players: 0, slots: 575, queue: 17 },
    });
    expect(last('environment')).toMatchObject({
      name: 'A server',
      time: '09:01',
      wipedAt: 1_790_427_784_000,
      startedAt: expect.any(Number),
    });
  });
  test('takes them from RCon where the query port is silent', async () => {
    query.answer = () => null;
    await clock.advance(120_000);
    expect(last('population')).toMatchObject({ population: { players: 0, slots: 500, queue: 3 } });
    expect(last('environment')).toMatchObject({ name: 'A Rust server', map: 'Procedural Map' });
  });
  test('counts players by A2S while RCon is away', async () => {
    server.die();
    network.web.unlisten({ address: ADDRESS, port: 28016 });
    await clock.advance(60_000);
    expect(last('state')).toMatchObject({ state: 'DISCONNECTED' });
    expect(last('population')).toMatchObject({
      source: 'a2s',
      population: { players: 547, slots: 575, queue: 17 },
    });
  });
});

describe('a server that is only looked at', () => {
  const LOOKED_AT: ConnectorTarget = { ...TARGET, game: 'GENERIC', rcon: null };
  let facts: GameFact[];
  let connector: GameConnector;

  beforeEach(() => {
    facts = [];
    connector = createConnector(LOOKED_AT, network.ports(), (fact) => facts.push(fact));
  });

  const states = () =>
    facts.flatMap((fact) => (fact.kind === 'state' ? [[fact.state, fact.fault?.kind]] : []));

  test('is connected while its query port answers, and its players are counted', async () => {
    connector.start();
    await clock.advance(60_000);
    expect(states()).toEqual([
      ['STARTING', undefined],
      ['CONNECTING', undefined],
      ['CONNECTED', undefined],
    ]);
    expect(facts.filter(({ kind }) => kind === 'population')).toMatchObject([
      { source: 'a2s', population: { players: 40, slots: 60, queue: null } },
    ]);
    query.answer = () => null;
    await clock.advance(4_000);
    expect(states().at(-1)).toEqual(['CONNECTED', undefined]);
    await clock.advance(5_000);
    expect(states().at(-1)).toEqual(['DISCONNECTED', 'socket-unreachable']);
    expect(facts.at(-1)).toMatchObject({ kind: 'environment', name: null });
    query.answer = () => infoAnswer();
    await clock.advance(20_000);
    expect(states().at(-1)).toEqual(['CONNECTED', undefined]);
    await connector.stop();
    expect(network.open).toBe(0);
  });
  test('that does not answer is disconnected, one without an address an error', async () => {
    network.unlisten(QUERY);
    connector.start();
    await clock.advance(20_000);
    expect(states().at(-1)).toEqual(['DISCONNECTED', 'socket-unreachable']);
    const nowhere = { ...LOOKED_AT, host: 'nowhere.example' };
    createConnector(nowhere, network.ports(), (fact) => facts.push(fact)).start();
    await clock.advance(1_000);
    expect(states().at(-1)).toEqual(['ERROR', 'hostname-not-resolved']);
  });
  test('can be asked for nothing, and says why', async () => {
    expect(await connector.run({ action: 'RAW', command: 'status' })).toMatchObject({
      kind: 'unsupported',
      detail: expect.stringContaining('query port'),
    });
    expect(connector.roster()).toEqual([]);
  });
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

  const good = (population: object) => ({
    ok: true,
    latency: 10,
    population,
    name: 'A server',
    map: 'chernarusplus',
  });

  test('a good one tells who is there', async () => {
    expect(await tried()).toMatchObject(good({ players: 1, slots: 60, queue: 3 }));
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
    expect(await tried()).toMatchObject({
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
  test('a server that is only looked at, where another game answers, or nobody', async () => {
    const looked = { game: 'GENERIC', rcon: null } as const;
    expect(await tried(looked)).toMatchObject(good({ players: 40, slots: 60, queue: null }));
    query.answer = () => infoAnswer({ folder: 'anything' });
    expect(await tried(looked)).toMatchObject({ ok: true });
    network.unlisten(QUERY);
    expect(await tried(looked)).toEqual({ ok: false, fault: { kind: 'socket-unreachable' } });
    expect(await tried({ ...looked, host: 'nowhere.example' })).toEqual({
      ok: false,
      fault: { kind: 'hostname-not-resolved' },
    });
  });

  describe('of Rust', () => {
    const RUST = { game: 'RUST', rcon: { port: 28016, password: 'canary' } } as const;
    let server: FakeRustServer;

    beforeEach(() => {
      server = new FakeRustServer(network, clock, { address: ADDRESS, port: 28016 });
      server.password = 'canary';
      query.answer = () => infoAnswer({ folder: 'rust', keywords: 'mp575,cp547,qp17' });
    });

    test('a good one tells who is there', async () => {
      expect(await tried(RUST)).toMatchObject(good({ players: 0, slots: 575, queue: 17 }));
      expect(server.connections).toHaveLength(1);
    });
    test('without A2S its figures come by RCon', async () => {
      network.unlisten(QUERY);
      expect(await tried(RUST)).toMatchObject({
        ok: true,
        population: { players: 0, slots: 100, queue: 0 },
        name: 'A Rust server',
      });
    });
    test('a wrong password costs two attempts of the five that the server bans for', async () => {
      server.password = 'another';
      expect(await tried(RUST)).toEqual({ ok: false, fault: { kind: 'authentication-failed' } });
      expect(server.connections).toHaveLength(2);
    });
    test('nothing listens, or nothing answers', async () => {
      network.web.frozen = true;
      expect(await tried(RUST)).toEqual({ ok: false, fault: { kind: 'socket-unreachable' } });
      network.web.frozen = false;
      network.web.unlisten({ address: ADDRESS, port: 28016 });
      expect(await tried(RUST)).toEqual({ ok: false, fault: { kind: 'socket-unreachable' } });
    });
    test('no websocket there, or another game', async () => {
      server.refusals.push({ kind: 'rejected', status: 404 }, { kind: 'rejected', status: 404 });
      expect(await tried(RUST)).toMatchObject({ fault: { kind: 'forbidden' } });
      server.answers.set('serverinfo', () => ['Unknown command']);
      expect(await tried(RUST)).toEqual({ ok: false, fault: { kind: 'unknown-server' } });
      server.answers.clear();
      query.answer = () => infoAnswer({ folder: 'dayz' });
      expect(await tried(RUST)).toEqual({ ok: false, fault: { kind: 'unknown-server' } });
    });
    test('a server that is still loading is a good one', async () => {
      server.ready = false;
      expect(await tried(RUST)).toMatchObject({ ok: true, population: { players: 547 } });
    });
  });
});
