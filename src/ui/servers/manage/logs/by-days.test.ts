import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byDays } from './by-days.ts';

const DAY_MS = 86_400_000;

it('has every line once and in its order, and a day exactly where another one begins', () => {
  const moments = fc.array(fc.integer({ min: 0, max: 40 * DAY_MS }), {
    maxLength: 60,
    size: 'max',
  });
  fc.assert(
    fc.property(moments, (ats) => {
      const rows = ats.map((at, index) => ({ id: String(index), at: 1_700_000_000_000 + at }));
      const items = byDays(rows);
      expect(items.flatMap((item) => (item.kind === 'row' ? item.row : []))).toEqual(rows);
      const another = rows.filter(
        ({ at }, index) =>
          new Date(at).toDateString() !== new Date(rows[index - 1]?.at ?? 0).toDateString(),
      );
      expect(items.flatMap((item) => (item.kind === 'day' ? item.at : []))).toEqual(
        another.map(({ at }) => at),
      );
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    }),
  );
});

it('a day keeps its key while its first lines fall out', () => {
  const rows = [1, 2, 3].map((id) => ({ id: String(id), at: 1_700_000_000_000 + id }));
  expect(byDays(rows.slice(1))[0]?.key).toBe(byDays(rows)[0]?.key);
});
