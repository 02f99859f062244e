import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlayers, type PlayersTable } from './answers.ts';
import { playerRow, playersTable } from './doubles.ts';
import { Roster, type ReconcileMode, type RosterFact } from './roster.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

function list(...rows: readonly string[]): PlayersTable {
  const table = parsePlayers(playersTable(...rows));
  if (table === null) throw new Error('no table');
  return table;
}

/** Facts as 'join live Bob' and the like. */
function told(facts: readonly RosterFact[]): string[] {
  return facts.map((fact) => {
    const how = fact.kind === 'player-changed' ? '' : ` ${fact.seen}`;
    return `${fact.kind}${how} ${fact.player.name}`;
  });
}

function reconcile(roster: Roster, table: PlayersTable, mode: ReconcileMode = 'confirm'): string[] {
  return told(roster.reconcile(table, roster.mark, mode).facts);
}

function withBob(): Roster {
  const roster = new Roster();
  roster.connected(0, 'Bob', '203.0.113.1', 2304);
  return roster;
}

test('a ping that a list does not tell is not known', () => {
  const roster = withBob();
  const ping = () => roster.entries()[0]?.player.ping;
  reconcile(roster, list(playerRow(0, 'Bob', A)));
  expect(ping()).toBe(50);
  // Without a GUID the list prints -1.
  reconcile(roster, list(playerRow(0, 'Bob', null)));
  expect(ping()).toBeNull();
});

describe('messages', () => {
  test('a join, a GUID, its verification and a leave keep one key', () => {
    const roster = new Roster();
    const facts = [
      ...roster.connected(0, 'Bob', '203.0.113.1', 2304),
      ...roster.identified(0, 'Bob', A),
      ...roster.verified(0, 'Bob', A),
      ...roster.disconnected(0, 'Bob'),
    ];
    expect(told(facts)).toEqual([
      'join live Bob',
      'player-changed Bob',
      'player-changed Bob',
      'leave live Bob',
    ]);
    expect(new Set(facts.map((fact) => fact.player.key)).size).toBe(1);
    expect(facts.at(-1)?.player).toMatchObject({ guid: A, verified: true, ip: '203.0.113.1' });
    expect(roster.size).toBe(0);
  });
  test('keys are never used again, slots are', () => {
    const roster = withBob();
    const first = roster.entries()[0]?.player.key;
    roster.disconnected(0, 'Bob');
    roster.connected(0, 'Bob', '203.0.113.1', 2304);
    expect(roster.entries()[0]?.player.key).not.toBe(first);
  });
  test('a connection in a taken slot says that its owner has left', () => {
    const roster = withBob();
    expect(told(roster.connected(0, 'Eve', '203.0.113.9', 2304))).toEqual([
      'leave resync Bob',
      'join live Eve',
    ]);
  });
  test('a late message about the last owner of a slot touches nobody', () => {
    const roster = withBob();
    expect(roster.disconnected(0, 'Eve')).toEqual([]);
    expect(roster.identified(0, 'Eve', B)).toEqual([]);
    expect(roster.size).toBe(1);
  });
  test('two of one name are told apart by their slots', () => {
    const roster = withBob();
    roster.connected(1, 'Bob', '203.0.113.2', 2304);
    expect(roster.byName('Bob')).toBeNull();
    roster.disconnected(0, 'Bob');
    expect(roster.byName('Bob')).toMatchObject({ ip: '203.0.113.2' });
  });
});

