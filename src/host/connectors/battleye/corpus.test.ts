/** What real servers said, read without a line left over. Skipped where the recordings are absent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGameList } from '../../../domain/bans/game-list.ts';
import { parseAdmins, parseMissions, parsePlayers } from './answers.ts';
import { parseServerMessage } from './messages.ts';
import { Roster } from './roster.ts';

const corpus = process.env['MUSTER_CORPUS'];

function read(...path: readonly string[]): string {
  return readFileSync(join(corpus ?? '', 'battleye', ...path), 'utf8');
}

function table(file: string) {
  const parsed = parsePlayers(read('players', file));
  if (parsed === null) throw new Error(`${file} is no player list`);
  return parsed;
}

describe.skipIf(corpus === undefined)('recorded BattlEye', () => {
  test('every server message is explained', () => {
    const lines = read('server_messages_dev.log')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const kinds = new Map<string, number>();
    const unexplained: string[] = [];
    for (const line of lines) {
      const { kind } = parseServerMessage(line, []);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (kind === 'unexplained') unexplained.push(line);
    }
    process.stdout.write(
      `server messages: ${lines.length} ${JSON.stringify(Object.fromEntries(kinds))}\n`,
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(unexplained).toEqual([]);
  });

  test('every row of every player list is read', () => {
    const files = readdirSync(join(corpus ?? '', 'battleye', 'players'));
    let rows = 0;
    for (const file of files) {
      const parsed = table(file);
      expect({ file, dropped: parsed.dropped, complete: parsed.complete }).toEqual({
        file,
        dropped: [],
        complete: true,
      });
      rows += parsed.rows.length;
    }
    process.stdout.write(`player lists: ${files.length} with ${rows} rows\n`);
    expect(table('arma3_ru_13players_no_guid_row.txt').rows[5]).toMatchObject({
      guid: null,
      ping: null,
      name: 'Tundra-Yak-99',
      lobby: true,
    });
  });

  test('two lists of one server, seconds apart, give who left and who came', () => {
    const roster = new Roster();
    roster.reconcile(table('arma3_ru_7players_unverified_t0.txt'), roster.mark, 'resync');
    const later = table('arma3_ru_7players_unverified_t1.txt');
    expect(roster.reconcile(later, roster.mark, 'confirm')).toEqual({
      facts: [],
      unconfirmed: true,
    });
    const { facts } = roster.reconcile(later, roster.mark, 'confirm');
    expect(facts.map((fact) => `${fact.kind} ${fact.player.name}`)).toEqual([
      'leave 12s',
      'join DIMON1504',
    ]);
  });

  test('every ban, admin and mission is read', () => {
    const listed = (file: string) => readGameList('battleye', read('bans', file), 0).bans;
    const bans = listed('arma3_ru_bans_0-299.txt');
    const variants = listed('arma3_ban_rows_variants.txt');
    const admins = parseAdmins(read('misc', 'admins_3.txt'));
    const missions = parseMissions(read('misc', 'missions_4.txt'));
    const counts = [bans, variants, admins.rows, missions.rows].map(({ length }) => length);
    process.stdout.write(`bans, variants, admins, missions: ${counts.join(', ')}\n`);
    expect([admins, missions].flatMap(({ dropped }) => dropped)).toEqual([]);
    expect(counts).toEqual([299, 7, 3, 4]);
    expect(bans.at(-1)?.identity).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(variants.map(({ until }) => until)).toContain(0);
  });
});
