import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandResult, RconTarget, GameCommand, GameFact } from '../contract.ts';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import { BattlEyeConnector } from './connector.ts';
import { FakeBattlEyeServer, playerRow, playersTable } from './doubles.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const TARGET: RconTarget = {
  game: 'DAYZ',
  host: '192.0.2.1',
  gamePort: 2302,
  queryPort: null,
  rcon: { port: 2306, password: 'canary-password' },
};
const ENDPOINT = { address: TARGET.host, port: TARGET.rcon.port };

let clock: ManualClock;
let network: FakeNetwork;
let server: FakeBattlEyeServer;
let connector: BattlEyeConnector;
let facts: GameFact[];
let rows: string[];

beforeEach(() => {
  clock = new ManualClock();
  network = new FakeNetwork(clock);
  server = begin();
  rows = [];
  server.answers.set('players', () => playersTable(...rows));
  facts = [];
  connector = new BattlEyeConnector(TARGET, network.ports(), (fact) => facts.push(fact));
});

/** A server's process begins. */
function begin(): FakeBattlEyeServer {
  const begun = new FakeBattlEyeServer(network, clock, ENDPOINT);
  begun.password = TARGET.rcon.password;
  return begun;
}

async function start(): Promise<void> {
  connector.start();
  await clock.advance(1_000);
}

async function run(command: GameCommand, ms = 20_000): Promise<CommandResult> {
  const result = connector.run(command);
  await clock.advance(ms);
  return result;
}

/** Facts of some kinds, without their time. */
function of(...kinds: readonly GameFact['kind'][]): object[] {
  return facts
    .filter((fact) => kinds.includes(fact.kind))
    .map((fact) => Object.fromEntries(Object.entries(fact).filter(([field]) => field !== 'at')));
}

const names = () => connector.roster().map((player) => player.name);
const keyOf = (name: string) =>
  connector.roster().find((player) => player.name === name)?.key ?? 'nobody';

describe('connecting', () => {
  test('tells its states, the players found, their pings and their number', async () => {
    rows = [playerRow(0, 'Bob', A), playerRow(3, 'Eve', B)];
    await start();
    expect(of('state')).toEqual([
      { kind: 'state', state: 'STARTING', ready: false, fault: null },
      { kind: 'state', state: 'CONNECTING', ready: false, fault: null },
      { kind: 'state', state: 'CONNECTED', ready: false, fault: null },
      { kind: 'state', state: 'CONNECTED', ready: true, fault: null },
    ]);
    expect(of('join')).toMatchObject([
      { seen: 'resync', player: { name: 'Bob', guid: A, verified: true, ping: 50 } },
      { seen: 'resync', player: { name: 'Eve' } },
    ]);
    expect(of('pings')).toEqual([
      {
        kind: 'pings',
        pings: new Map([
          [keyOf('Bob'), 50],
          [keyOf('Eve'), 50],
        ]),
      },
    ]);
    expect(of('population')).toEqual([
      {
        kind: 'population',
        source: 'rcon',
        population: { players: 2, slots: null, queue: null },
      },
    ]);
  });
  test('a refused password is an error that stays', async () => {
    server.password = 'another';
    await start();
    await clock.advance(300_000);
    expect(of('state').at(-1)).toMatchObject({
      state: 'ERROR',
      fault: { kind: 'authentication-failed' },
    });
    expect(server.logins).toHaveLength(1);
  });
  test('a server that is still loading is connected and not ready, then ready', async () => {
    server.ready = false;
    await start();
    await clock.advance(20_000);
    expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: false });
    server.ready = true;
    rows = [playerRow(0, 'Bob', A)];
    await clock.advance(10_000);
    expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
    expect(names()).toEqual(['Bob']);
  });
  test('a server whose answer is no player list is not ready', async () => {
    let answer = '';
    server.answers.set('players', () => answer);
    await start();
    expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: false });
    answer = playersTable(playerRow(0, 'Bob', A));
    await clock.advance(2_000);
    expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
    answer = '';
    await clock.advance(15_000);
    expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: false });
    expect(of('population').at(-1)).toMatchObject({ population: { players: null } });
  });
  test('nothing is told after a stop, and nothing stays open', async () => {
    await start();
    await connector.stop();
    const before = facts.length;
    server.say('(Global) Bob: anybody there');
    await clock.advance(600_000);
    expect(facts).toHaveLength(before);
    expect(network.open).toBe(0);
  });
});