describe('lists after a reconnect', () => {
  test('differences count at once', () => {
    const roster = withBob();
    roster.connected(1, 'Eve', '203.0.113.2', 2304);
    const table = list(
      playerRow(1, 'Eve', B, '203.0.113.2:2304'),
      playerRow(2, 'Tim', A, '203.0.113.3:2304'),
    );
    expect(reconcile(roster, table, 'resync')).toEqual([
      'leave resync Bob',
      'player-changed Eve',
      'join resync Tim',
    ]);
  });
  test('who came back in the same slot from another port is somebody again', () => {
    const roster = withBob();
    roster.identified(0, 'Bob', A);
    const table = list(playerRow(0, 'Bob', A, '203.0.113.1:7777'));
    expect(reconcile(roster, table, 'resync')).toEqual(['leave resync Bob', 'join resync Bob']);
  });
  test('somebody else at the slot and address of before, without a GUID yet, is somebody else', () => {
    const roster = withBob();
    roster.identified(0, 'Bob', A);
    const anew = (name: string) => reconcile(roster, list(playerRow(0, name, null)), 'resync');
    expect(anew('Bob')).toEqual([]);
    expect(anew('Tim')).toEqual(['leave resync Bob', 'join resync Tim']);
  });
  test('a message since the list was asked for wins over it', () => {
    const roster = withBob();
    const { mark } = roster;
    roster.disconnected(0, 'Bob');
    roster.connected(1, 'Eve', '203.0.113.2', 2304);
    const old = list(playerRow(0, 'Bob', null, '203.0.113.1:2304'));
    expect(roster.reconcile(old, mark, 'resync')).toEqual({ facts: [], unconfirmed: false });
    expect(roster.entries().map((entry) => entry.player.name)).toEqual(['Eve']);
  });
  test('a row from before a join says nothing of who came back since', () => {
    const roster = withBob();
    const { mark } = roster;
    roster.disconnected(0, 'Bob');
    roster.connected(0, 'Bob', '203.0.113.1', 2304);
    const old = list(playerRow(0, 'Bob', A));
    expect(roster.reconcile(old, mark, 'confirm')).toEqual({ facts: [], unconfirmed: false });
    expect(roster.entries()[0]?.player).toMatchObject({ ping: null, guid: null });
  });
  test('a second place of one GUID has to last', () => {
    const roster = new Roster();
    const table = list(
      playerRow(3, 'Bob', A, '203.0.113.1:2304'),
      playerRow(7, 'Bob', A, '203.0.113.1:2310'),
    );
    expect(reconcile(roster, table, 'resync')).toEqual(['join resync Bob']);
    expect(reconcile(roster, table)).toEqual(['join resync Bob']);
  });
});

describe('a session that begins', () => {
  function listedBob(): Roster {
    const roster = new Roster();
    reconcile(roster, list(playerRow(0, 'Bob', A)), 'resync');
    return roster;
  }
  test('a connection in it is a new one, also of somebody whom a list of the last one showed', () => {
    const roster = listedBob();
    roster.begin();
    expect(told(roster.connected(0, 'Bob', '203.0.113.1', 2304))).toEqual([
      'leave resync Bob',
      'join live Bob',
    ]);
  });
  test('a list of it may be faster than the message of the connection', () => {
    const roster = new Roster();
    roster.begin();
    reconcile(roster, list(playerRow(0, 'Bob', A)), 'resync');
    expect(told(roster.connected(0, 'Bob', '203.0.113.1', 2304))).toEqual([]);
  });
  test('with another process ends the stays of before, and none that it has told of', () => {
    const roster = listedBob();
    roster.connected(1, 'Eve', '203.0.113.2', 2304);
    roster.begin();
    roster.connected(2, 'Tim', '203.0.113.3', 2304);
    roster.connected(1, 'Eve', '203.0.113.2', 2304);
    expect(told(roster.emptied())).toEqual(['leave resync Bob']);
    expect(roster.entries().map(({ player }) => player.name)).toEqual(['Tim', 'Eve']);
  });
});

