/** BattlEye says who speaks by a name alone: a line of chat is given to whoever said it, or to nobody. */
import { describe, expect, test } from 'vitest';
import type { GameFact, RconTarget } from '../contract.ts';
import { FakeNetwork, ManualClock, seededRandom } from '../doubles.ts';
import { parsePlayers } from './answers.ts';
import { BattlEyeConnector } from './connector.ts';
import { FakeBattlEyeServer, playerRow, playersTable } from './doubles.ts';
import { observe } from './observe.ts';
import { Roster } from './roster.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const table = (...rows: readonly string[]) => {
  const read = parsePlayers(playersTable(...rows));
  if (read === null) throw new Error('no table');
  return read;
};
const BOB = playerRow(0, 'Bob', A);
const OTHER = playerRow(1, 'Bob', B);

/** Bob is on, and nobody else, by a list. */
function known(): Roster {
  const roster = new Roster();
  roster.begin();
  roster.reconcile(table(BOB), roster.mark, 'resync');
  return roster;
}
const speaker = (roster: Roster, line = '(Global) Bob: hi') => {
  const [fact] = observe(line, roster);
  return fact?.kind === 'chat' ? fact.player && (fact.player.guid ?? '') : null;
};

describe('a line is nobody’s', () => {
  test('before a list has told who is on', () => {
    const roster = new Roster();
    roster.begin();
    roster.connected(0, 'Bob', '203.0.113.1', 2304);
    expect([roster.byName('Bob')?.name, speaker(roster)]).toEqual(['Bob', null]);
    roster.reconcile(table(BOB), roster.mark, 'resync');
    expect(speaker(roster)).toBe(A);
  });
  test('in a new session, until its list is read', () => {
    const roster = known();
    expect(speaker(roster)).toBe(A);
    roster.begin();
    expect(speaker(roster)).toBeNull();
    roster.reconcile(table(BOB), roster.mark, 'resync');
    expect(speaker(roster)).toBe(A);
  });
  test('while somebody else of that name is gone by a list, until their leave is told or a minute has gone by', () => {
    const gone = () => {
      const roster = known();
      roster.begin();
      roster.reconcile(table(OTHER), roster.mark, 'resync');
      expect([roster.size, speaker(roster)]).toEqual([1, null]);
      return roster;
    };
    const told = gone();
    told.disconnected(0, 'Bob');
    expect(speaker(told)).toBe(B);
    const taken = gone();
    taken.connected(0, 'Eve', '203.0.113.4', 2304);
    expect(speaker(taken)).toBe(B);
    const silent = gone();
    for (let lists = 0; lists < 13; lists += 1) {
      expect(speaker(silent)).toBeNull();
      silent.reconcile(table(OTHER), silent.mark, 'confirm');
    }
    expect(speaker(silent)).toBe(B);
  });
  test('and not where it was the same person, who has come back', () => {
    const roster = known();
    roster.begin();
    roster.reconcile(table(playerRow(1, 'Bob', A)), roster.mark, 'resync');
    expect(speaker(roster)).toBe(A);
  });
  test('a leave that is told late is of whoever had the slot then', () => {
    const roster = known();
    for (const _ of [1, 2]) roster.reconcile(table(playerRow(0, 'Bob', B)), roster.mark, 'confirm');
    expect([roster.entries()[0]?.player.guid, speaker(roster)]).toEqual([B, null]);
    expect(roster.disconnected(0, 'Bob')).toEqual([]);
    expect(speaker(roster)).toBe(B);
    expect(roster.disconnected(0, 'Bob')).toHaveLength(1);
  });
  test('once messages were missed, until a list that was asked for later has told of everybody', () => {
    const roster = known();
    const before = roster.mark;
    roster.missed();
    roster.reconcile(table(BOB), before, 'confirm');
    expect(speaker(roster)).toBeNull();
    // Somebody of the same name waits for a second list.
    roster.reconcile(table(BOB, OTHER), roster.mark, 'confirm');
    expect([roster.size, speaker(roster)]).toEqual([1, null]);
    roster.reconcile(table(BOB, OTHER), roster.mark, 'confirm');
    roster.disconnected(0, 'Bob');
    expect(speaker(roster)).toBe(B);
  });
  test('by a list that is cut off, and not by one with a row that cannot be read', () => {
    const roster = known();
    roster.missed();
    roster.reconcile({ ...table(BOB), total: 2, complete: false }, roster.mark, 'confirm');
    expect(speaker(roster)).toBeNull();
    const odd = { ...table(BOB), dropped: ['?'], total: 2, complete: false };
    roster.reconcile(odd, roster.mark, 'confirm');
    expect(speaker(roster)).toBe(A);
  });
  test('where another one’s name fits, too, also as a list has cut it', () => {
    for (const name of ['Bob: the builder', 'Bob: the builder ', 'Bob: the builder (Lobby)']) {
      const roster = known();
      roster.reconcile(table(BOB, playerRow(1, name.trimEnd(), B)), roster.mark, 'resync');
      expect(speaker(roster, `(Global) ${name}: hi`)).toBeNull();
      expect(speaker(roster, '(Global) Bob: hi')).toBe(A);
    }
  });
});

