import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowWindow } from './use-row-window.ts';

const ROW_PX = 40;

it('draws every row that a scroller shows, and few beside', () => {
  const numbers = fc.record({
    top: fc.nat({ max: 400_000 }),
    height: fc.nat({ max: 4_000 }),
    count: fc.nat({ max: 10_000 }),
  });
  fc.assert(
    fc.property(numbers, ({ top, height, count }) => {
      const { first, end } = rowWindow(top, height, ROW_PX, count);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(first);
      expect(end).toBeLessThanOrEqual(count);
      expect(end - first).toBeLessThanOrEqual(height / ROW_PX + 23);
      for (let index = 0; index < count; index += 1) {
        const shows = (index + 1) * ROW_PX > top && index * ROW_PX < top + height;
        if (shows) expect(index >= first && index < end).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

it('shows the end where the list became shorter than the place that it was scrolled to', () => {
  expect(rowWindow(40_000, 600, ROW_PX, 12)).toEqual({ first: 3, end: 12 });
  expect(rowWindow(40_000, 600, ROW_PX, 0)).toEqual({ first: 0, end: 0 });
});
