import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlayerList } from './payloads.ts';
import { Roster, type RosterFact } from './roster.ts';

const ANN = '76561190000000001';
const BOB = '76561190000000002';
let roster: Roster;

beforeEach(() => {
  roster = new Roster();
});

const row = (steamId: string, port = 4000, name = 'Ann') => ({
  steamId,
  name,
  ping: 40,
  ip: '203.0.113.1',
  port,
});
const list = (...rows: ReturnType<typeof row>[]): PlayerList => ({ rows, dropped: 0 });
const join = (steamId: string, port = 4000, name = 'Ann') =>
  roster.joined(steamId, name, '203.0.113.1', port);
const told = (facts: readonly RosterFact[]) =>
  facts.map((fact) => ('seen' in fact ? `${fact.kind} ${fact.seen}` : fact.kind));
const believe = (rows: PlayerList, mode: 'resync' | 'confirm' = 'confirm') => {
  const { facts, unconfirmed } = roster.reconcile(rows, roster.mark, mode);
  return [...told(facts), ...(unconfirmed ? ['unconfirmed'] : [])];
};

test('it is another version whenever somebody came or left, and no other time', () => {
  const versions = [roster.version];
  for (const happen of [() => join(ANN), () => join(ANN), () => roster.disconnected(ANN)]) {
    happen();
    versions.push(roster.version);
  }
  const [none, came, again, gone] = versions;
  expect(came).not.toBe(none);
  expect(again).toBe(came);
  expect(gone).not.toBe(came);
});

describe('lines', () => {
  test('the second line of a join is the same join', () => {
    expect(told(join(ANN))).toEqual(['join live']);
    expect(told(roster.joined(ANN, 'Ann', '203.0.113.1', null))).toEqual([]);
    expect(told(roster.joined(BOB, 'Bob', '203.0.113.1', null))).toEqual(['join live']);
  });
  test('a second join from elsewhere is another stay', () => {
    const [first] = join(ANN);
    const again = join(ANN, 4001);
    expect(told(again)).toEqual(['leave resync', 'join live']);
    expect(roster.byKey(first?.player.key ?? '')).toBeNull();
  });
  test('a list may be faster than the line', () => {
    expect(believe(list(row(ANN)), 'resync')).toEqual(['join resync']);
    expect(told(join(ANN, 4001))).toEqual(['player-changed']);
    expect(roster.size).toBe(1);
  });
  test('somebody who was never let in leaves nothing', () => {
    expect(roster.disconnected(ANN)).toEqual([]);
  });
  test('who came in a gap and left before the first list after it is not there', () => {
    const seen = { name: 'Ann', ip: '203.0.113.1', port: 4000, ping: null };
    const missed = {
      arrived: new Map([[ANN, seen]]),
      departed: new Set<string>(),
      names: new Map(),
    };
    roster.disconnected(ANN);
    expect(roster.reconcile(list(), roster.mark, 'resync', missed).facts).toEqual([]);
  });
});