const TARGET: RconTarget = {
  game: 'DAYZ',
  host: '192.0.2.1',
  gamePort: 2302,
  queryPort: null,
  rcon: { port: 2306, password: 'canary-password' },
};

/** A server, and what is told of it. */
function begin() {
  const clock = new ManualClock();
  const network = new FakeNetwork(clock);
  const server = new FakeBattlEyeServer(network, clock, { address: TARGET.host, port: 2306 });
  server.password = TARGET.rcon.password;
  const facts: GameFact[] = [];
  const connector = new BattlEyeConnector(TARGET, network.ports(), (fact) => facts.push(fact));
  const said = () => facts.flatMap((fact) => (fact.kind === 'chat' ? [fact] : []));
  return { clock, network, server, connector, said };
}

test('what waited for a message that was lost is nobody’s when the session ends', async () => {
  const { clock, server, connector, said } = begin();
  server.answers.set('players', () => playersTable(BOB));
  connector.start();
  await clock.advance(1_000);
  server.say('(Global) Bob: mine');
  await clock.advance(100);
  server.mute = true;
  server.say('Player #1 Bob (203.0.113.2:2304) connected');
  server.mute = false;
  server.say('(Global) Bob: his');
  server.mute = true;
  await clock.advance(15_000);
  expect(said().map(({ player, text }) => [player?.guid ?? null, text])).toEqual([
    [A, 'mine'],
    [null, 'his'],
  ]);
});

test.each([1, 5, 30, 32, 46])(
  'however bad the network is, for an hour of namesakes (%i)',
  async (seed) => {
    const { clock, network, server, connector, said } = begin();
    const slots = new Map<number, number>();
    const print = () =>
      [...slots].map(([slot, port]) => playerRow(slot, 'Bob', null, `203.0.113.9:${port}`));
    server.answers.set('players', () => playersTable(...print()));
    Object.assign(network.faults, { loss: 0.35, duplication: 0.1, reordering: 0.1, delay: 300 });
    connector.start();
    await clock.advance(30_000);
    const random = seededRandom(seed);
    let port = 1_000;
    for (let second = 0; second < 3_600; second += 1) {
      const slot = Math.floor(random() * 3);
      const on = slots.get(slot);
      if (random() < 0.1) {
        if (on === undefined) {
          port += 1;
          slots.set(slot, port);
          server.say(`Player #${slot} Bob (203.0.113.9:${port}) connected`);
        } else {
          slots.delete(slot);
          server.say(`Player #${slot} Bob disconnected`);
        }
      } else if (on !== undefined && random() < 0.3) server.say(`(Global) Bob: ${on}`);
      await clock.advance(1_000);
    }
    await connector.stop();
    const given = said().filter(({ player }) => player !== null);
    expect([said().length > 300, given.length > 20]).toEqual([true, true]);
    expect(given.filter(({ player, text }) => String(player?.port) !== text)).toEqual([]);
  },
);
