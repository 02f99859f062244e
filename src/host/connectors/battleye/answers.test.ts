import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAdmins, parseMissions, parsePlayerRow, parsePlayers } from './answers.ts';
import { playerRow, playersTable } from './doubles.ts';

const GUID = '0f09332d84ea4d1cd6bcd7332ae81d24';

describe('players', () => {
  test('an empty server', () => {
    expect(parsePlayers(playersTable())).toEqual({
      rows: [],
      dropped: [],
      total: 0,
      complete: true,
    });
  });
  test('a verified player, an unverified one, and one without GUID in the lobby', () => {
    const rows = [
      `0   203.0.113.131:17686   62   ${GUID}(OK) Counter DICH`,
      `1   203.0.113.112:2304    16   ${GUID}(?)  soondoock`,
      '5   203.0.113.136:2304    -1   - Tundra-Yak-99 (Lobby)',
    ];
    const table = parsePlayers(playersTable(...rows).replaceAll('\n', '\r\n'));
    expect(table?.complete).toBe(true);
    expect(table?.rows).toEqual([
      {
        slot: 0,
        ip: '203.0.113.131',
        port: 17686,
        ping: 62,
        guid: GUID,
        verified: true,
        name: 'Counter DICH',
        lobby: false,
      },
      {
        slot: 1,
        ip: '203.0.113.112',
        port: 2304,
        ping: 16,
        guid: GUID,
        verified: false,
        name: 'soondoock',
        lobby: false,
      },
      {
        slot: 5,
        ip: '203.0.113.136',
        port: 2304,
        ping: null,
        guid: null,
        verified: false,
        name: 'Tundra-Yak-99',
        lobby: true,
      },
    ]);
  });
  test('names keep their blanks, quotes and footers', () => {
    for (const name of ['(2 players in total)', ' a ', '"x": (OK) -', '-']) {
      const table = parsePlayers(playersTable(playerRow(0, name, GUID), playerRow(1, name, GUID)));
      expect(table?.rows.map((row) => row.name)).toEqual([name, name]);
      expect(table?.complete).toBe(true);
    }
  });
  test('a line feed in a name costs that row its end and the list its completeness', () => {
    const table = parsePlayers(playersTable(playerRow(0, 'a\nb', GUID), playerRow(1, 'c', GUID)));
    expect(table?.rows.map((row) => row.name)).toEqual(['a', 'c']);
    expect(table).toMatchObject({ dropped: ['b'], total: 2, complete: false });
  });
  test('a list without footer is not complete', () => {
    const cut = playersTable(playerRow(0, 'a', GUID))
      .split('\n')
      .slice(0, -1)
      .join('\n');
    expect(parsePlayers(cut)).toMatchObject({ total: null, complete: false });
  });
  test('what is no list is none', () => {
    expect(parsePlayers('Unknown command')).toBeNull();
    expect(parsePlayers('')).toBeNull();
  });
  test('a row comes back as it was printed', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => !/[\r\n]|\(Lobby\)$/.test(text));
    fc.assert(
      fc.property(name, fc.nat({ max: 254 }), fc.boolean(), (text, slot, known) => {
        const row = parsePlayerRow(playerRow(slot, text, known ? GUID : null));
        expect(row).toMatchObject({ slot, name: text, guid: known ? GUID : null });
      }),
    );
  });
});

describe('the other tables', () => {
  test('admins', () => {
    const text = 'Connected RCon admins:\n[#] [IP Address]:[Port]\n------\n0 203.0.113.15:58606';
    expect(parseAdmins(text)).toEqual({
      rows: [{ number: 0, ip: '203.0.113.15', port: 58606 }],
      dropped: [],
    });
  });
  test('missions', () => {
    expect(parseMissions('Missions on server:\na.Sara.pbo\nb.Takistan.pbo').rows).toEqual([
      'a.Sara.pbo',
      'b.Takistan.pbo',
    ]);
  });
  test('no text breaks a parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parsePlayers(`Players on server:\n${text}`);
        parseAdmins(text);
        parseMissions(text);
      }),
    );
  });
});
