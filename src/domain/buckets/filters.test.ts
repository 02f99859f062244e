import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTIONS_OF, TERM_KIND } from '../../protocol/buckets/limits.ts';
import { exportHead } from '../export.ts';
import { problemOf } from '../filters/term.ts';
import { entryLine, ENTRY_COLUMNS } from './export.ts';
import { readFilters } from './filters.ts';
import type { BucketEntryRow } from './row.ts';

const NOW = Date.UTC(2026, 0, 1);
const read = (text: string, how: Partial<Parameters<typeof readFilters>[1]> = {}) =>
  readFilters(text, { type: 'CHAT_FILTER', kind: 'text', now: NOW, ...how });

const ROW: BucketEntryRow = {
  id: 'f'.repeat(24),
  server_id: null,
  bucket_id: 'e'.repeat(24),
  person_id: null,
  name: '',
  steam_id: null,
  guid: null,
  bohemia_id: null,
  term: 'a',
  term_kind: 'text',
  action: 'kick',
  message: 'No.',
  minutes: null,
  comment: '',
  created_at: NOW - 1,
  until: null,
  issuer_id: null,
  issuer_name: 'Ada',
  changed_at: NOW,
};

it('reads a term a line, as they stand there', () => {
  const text = '# Bad names\r\nadmin\r\n\r\n  =bad, word; \r\n// more\r\nterm\r\n';
  expect(read(text)).toEqual({
    filters: ['admin', '=bad, word;', 'term'].map((term) => ({ term, comment: '', minutes: null })),
    lines: [2, 4, 6],
    refused: [],
  });
});

it('reads back what is saved', () => {
  const one = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => {
    return text.trim() === text && /^[^\p{C}\p{Z}]*$/u.test(text);
  });
  const filter = fc
    .record({
      term: one,
      term_kind: fc.constantFrom(...TERM_KIND),
      action: fc.constantFrom(...ACTIONS_OF.CHAT_FILTER),
      message: one,
      minutes: fc.option(fc.integer({ min: 1, max: 1_051_200 })),
      comment: fc.oneof(one, fc.constant('')),
      lasts: fc.option(fc.integer({ min: 1, max: 1_051_200 })),
    })
    .filter(({ term, term_kind: kind }) => problemOf({ term, kind }) === null);
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 5 }), (given) => {
      const rows = given.map(({ lasts, ...of }) => ({
        ...ROW,
        ...of,
        minutes: of.action === 'ban' ? of.minutes : null,
        until: lasts === null ? null : NOW + lasts * 60_000,
      }));
      const file =
        exportHead('csv', ENTRY_COLUMNS) + rows.map((row) => entryLine('csv', row)).join('');
      expect(read(file)).toEqual({
        filters: rows.map(({ term, term_kind, action, message, minutes, comment }, at) => ({
          term,
          term_kind,
          action,
          message,
          ban_minutes: minutes,
          comment,
          minutes: given[at]?.lasts,
        })),
        lines: given.map((_, at) => at + 2),
        refused: [],
      });
    }),
  );
});

it('names each line that is no filter, with why', () => {
  const text = [
    'term,term_kind,action,message,minutes,until',
    'a,,,,,',
    `${'a'.repeat(33)},text,kick,No.,,`,
    ',text,kick,No.,,',
    'a,glob,kick,No.,,',
    '(a,regex,kick,No.,,',
    '(a{99}){9},regex,kick,No.,,',
    'a,text,warn,No.,,',
    'a,text,burn,No.,,',
    `a,text,kick,${'x'.repeat(129)},,`,
    'a,text,ban,No.,soon,',
    'a,text,ban,No.,60,2025-01-01',
    'a,text,ban,No.,60,3/1/2027',
  ].join('\n');
  const { filters, refused } = read(text, { type: 'NAME_FILTER' });
  expect(filters).toEqual([{ term: 'a', comment: '', minutes: null }]);
  expect(refused.map(({ line, fault }) => [line, fault])).toEqual([
    [3, 'no-term'],
    [4, 'no-term'],
    [5, 'no-term'],
    [6, 'invalid-regex'],
    [7, 'regex-too-large'],
    [8, 'no-action'],
    [9, 'no-action'],
    [10, 'no-message'],
    [11, 'time-unclear'],
    [12, 'over'],
    [13, 'time-unclear'],
  ]);
  expect(read('(a', { kind: 'regex' }).refused).toMatchObject([{ fault: 'invalid-regex' }]);
});

it('takes any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { filters, refused } = read(text);
      expect(filters.length + refused.length).toBeLessThanOrEqual(text.split('\n').length);
    }),
  );
});