describe('what the server says', () => {
  test('becomes facts in the order said, each line in the console', async () => {
    await start();
    facts.length = 0;
    const lines = [
      'Player #0 Bob (203.0.113.1:2304) connected',
      `Player #0 Bob - BE GUID: ${A}`,
      '(Global) Bob: hi',
      'RCon admin #1: (Global) welcome',
      `Player #0 Bob (${A}) has been kicked by BattlEye: Admin Kick (rude)`,
      'Player #0 Bob disconnected',
      'Connected to BE Master',
    ];
    for (const line of lines) server.say(line);
    await clock.advance(100);
    expect(of('console').map((fact) => ('text' in fact ? fact.text : ''))).toEqual(lines);
    expect(of('join', 'player-changed', 'chat', 'admin', 'kick', 'leave')).toMatchObject([
      { kind: 'join', seen: 'live', player: { name: 'Bob', ip: '203.0.113.1' } },
      { kind: 'player-changed', player: { guid: A } },
      { kind: 'chat', channel: 'Global', name: 'Bob', text: 'hi', player: { guid: A } },
      { kind: 'admin', admin: 1, did: 'message-public', to: null, text: 'welcome' },
      { kind: 'kick', by: 'admin-kick', reason: 'rude', guid: A, player: { name: 'Bob' } },
      { kind: 'leave', seen: 'live', player: { name: 'Bob' } },
    ]);
  });
  test('is never the password', async () => {
    await start();
    server.say(`Config entry: RConPassword ${TARGET.rcon.password}`);
    server.answers.set('version', () => `1.217 ${TARGET.rcon.password}`);
    const result = await run({ action: 'RAW', command: 'version' });
    await run({ action: 'RAW', command: `#login ${TARGET.rcon.password}` });
    expect(JSON.stringify([facts, result])).not.toContain(TARGET.rcon.password);
    expect(of('console')).toHaveLength(4);
  });
});

describe('a restart', () => {
  test('ends every stay: who is on the server afterwards has come since', async () => {
    rows = [playerRow(0, 'Bob', A), playerRow(1, 'Eve', B)];
    await start();
    facts.length = 0;
    network.unlisten(ENDPOINT);
    server.forgetEveryone();
    await clock.advance(35_000);
    expect(of('state')).toMatchObject([
      { state: 'DISCONNECTED', fault: { kind: 'socket-unreachable' } },
    ]);
    server = begin();
    server.ready = false;
    server.answers.set('players', () => playersTable(playerRow(1, 'Eve', B)));
    await clock.advance(60_000);
    server.ready = true;
    await clock.advance(20_000);
    expect(of('state')).toMatchObject([
      { state: 'DISCONNECTED' },
      { state: 'CONNECTED', ready: false },
      { state: 'CONNECTED', ready: true },
    ]);
    expect(of('leave', 'join')).toMatchObject([
      { kind: 'leave', seen: 'resync', player: { name: 'Bob' } },
      { kind: 'leave', seen: 'resync', player: { name: 'Eve' } },
      { kind: 'join', seen: 'resync', player: { name: 'Eve' } },
    ]);
    expect(of('population')).toMatchObject([
      { population: { players: null } },
      { population: { players: 1 } },
    ]);
  });
  test('that ended while nobody was connected has begun when it is there again', async () => {
    server.ready = false;
    await start();
    const loggedIn = facts.findLast((fact) => fact.kind === 'state')?.at;
    await clock.advance(20_000);
    server.ready = true;
    await clock.advance(10_000);
    expect(of('environment')).toMatchObject([{ startedAt: loggedIn }]);
    network.unlisten(ENDPOINT);
    server.forgetEveryone();
    await clock.advance(35_000);
    server = begin();
    server.answers.set('players', () => playersTable());
    await clock.advance(60_000);
    const again = facts.findLast((fact) => fact.kind === 'state' && !fact.ready)?.at;
    expect(of('environment')).toMatchObject([{ startedAt: loggedIn }, { startedAt: again }]);
  });
  test('ends no stay of those who come while the server is still loading', async () => {
    rows = [playerRow(0, 'Bob', A)];
    await start();
    facts.length = 0;
    server.forgetEveryone();
    server.ready = false;
    await clock.advance(20_000);
    server.say('Player #0 Bob (203.0.113.1:2304) connected');
    await clock.advance(500);
    server.ready = true;
    await clock.advance(40_000);
    expect(of('leave', 'join')).toMatchObject([
      { kind: 'leave', seen: 'resync', player: { name: 'Bob', key: '1' } },
      { kind: 'join', seen: 'live', player: { name: 'Bob', key: '2' } },
    ]);
    expect(names()).toEqual(['Bob']);
  });
});

