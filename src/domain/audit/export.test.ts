import { expect, it } from 'vitest';
import { AUDIT_COLUMNS, auditLine } from './export.ts';
import { auditRow } from './row.ts';

const id = (digit: string) => digit.repeat(24);
const WORDS = { says: 'Renamed Night Watch', changed: ['name: ‘Watch’ → ‘Night Watch’'] };

/** An entry as a line of CSV, by its columns. */
function line(detail: Record<string, unknown>, told = {}): Record<string, string> {
  const entry = { id: id('1'), server_id: null, at: 0, action: 'groups.edit', detail };
  const row = auditRow(entry, { id: id('2'), name: 'Ada' }, told);
  const cells = auditLine('csv', row, WORDS).trim().split(',');
  return Object.fromEntries(AUDIT_COLUMNS.map((name, at) => [name, cells[at] ?? '']));
}

it('an entry says who did it, through which role, from which session and in which team', () => {
  const through = { id: id('4'), name: 'Owner', group: 'Watch' };
  const group = { id: id('5'), kind: 'team', identifier: 'Watch' };
  const row = line({ session: id('3') }, { group });
  expect(row).toMatchObject({ who: 'Ada', who_id: id('2'), session: id('3'), group: 'Watch' });
  const entry = { id: id('1'), server_id: null, at: 0, action: 'groups.edit', detail: {} };
  const whole = auditLine('csv', auditRow(entry, null, { through }), WORDS);
  expect(whole).toContain('"Owner, Watch"');
});

it('a role that is gone is told by its id, and staff as staff', () => {
  expect(line({ through: id('4') })['through']).toBe(id('4'));
  expect(line({ through: 'support' })['through']).toBe('support');
  expect(line({})['through']).toBe('');
});