describe('lists in a steady session', () => {
  test('a difference counts when two lists show it', () => {
    const roster = withBob();
    const table = list(playerRow(4, 'Eve', B));
    expect(roster.reconcile(table, roster.mark, 'confirm')).toEqual({
      facts: [],
      unconfirmed: true,
    });
    expect(reconcile(roster, table)).toEqual(['leave resync Bob', 'join resync Eve']);
    expect(reconcile(roster, table)).toEqual([]);
  });
  test('a slot that changed hands unseen takes two lists, not three', () => {
    const roster = withBob();
    const table = list(playerRow(0, 'Eve', B, '203.0.113.9:2304'));
    reconcile(roster, table);
    expect(reconcile(roster, table)).toEqual(['leave resync Bob', 'join resync Eve']);
  });
  test('the message that explains a difference may follow the list', () => {
    const roster = withBob();
    const gone = list();
    reconcile(roster, gone);
    expect(told(roster.disconnected(0, 'Bob'))).toEqual(['leave live Bob']);
    const come = list(playerRow(1, 'Eve', B, '203.0.113.2:2304'));
    reconcile(roster, come);
    reconcile(roster, come);
    expect(roster.connected(1, 'Eve', '203.0.113.2', 2304)).toEqual([]);
    expect(told(roster.disconnected(1, 'Eve'))).toEqual(['leave live Eve']);
  });
  test('a row printed twice, in its old place and in the lobby, is one player', () => {
    const roster = withBob();
    const row = playerRow(0, 'Bob', null, '203.0.113.1:2304');
    expect(reconcile(roster, list(row, `${row} (Lobby)`))).toEqual([]);
    expect(reconcile(roster, list(`${row} (Lobby)`, row))).toEqual([]);
    expect(roster.size).toBe(1);
  });
  test('nobody is missing from a list that is not complete', () => {
    const roster = withBob();
    const table = { ...list(), total: 1, complete: false };
    reconcile(roster, table);
    expect(reconcile(roster, table)).toEqual([]);
    expect(roster.size).toBe(1);
  });
  test('a GUID and the lobby come with a row, and are not taken back by an older one', () => {
    const roster = withBob();
    const known = playerRow(0, 'Bob', A, '203.0.113.1:2304');
    expect(reconcile(roster, list(`${known} (Lobby)`))).toEqual(['player-changed Bob']);
    expect(roster.entries()[0]?.player).toMatchObject({
      guid: A,
      verified: true,
      lobby: true,
      ping: 50,
    });
    const unsure = known.replace('(OK)', '(?) ');
    expect(reconcile(roster, list(unsure))).toEqual(['player-changed Bob']);
    const none = playerRow(0, 'Bob', null, '203.0.113.1:2304');
    expect(reconcile(roster, list(none))).toEqual([]);
    expect(roster.entries()[0]?.player).toMatchObject({ guid: A, verified: true, lobby: false });
  });
  test('a player who is truly called (Lobby) is not in it', () => {
    const roster = new Roster();
    roster.connected(0, 'Bob (Lobby)', '203.0.113.1', 2304);
    const row = playerRow(0, 'Bob (Lobby)', null, '203.0.113.1:2304');
    expect(reconcile(roster, list(row))).toEqual([]);
  });
  test('a name cut by the list is mended by the message', () => {
    const roster = new Roster();
    reconcile(roster, list(playerRow(0, 'a', A, '203.0.113.1:2304')), 'resync');
    expect(told(roster.connected(0, 'a\nb', '203.0.113.1', 2304))).toEqual(['player-changed a\nb']);
  });
});

/** A server of eight slots as it truly is, whose messages may be lost and whose lists are late. */
test('whatever is lost, two lists make the roster right, and joins and leaves pair up', () => {
  const step = fc.record({
    slot: fc.nat({ max: 7 }),
    name: fc.constantFrom('Bob', 'Eve', 'Tim (Lobby)'),
    lost: fc.boolean(),
    listed: fc.nat({ max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const roster = new Roster();
      const server = new Map<number, { name: string; port: number }>();
      const present = new Set<string>();
      const check = (facts: readonly RosterFact[]): void => {
        for (const fact of facts) {
          expect(present.has(fact.player.key)).toBe(fact.kind !== 'join');
          if (fact.kind === 'join') present.add(fact.player.key);
          if (fact.kind === 'leave') present.delete(fact.player.key);
        }
      };
      const rows = () =>
        [...server].map(([slot, { name, port }]) =>
          playerRow(slot, name, null, `203.0.113.${slot}:${port}`),
        );
      let port = 1;
      for (const { slot, name, lost, listed } of steps) {
        const old = list(...rows());
        const { mark } = roster;
        const owner = server.get(slot);
        if (owner === undefined) {
          port += 1;
          server.set(slot, { name, port });
          if (!lost) check(roster.connected(slot, name, `203.0.113.${slot}`, port));
        } else {
          server.delete(slot);
          if (!lost) check(roster.disconnected(slot, owner.name));
        }
        if (listed === 1) check(roster.reconcile(old, mark, 'confirm').facts);
        if (listed === 2) check(roster.reconcile(old, mark, 'resync').facts);
      }
      for (let times = 0; times < 3; times += 1) {
        check(roster.reconcile(list(...rows()), roster.mark, 'confirm').facts);
      }
      expect(
        roster
          .entries()
          .map(({ slot, player }) => `${slot} ${player.port}`)
          .toSorted(),
      ).toEqual([...server].map(([slot, owner]) => `${slot} ${owner.port}`).toSorted());
      expect(present.size).toBe(server.size);
    }),
    { numRuns: 300 },
  );
});

test('another GUID at the same place is somebody else, and one that is not known is who was there', () => {
  const roster = new Roster();
  reconcile(roster, list(playerRow(0, 'Bob', A)));
  reconcile(roster, list(playerRow(0, 'Bob', A)));
  const [bob] = roster.entries();
  reconcile(roster, list(playerRow(0, 'Bob', null)), 'resync');
  expect(roster.entries()[0]?.player.key).toBe(bob?.player.key);
  expect(reconcile(roster, list(playerRow(0, 'Bob', B)), 'resync')).toEqual([
    'leave resync Bob',
    'join resync Bob',
  ]);
  expect(roster.entries()[0]?.player.key).not.toBe(bob?.player.key);
});