describe('actions', () => {
  beforeEach(async () => {
    rows = [playerRow(0, 'Bob', A), playerRow(3, 'Eve', B)];
    await start();
    server.commands.length = 0;
    facts.length = 0;
  });

  test('a kick takes the number that the player has now', async () => {
    const playerKey = keyOf('Eve');
    rows = [playerRow(3, 'Tim', 'c'.repeat(32)), playerRow(5, 'Eve', B)];
    expect(await run({ action: 'SERVER_KICK', playerKey, reason: 'be\nnice' })).toEqual({
      ok: true,
      answer: '',
    });
    expect(server.commands.slice(0, 2)).toEqual(['players', 'kick 5 be nice']);
    expect(of('console')).toEqual([{ kind: 'console', direction: 'out', text: 'kick 5 be nice' }]);
  });
  test('nobody is kicked in the place of a player who left', async () => {
    const playerKey = keyOf('Eve');
    rows = [playerRow(0, 'Bob', A), playerRow(3, 'Tim', 'c'.repeat(32))];
    expect(await run({ action: 'SERVER_KICK', playerKey, reason: '' })).toMatchObject({
      ok: false,
      kind: 'player-gone',
    });
    expect(server.commands.filter((command) => command.startsWith('kick'))).toEqual([]);
  });
  test('a key that nobody bears is a player who is gone', async () => {
    expect(await run({ action: 'MESSAGE_PRIVATE', playerKey: '99', text: 'x' })).toMatchObject({
      kind: 'player-gone',
    });
  });
  test('without a GUID, name and address decide, and two such are ambiguous', async () => {
    server.say('Player #7 Tim (203.0.113.70:2304) connected');
    await clock.advance(100);
    const playerKey = keyOf('Tim');
    rows.push(playerRow(7, 'Tim', null, '203.0.113.70:2304'));
    expect(await run({ action: 'MESSAGE_PRIVATE', playerKey, text: 'psst' }, 100)).toMatchObject({
      ok: true,
    });
    expect(server.commands.at(-1)).toBe('say 7 psst');
    rows.pop();
    rows.push(
      playerRow(8, 'Tim', null, '203.0.113.70:2305'),
      playerRow(9, 'Tim', null, '203.0.113.70:2306'),
    );
    expect(await run({ action: 'SERVER_KICK', playerKey, reason: '' }, 100)).toMatchObject({
      ok: false,
      kind: 'ambiguous',
    });
  });
  test('a lost answer to a kick is read back from the list, and the kick not repeated', async () => {
    const playerKey = keyOf('Eve');
    server.answers.set('kick 3 rude', () => {
      rows = [playerRow(0, 'Bob', A)];
      server.mute = true;
      clock.after(1_000, () => (server.mute = false));
      return '';
    });
    expect(await run({ action: 'SERVER_KICK', playerKey, reason: 'rude' })).toEqual({
      ok: true,
      answer: '',
    });
    expect(server.commands.filter((command) => command.startsWith('kick'))).toHaveLength(1);
  });
  test('a lost answer to a message is known by its echo', async () => {
    server.answers.set('say -1 hello', () => {
      server.mute = true;
      clock.after(1_000, () => {
        server.mute = false;
        server.say('RCon admin #0: (Global) hello');
      });
      return '';
    });
    expect(await run({ action: 'MESSAGE_PUBLIC', text: 'hello' })).toMatchObject({ ok: true });
    server.mute = true;
    expect(await run({ action: 'MESSAGE_PUBLIC', text: 'again' })).toMatchObject({
      ok: false,
      kind: 'no-answer',
    });
  });
  test('lock, unlock and restart go by the game, and an unknown command is unsupported', async () => {
    await run({ action: 'SERVER_LOCK' }, 100);
    await run({ action: 'SERVER_UNLOCK' }, 100);
    server.answers.set('#shutdown', () => 'Unknown command');
    expect(await run({ action: 'SERVER_RESTART' }, 100)).toMatchObject({ kind: 'unsupported' });
    expect(server.commands).toEqual(['#lock', '#unlock', '#shutdown']);
  });
  test('a server that goes down with its answer has been restarted', async () => {
    const result = connector.run({ action: 'SERVER_RESTART' });
    network.unlisten(ENDPOINT);
    await clock.advance(100);
    expect(await result).toEqual({ ok: true, answer: '' });
  });
  test('raw commands show their answer in the console', async () => {
    server.answers.set('version', () => '1.217');
    expect(await run({ action: 'RAW', command: 'version' }, 100)).toEqual({
      ok: true,
      answer: '1.217',
    });
    expect(of('console')).toEqual([
      { kind: 'console', direction: 'out', text: 'version' },
      { kind: 'console', direction: 'answer', text: '1.217' },
    ]);
  });
  test('without a session they fail at once', async () => {
    await connector.stop();
    expect(await run({ action: 'SERVER_LOCK' })).toMatchObject({ kind: 'not-connected' });
  });
  test('each settles within its deadline when nothing answers', async () => {
    server.mute = true;
    const eve = keyOf('Eve');
    const results = await Promise.all([
      run({ action: 'SERVER_KICK', playerKey: eve, reason: '' }, 15_000),
      connector.run({ action: 'SERVER_LOCK' }),
      connector.run({ action: 'MESSAGE_PRIVATE', playerKey: eve, text: 'x' }),
      connector.run({ action: 'RAW', command: 'bans' }),
    ]);
    for (const result of results) expect(result).toMatchObject({ ok: false, kind: 'no-answer' });
  });
});

