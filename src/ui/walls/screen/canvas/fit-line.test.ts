import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitLine, type Line } from './fit-line.ts';
import { NARROWEST } from './fit-name.ts';

const lines: fc.Arbitrary<Line> = fc.record({
  wanted: fc.double({ min: 10, max: 400, noNaN: true }),
  least: fc.double({ min: 10, max: 200, noNaN: true }),
  width: fc.double({ min: 50, max: 2_000, noNaN: true }),
  fixed: fc.double({ min: 5, max: 500, noNaN: true }),
  main: fc.double({ min: 5, max: 2_000, noNaN: true }),
  beside: fc.oneof(fc.constant(0), fc.double({ min: 5, max: 2_000, noNaN: true })),
});

/** How wide a line is whose parts were fitted so. */
function widthOf(
  { wanted, fixed, main, beside }: Line,
  fitted: ReturnType<typeof fitLine>,
): number {
  return ((fixed + main * fitted.squeeze + beside * fitted.beside) * fitted.size) / wanted;
}

it('fits into its width, and is never larger than wanted', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const fitted = fitLine(line);
      expect(widthOf(line, fitted)).toBeLessThanOrEqual(line.width * (1 + 1e-6));
      expect(fitted.size).toBeLessThanOrEqual(line.wanted);
      expect(fitted.squeeze).toBeGreaterThanOrEqual(NARROWEST);
    }),
  );
});

it('is no smaller than the least size wherever the rest can give way, down to the last hair', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const least = Math.min(line.least, line.wanted);
      const tightest = { size: least, beside: 0.4, squeeze: NARROWEST };
      const fitted = fitLine({ ...line, width: widthOf(line, tightest) });
      expect(fitted.size).toBeGreaterThanOrEqual(least);
    }),
  );
});

it('leaves a line that fits as it is', () => {
  const line = { wanted: 60, least: 50, width: 400, fixed: 50, main: 200, beside: 100 };
  expect(fitLine(line)).toEqual({ size: 60, beside: 0.62, squeeze: 1 });
});