describe('lists', () => {
  test('in a steady connection a difference needs two', () => {
    expect(believe(list(row(ANN)))).toEqual(['unconfirmed']);
    expect(believe(list(row(ANN)))).toEqual(['join resync']);
    expect(believe(list())).toEqual(['unconfirmed']);
    expect(believe(list())).toEqual(['leave resync']);
  });
  test('a ping that the newest list does not know is not kept from the one before', () => {
    believe(list(row(ANN)), 'resync');
    roster.reconcile({ rows: [{ ...row(ANN), ping: null }], dropped: 0 }, roster.mark, 'confirm');
    expect(roster.bySteamId(ANN)?.ping).toBeNull();
  });
  test('older than a line say nothing against it', () => {
    believe(list(row(ANN)), 'resync');
    const { mark } = roster;
    roster.disconnected(ANN);
    join(BOB);
    expect(roster.reconcile(list(row(ANN)), mark, 'resync').facts).toEqual([]);
    expect(roster.players().map(({ steamId }) => steamId)).toEqual([BOB]);
  });
  test('older than somebody’s return leave the return as it is', () => {
    believe(list(row(ANN)), 'resync');
    const { mark } = roster;
    roster.disconnected(ANN);
    join(ANN, 4001);
    expect(roster.reconcile(list(row(ANN)), mark, 'resync').facts).toEqual([]);
    expect(roster.reconcile(list(row(ANN)), mark, 'confirm').facts).toEqual([]);
    expect(roster.bySteamId(ANN)?.port).toBe(4001);
  });
  test('with rows that could not be read take nobody away', () => {
    believe(list(row(ANN)), 'resync');
    expect(believe({ rows: [], dropped: 1 }, 'resync')).toEqual([]);
  });
  test('do not show who loads the map; after many without them they are gone', () => {
    join(ANN);
    for (let lists = 0; lists < 190; lists += 1) expect(believe(list())).toEqual([]);
    expect([...believe(list()), ...believe(list())]).toEqual(['unconfirmed', 'leave resync']);
  });
  test('across a gap another address is another stay', () => {
    believe(list(row(ANN)), 'resync');
    expect(believe(list(row(ANN, 4001)))).toEqual(['player-changed']);
    expect(believe(list(row(ANN, 4002)), 'resync')).toEqual(['leave resync', 'join resync']);
  });
  test('across a gap who was loading stays, unless a late line says otherwise', () => {
    join(ANN);
    join(BOB, 4001);
    const departed = new Set([ANN]);
    const arrived = new Map([['76561190000000003', row('76561190000000003', 9)]]);
    const { facts } = roster.reconcile(list(), roster.mark, 'resync', {
      arrived,
      departed,
      names: new Map(),
    });
    expect(told(facts)).toEqual(['leave resync', 'join resync']);
    expect(roster.size).toBe(2);
    expect(believe(list())).toEqual([]);
  });
});

test('after a new process only they are left whom a line of it brought', () => {
  believe(list(row(ANN)), 'resync');
  const { mark } = roster;
  join(BOB, 4001);
  expect(told(roster.emptiedBefore(mark))).toEqual(['leave resync']);
  expect(roster.players().map(({ steamId }) => steamId)).toEqual([BOB]);
});

/** A day of a server in short: people come, load, are listed and go, while somebody listens or not. */
const step = fc.record({
  who: fc.integer({ min: 0, max: 5 }),
  does: fc.constantFrom('come', 'go', 'load', 'list', 'deaf', 'hear'),
});

test('whatever was missed, the next lists make the roster the server’s, keys never return', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      roster = new Roster();
      const there = new Map<string, { port: number; loaded: boolean }>();
      const keys = new Set<string>();
      const present = new Map<string, string>();
      let deaf = false;
      let port = 4000;
      const fold = (facts: readonly RosterFact[]): void => {
        for (const { kind, player } of facts) {
          if (kind === 'join') {
            expect(keys.has(player.key)).toBe(false);
            keys.add(player.key);
            present.set(player.key, player.steamId ?? '');
          } else if (kind === 'leave') expect(present.delete(player.key)).toBe(true);
          else expect(present.has(player.key)).toBe(true);
        }
      };
      const listed = () =>
        list(...[...there].flatMap(([id, seen]) => (seen.loaded ? [row(id, seen.port)] : [])));
      const resync = (): void => {
        fold(roster.reconcile(listed(), roster.mark, 'resync').facts);
        deaf = false;
      };
      for (const { who, does } of steps) {
        const id = `7656119000000000${who}`;
        if (does === 'come' && !there.has(id)) {
          port += 1;
          there.set(id, { port, loaded: deaf });
          if (!deaf) fold(roster.joined(id, 'x', '203.0.113.1', port));
        } else if (does === 'go' && there.delete(id) && !deaf) fold(roster.disconnected(id));
        else if (does === 'load' && there.has(id)) there.set(id, { port, loaded: true });
        else if (does === 'list' && !deaf) {
          fold(roster.reconcile(listed(), roster.mark, 'confirm').facts);
        } else if (does === 'deaf') deaf = true;
        else if (does === 'hear' && deaf) resync();
      }
      for (const [id, seen] of there) there.set(id, { ...seen, loaded: true });
      resync();
      for (let lists = 0; lists < 192; lists += 1) {
        fold(roster.reconcile(listed(), roster.mark, 'confirm').facts);
      }
      expect([...present.values()].toSorted()).toEqual([...there.keys()].toSorted());
      expect(
        roster
          .players()
          .map(({ key }) => key)
          .toSorted(),
      ).toEqual([...present.keys()].toSorted());
    }),
    { numRuns: 300 },
  );
});
