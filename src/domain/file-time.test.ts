import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { momentOfFile } from './file-time.ts';

it.each([
  ['2026-03-01', Date.UTC(2026, 2, 1)],
  ['2026-03-01 12:00', Date.UTC(2026, 2, 1, 12)],
  ['2026-03-01T12:00:30', Date.UTC(2026, 2, 1, 12, 0, 30)],
  ['2026-03-01t12:00:30.5z', Date.UTC(2026, 2, 1, 12, 0, 30, 500)],
  ['2026-03-01 12:00 +0200', Date.UTC(2026, 2, 1, 10)],
  ['2026-03-01T12:00:00-05:30', Date.UTC(2026, 2, 1, 17, 30)],
  ['2026-03-01 25:00', undefined],
  ['2026-13-01', undefined],
  ['3/1/2026', undefined],
  ['March 1, 2026', undefined],
  ['90', undefined],
  ['', undefined],
])('reads %s', (text, at) => {
  expect(momentOfFile(text)).toBe(at);
});

it('reads what is saved as it was, and without its zone as the same', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        const text = date.toISOString();
        expect(momentOfFile(text)).toBe(date.getTime());
        expect(momentOfFile(text.slice(0, -1).replace('T', ' '))).toBe(date.getTime());
      },
    ),
  );
});

it('asks nobody for the zone of the machine, whatever that is', () => {
  const parse = vi.spyOn(Date, 'parse');
  try {
    for (const text of ['2026-03-01', '2026-03-01 12:00', '2026-03-01T12:00:30.5']) {
      momentOfFile(text);
      expect(parse).toHaveBeenLastCalledWith(expect.stringMatching(/T[\d:.]+Z$/));
    }
  } finally {
    parse.mockRestore();
  }
});