test('on a bad network the roster follows the server, every chat line told once, for a day', async () => {
  Object.assign(network.faults, { loss: 0.05, duplication: 0.05, reordering: 0.05, delay: 300 });
  const slots = new Map<number, string>();
  const print = () => [...slots].map(([slot, name]) => playerRow(slot, name, null));
  server.answers.set('players', () => playersTable(...print()));
  server.fragmentSize = 200;
  connector.start();
  await clock.advance(60_000);
  const random = network.ports().random;
  let joined = 0;
  const minutes = 24 * 60;
  for (let minute = 0; minute < minutes; minute += 1) {
    const slot = Math.floor(random() * 30);
    const name = slots.get(slot);
    if (name === undefined) {
      joined += 1;
      slots.set(slot, `Player ${minute}`);
      server.say(`Player #${slot} Player ${minute} (203.0.113.${slot + 1}:2304) connected`);
    } else {
      slots.delete(slot);
      server.say(`Player #${slot} ${name} disconnected`);
    }
    server.say(`(Global) someone: line ${minute}`);
    await clock.advance(60_000);
  }
  Object.assign(network.faults, { loss: 0, duplication: 0, reordering: 0 });
  await clock.advance(120_000);
  expect(server.sessions).toBe(1);
  expect(names().toSorted()).toEqual([...slots.values()].toSorted());
  const chat = of('chat').map((fact) => ('text' in fact ? fact.text : ''));
  expect(chat).toEqual(Array.from({ length: minutes }, (_, minute) => `line ${minute}`));
  expect(of('join')).toHaveLength(joined);
  expect(of('leave')).toHaveLength(joined - slots.size);
  expect(of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
});
