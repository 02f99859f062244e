import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  END,
  layOut,
  scrolled,
  START,
  TALLEST_PX,
  type Layout,
  type LongList,
  type Spot,
} from './long-list.ts';

const ROW_PX = 40;
const lists = fc.record({
  count: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 5_000_000 })),
  viewPx: fc.integer({ min: 1, max: 2_000 }),
  /** Rows turn out as high as this, or three times. */
  tall: fc.integer({ min: 20, max: 150 }),
});

function listOf({ count, viewPx, tall }: { count: number; viewPx: number; tall: number }) {
  const drawn = new Set<number>();
  const heightOf = (index: number) => (index % 3 === 0 ? 3 * tall : tall);
  const list: LongList = {
    count,
    viewPx,
    rowPx: ROW_PX,
    heightOf: (index) => (drawn.has(index) ? heightOf(index) : undefined),
  };
  /** As a browser does it: what is drawn is measured, and laid out again until all of it is known. */
  const draw = (spot: Spot, top: number | null): Layout => {
    let [layout, from] = [layOut(list, spot, top), top];
    for (let size = -1; size !== drawn.size;) {
      size = drawn.size;
      for (let index = layout.first; index < layout.end; index += 1) drawn.add(index);
      layout = layOut(list, spot, from);
      from = layout.top;
    }
    return layout;
  };
  /** Where the rows that are seen stand, below the top of what is seen. */
  const seen = ({ first, end, before, top }: Layout) => {
    const rows = new Map<number, number>();
    let at = before - top;
    for (let index = first; index < end; index += 1) {
      if (at + heightOf(index) > 0 && at < viewPx) rows.set(index, at);
      at += heightOf(index);
    }
    return rows;
  };
  return { list, draw, seen };
}

describe('a long list', () => {
  it('fills what is seen with rows, however far down, and is never too high for a browser', () => {
    const spots = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), px: fc.nat(500) });
    fc.assert(
      fc.property(lists, spots, (given, { share, px }) => {
        const { draw, seen } = listOf(given);
        const index = Math.round(share * given.count);
        const layout = draw({ index, px: index === given.count ? 0 : px % 20 }, null);
        const { first, end, before, behind } = layout;
        expect(first === 0 ? before : 0).toBe(0);
        expect(end === given.count ? behind : 0).toBe(0);
        expect(layout.px).toBeLessThan(2 * TALLEST_PX);
        const rows = [...seen(layout)];
        const last = rows.at(-1);
        if (end < given.count) expect(last?.[1]).toBeGreaterThan(given.viewPx - 450);
        expect(rows[0]?.[1] ?? 0).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('moves by the pixels that are scrolled, through rows of any heights, and ends at its ends', () => {
    const steps = fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 1, maxLength: 60 });
    const begin = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(lists, begin, steps, (given, share, by) => {
        const { list, draw, seen } = listOf(given);
        let layout = draw({ index: Math.floor(share * given.count), px: 0 }, null);
        for (const wanted of by) {
          const most = Math.max(0, layout.px - given.viewPx);
          const top = Math.min(most, Math.max(0, layout.top + wanted));
          const step = top - layout.top;
          const isNear = Math.abs(step) < given.viewPx;
          const next = draw(scrolled(list, layout, top), top);
          const before = seen(layout);
          // Rows that turn out lower than they were taken for end the list before the scroll does, at either end.
          const ends = next.top === 0 || next.top >= next.px - given.viewPx - 1;
          const moves = isNear && top > 0 && top < most - 1 && !ends;
          for (const [index, at] of moves ? seen(next) : []) {
            const was = before.get(index);
            if (was !== undefined) expect(Math.abs(was - step - at)).toBeLessThanOrEqual(1);
          }
          layout = next;
        }
        if (given.count === 0) return;
        const end = draw(END, null);
        expect(seen(end).has(given.count - 1)).toBe(true);
        expect(seen(draw(START, null)).get(0)).toBe(0);
      }),
    );
  });

  it('has room for a scroll by pixels wherever it stands, so that nobody is stopped before the end', () => {
    const { list, draw } = listOf({ count: 3_000_000, viewPx: 3_000, tall: 60 });
    let layout = draw(scrolled(list, draw(START, null), 16_000), 16_000);
    expect(layout.spot.index).toBeGreaterThan(1_000);
    for (let times = 0; layout.spot.index > 0 || layout.spot.px > 0; times += 1) {
      expect(times).toBeLessThan(1_000);
      expect(layout.top).toBeGreaterThanOrEqual(Math.min(2_700, layout.spot.index * 40));
      const top = Math.max(0, layout.top - 2_700);
      const [{ spot }, next] = [layout, draw(scrolled(list, layout, top), top)];
      expect(spot.index - next.spot.index).toBeLessThanOrEqual(2_700 / 40 + 1);
      layout = next;
    }
    expect(layout.top).toBe(0);
  });

  it('shows of all rows what the scrollbar shows of its height', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), (share) => {
        const { list, draw } = listOf({ count: 3_000_000, viewPx: 800, tall: 13 });
        const start = draw(START, null);
        const { spot } = draw(scrolled(list, start, share * (start.px - 800)), share * start.px);
        expect(Math.abs(spot.index / 3_000_000 - share)).toBeLessThan(0.001);
      }),
    );
  });
});
