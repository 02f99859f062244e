import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundsOf, HEIGHT, sparkOf, withNow } from './spark.ts';

const values = fc.array(fc.option(fc.nat({ max: 200 })), { maxLength: 72 });
const pieces = (path: string) => path.split('M').length - 1;

it('draws a piece for each stretch that is known, and nothing in a gap', () => {
  expect(pieces(sparkOf([1, 2, null, null, 3, 4], 10).line)).toBe(2);
  expect(sparkOf([null, null], 10)).toEqual({ line: '', area: '' });
  fc.assert(
    fc.property(values, (all) => {
      const begins = all.filter((value, at) => value !== null && (all[at - 1] ?? null) === null);
      const { line, area } = sparkOf(all, 60);
      expect([pieces(line), pieces(area)]).toEqual([begins.length, begins.length]);
    }),
  );
});

it('stands at the foot with nobody, at the top when full, and never outside', () => {
  expect(sparkOf([0, 60, 90], 60).line).toBe(`M0.5 ${HEIGHT - 1}.0L1.5 1.0L2.5 1.0`);
});

it('shows one value alone as a point', () => {
  expect(sparkOf([null, 3, null], 60).line).toContain('h0.01');
});

it('takes what is known of now into the last step, and never lowers what that had', () => {
  expect(withNow([1, 2], 5)).toEqual([1, 5]);
  expect(withNow([1, null], 0)).toEqual([1, 0]);
  expect(withNow([1, 7], 5)).toEqual([1, 7]);
  expect(withNow([1, 7], null)).toEqual([1, 7]);
  expect(withNow([], 5)).toEqual([]);
});

it('says the least and the most of what is known', () => {
  expect(boundsOf([null, 4, 2, null])).toEqual({ min: 2, max: 4 });
  expect(boundsOf([null])).toBeNull();
});
