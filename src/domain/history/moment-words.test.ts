import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Zone } from '../zone.ts';
import { readMoment } from './moment-words.ts';

const berlin = new Zone('Europe/Berlin');
/** A Monday, 19:00 in Berlin. */
const NOW = Date.UTC(2026, 10, 23, 18);
const read = (text: string, now = NOW) => {
  const at = readMoment(text, now, berlin);
  return at === null ? null : new Date(at).toISOString().replace(':00.000Z', '');
};

it.each([
  ['now', '2026-11-23T18:00'],
  ['-2h', '2026-11-23T16:00'],
  ['- 90 min', '2026-11-23T16:30'],
  ['3 days ago', '2026-11-20T18:00'],
  ['1w ago', '2026-11-16T18:00'],
  ['yesterday 21:00', '2026-11-22T20:00'],
  ['Yesterday at 9:30 pm', '2026-11-22T20:30'],
  ['yesterday 9pm', '2026-11-22T20:00'],
  ['yesterday', '2026-11-21T23:00'],
  ['at 9 pm', '2026-11-22T20:00'],
  ['21:00 yesterday', '2026-11-22T20:00'],
  ['9 pm yesterday', '2026-11-22T20:00'],
  ['at 21:00 on friday', '2026-11-20T20:00'],
  ['21:00 last fri', '2026-11-20T20:00'],
  ['21:00 1.11.2026', '2026-11-01T20:00'],
  ['today 08:15', '2026-11-23T07:15'],
  ['18:59', '2026-11-23T17:59'],
  ['21:00', '2026-11-22T20:00'],
  ['monday 21:00', '2026-11-16T20:00'],
  ['last fri 21:00', '2026-11-20T20:00'],
  ['sun 12am', '2026-11-21T23:00'],
  ['2026-11-01 21:00', '2026-11-01T20:00'],
  ['2026-11-01T21:00', '2026-11-01T20:00'],
  ['2026-11-22T20:00:00Z', '2026-11-22T20:00'],
  ['1.11.2026 21:00', '2026-11-01T20:00'],
  ['24.12. 20:00', '2025-12-24T19:00'],
])('%s is a moment', (text, moment) => expect(read(text)).toBe(moment));

it.each([
  '',
  'soon',
  '2h',
  '25:00',
  '9:75',
  '13pm',
  '2026-02-30 10:00',
  '2026-12-24 20:00',
  'today 23:00',
  '21',
  '21:00 soon',
])('%s is none', (text) => expect(read(text)).toBeNull());

it('goes by the clock of the zone where it is put back and forward', () => {
  const after = Date.UTC(2026, 9, 26, 12);
  expect(read('yesterday 01:30', after)).toBe('2026-10-24T23:30');
  // It is shown twice: the first is meant.
  expect(read('yesterday 02:30', after)).toBe('2026-10-25T00:30');
  expect(read('yesterday 04:00', after)).toBe('2026-10-25T03:00');
  expect(read('2026-03-29 02:30', after)).toBe('2026-03-29T01:30');
});

it('whatever is written, it is no moment to come, and nothing throws', () => {
  const word = fc.constantFrom(
    'yesterday',
    'mon',
    '-',
    '9',
    '21:00',
    'pm',
    '2026-',
    '.',
    'ago',
    'h',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 6 }).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(text, (one) => {
      const at = readMoment(one, NOW, berlin);
      expect(at === null || (at >= 0 && at <= NOW)).toBe(true);
    }),
  );
});
