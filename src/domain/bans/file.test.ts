import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { exportHead } from '../export.ts';
import { parsePattern } from './address.ts';
import { BAN_COLUMNS, banLine } from './export.ts';
import { banColumns, LINE_MAX, readBanLine, readBanRecord, type FileLine } from './file.ts';
import type { BanRow } from './row.ts';

const now = Date.UTC(2026, 0, 1);
const STEAM = '76561198000000001';
const GUID = '50355e6d24e59ad9e7c4f3b24036f816';
const BOHEMIA = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP0=';
const said = (line: FileLine) => (line.kind === 'ban' ? line.ban : line);
const EXPORTED: BanRow = {
  id: '0123456789abcdef01234567',
  server_id: null,
  banlist_id: 'a'.repeat(24),
  kind: 'person',
  person_id: null,
  name: 'Bert',
  steam_id: STEAM,
  guid: null,
  bohemia_id: null,
  address: null,
  reason: 'Cheating',
  description: '',
  status: 'ACTIVE',
  origin: null,
  created_at: 0,
  until: null,
  issuer_id: null,
  issuer_name: 'Ada',
  changed_at: 0,
};
const permanent = { name: null, description: '', until: null };

describe('a line of a file of bans', () => {
  it.each([
    [`${GUID} -1 Cheating`, { banned: { kind: 'battleye', value: GUID }, reason: 'Cheating' }],
    [`${GUID.toUpperCase()} -1 Cheating`, { banned: { kind: 'battleye', value: GUID } }],
    ['203.0.113.7 -1 VPN used', { banned: { kind: 'address', value: '203.0.113.7' } }],
    [`4  ${GUID} perm Cheater.Ban perm!`, { reason: 'Cheater.Ban perm!' }],
    [`4  ${GUID} perm`, { reason: 'Banned before' }],
    [`banid ${STEAM} "Ann" "No idea" -1`, { name: 'Ann', reason: 'No idea' }],
    [`banid ${STEAM}`, { banned: { kind: 'steam', value: STEAM } }],
    [`${STEAM} // Ann, cheats`, { reason: 'Ann, cheats' }],
    [BOHEMIA, { banned: { kind: 'bohemia', value: BOHEMIA } }],
  ])('%s', (text, expected) => {
    expect(said(readBanLine(text, now))).toMatchObject({ ...permanent, ...expected });
  });

  it.each([
    '',
    '   ',
    '// who',
    '# who',
    '; who',
    'GUID Bans:',
    'IP Bans:',
    '-----------',
    '[#] [GUID] [Minutes left] [Reason]',
  ])('%s is nothing', (text) => {
    expect(readBanLine(text, now)).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['Dear diary', 'no-identity'],
    ['7656119 -1 Cheating', 'no-identity'],
    [`${GUID} 90 Cheating`, 'time-unclear'],
    [`${GUID} 1400000000 Cheating`, 'over'],
    [`719 ${GUID} - Read the rules`, 'over'],
    ['1.2.3.999 -1 Cheating', 'address-invalid'],
    ['*.*.*.* -1 Everybody', 'address-too-wide'],
    ['a'.repeat(LINE_MAX + 1), 'too-long'],
  ])('%s is refused', (text, fault) => {
    expect(readBanLine(text, now)).toEqual({ kind: 'refused', fault });
  });

  it('ends at the moment in seconds that BattlEye and Rust write, and after the minutes that BattlEye prints', () => {
    const end = now / 1_000 + 3_600;
    const until = now + 3_600_000;
    expect(said(readBanLine(`${GUID} ${end} Cheating`, now))).toMatchObject({ until });
    expect(said(readBanLine(`banid ${STEAM} "Ann" "Cheating" ${end}`, now))).toMatchObject({
      until,
    });
    expect(said(readBanLine(`7 ${GUID} 60 Cheating`, now))).toMatchObject({ until });
  });

  it('of over two years has no end, and says when it was to end', () => {
    const line = readBanLine(`${GUID} ${Date.UTC(2031, 0, 1) / 1_000} Cheating`, now);
    expect(said(line)).toMatchObject({ until: null, description: 'To end 2031-01-01' });
  });

  it('keeps all of a reason that is longer than a reason may be', () => {
    const long = `Team kill, then ${'destruction of equipment '.repeat(4)}`.trim();
    const ban = said(readBanLine(`${GUID} -1 ${long}`, now));
    expect(ban).toMatchObject({ description: long });
    expect(ban).toHaveProperty('reason', `${long.slice(0, 37).trimEnd()}...`);
  });
});

describe('a CSV of bans', () => {
  it('is read by the names of its columns, in any order', () => {
    const columns = banColumns(['Reason', 'Player Name', 'Steam ID', 'Expires at', 'Note'])!;
    const record = ['Cheating', 'Ann, the "first"', STEAM, '2026-03-01 12:00:00Z', 'Seen twice'];
    expect(said(readBanRecord(columns, record, now))).toEqual({
      banned: { kind: 'steam', value: STEAM },
      name: 'Ann, the "first"',
      reason: 'Cheating. Seen twice',
      description: '',
      until: Date.UTC(2026, 2, 1, 12),
    });
  });

  it('of another program has an id of any kind', () => {
    const columns = banColumns(['identifier', 'reason'])!;
    for (const id of [STEAM, GUID, BOHEMIA, '203.0.113.0/24']) {
      expect(readBanRecord(columns, [id, 'Cheating'], now).kind).toBe('ban');
    }
    expect(readBanRecord(columns, ['', 'Cheating'], now)).toEqual({
      kind: 'refused',
      fault: 'no-identity',
    });
    expect(readBanRecord(columns, ['', ''], now)).toEqual({ kind: 'nothing' });
  });

  it('is of whom a cell names by its form, whatever number the program gave the ban', () => {
    const columns = banColumns(['id', 'address'])!;
    const record = ['0123456789abcdef01234567', '203.0.113.7'];
    expect(said(readBanRecord(columns, record, now))).toMatchObject({
      banned: { kind: 'address', value: '203.0.113.7' },
    });
  });

  it.each([
    ['status', 'Expired', 'refused'],
    ['Ban status', 'lifted', 'refused'],
    ['active', 'false', 'refused'],
    ['active', 'true', 'ban'],
    ['status', 'Active', 'ban'],
    ['status', '', 'ban'],
  ])('whose %s is %s is a record that is: %s', (name, value, kind) => {
    const columns = banColumns(['steamid', name])!;
    expect(readBanRecord(columns, [STEAM, value], now).kind).toBe(kind);
  });

  it('that Muster exported names those whom it keeps out, and no address that it hides', () => {
    const row = (change: Partial<BanRow>): BanRow => ({ ...EXPORTED, ...change });
    const rows = [
      row({}),
      row({ status: 'REVOKED' }),
      row({ status: 'REWORK_REQUIRED' }),
      row({ status: 'INACTIVE' }),
      row({ steam_id: null, kind: 'address', address: '203.0.*.*' }),
    ];
    const cells = (line: string) => line.trimEnd().split(',');
    const columns = banColumns(cells(exportHead('csv', BAN_COLUMNS).slice(1)))!;
    const read = rows.map((ban) => readBanRecord(columns, cells(banLine('csv', ban)), now));
    expect(said(read[0]!)).toMatchObject({ banned: { kind: 'steam', value: STEAM }, name: 'Bert' });
    expect(read.slice(1)).toEqual(
      ['not-in-force', 'not-in-force', 'not-in-force', 'no-identity'].map((fault) => ({
        kind: 'refused',
        fault,
      })),
    );
  });

  it('without a column that says who is none', () => {
    expect(banColumns(['reason', 'until'])).toBeNull();
  });
});

it('whatever stands in a file, what is made of it is a ban that the host takes', () => {
  const words = fc.string({ unit: 'binary', maxLength: 300 });
  const id = fc.oneof(
    fc.constantFrom(STEAM, GUID, BOHEMIA, '1.2.3.4', '1.2.*.*', '2001:db8::/32'),
    words,
  );
  const time = fc.oneof(
    fc.constantFrom('-1', '0', 'perm'),
    fc.integer().map(String),
    fc.bigInt().map(String),
  );
  const line = fc.tuple(id, time, words).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.oneof(line, words), fc.array(words, { maxLength: 4 }), (text, record) => {
      const columns = { id: 0, name: 1, reason: 2, until: 3 };
      for (const read of [readBanLine(text, now), readBanRecord(columns, record, now)]) {
        if (read.kind !== 'ban') continue;
        const { banned, name, reason, description, until } = read.ban;
        expect(reason.length).toBeGreaterThanOrEqual(BAN_LIMIT.reason.least);
        expect(reason.length).toBeLessThanOrEqual(BAN_LIMIT.reason.most);
        expect(reason).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
        expect(description.length).toBeLessThanOrEqual(BAN_LIMIT.description);
        expect(name?.length ?? 1).toBeGreaterThan(0);
        expect(until ?? now + 1).toBeGreaterThan(now);
        expect((until ?? now) - now).toBeLessThanOrEqual(BAN_LIMIT.minutes * 60_000);
        if (banned.kind === 'address') expect(typeof parsePattern(banned.value)).toBe('object');
      }
    }),
    { numRuns: 2_000 },
  );
});

const folder = join(process.env['MUSTER_CORPUS'] ?? '', 'battleye/bans');
const recorded = process.env['MUSTER_CORPUS'] !== undefined && existsSync(folder);
it.skipIf(!recorded)('every line that servers printed is a ban, over, or no line of bans', () => {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  );
  const read = lines.map((line) => readBanLine(line, now));
  expect(read.filter(({ kind }) => kind === 'ban').length).toBeGreaterThan(280);
  const faults = read.flatMap((line) => (line.kind === 'refused' ? [line.fault] : []));
  expect(new Set(faults)).toEqual(new Set(['over']));
});
