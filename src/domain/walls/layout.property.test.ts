import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SceneLayout } from '../../protocol/walls/fields.ts';
import { cellRect, layOut, pageOf, pageRange, shorter, type WallSize } from './layout.ts';
import type { Rect } from './rect.ts';
import { CAPITAL } from './layout-fit.ts';

const LAYOUTS: readonly SceneLayout[] = ['auto', 'tiles', 'heat', 'league', 'single'];
const layouts = fc.constantFrom(...LAYOUTS);
const counts = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 10_000 }));
const sizes: fc.Arbitrary<WallSize> = fc.record({
  width: fc.integer({ min: 320, max: 3_840 }),
  height: fc.integer({ min: 320, max: 3_840 }),
  ratio: fc.constantFrom(1, 1.25, 1.5, 2, 3),
});

const onPixels = (length: number, ratio: number) =>
  Math.abs(length * ratio - Math.round(length * ratio)) < 1e-3;

function overlap(a: Rect, b: Rect): boolean {
  const apart = 1e-6;
  return (
    a.x + a.width > b.x + apart &&
    b.x + b.width > a.x + apart &&
    a.y + a.height > b.y + apart &&
    b.y + b.height > a.y + apart
  );
}

describe('the layout of a wall', { timeout: 30_000 }, () => {
  it('is within the screen, on whole pixels, and nothing lies on anything else', () => {
    fc.assert(
      fc.property(layouts, counts, sizes, fc.nat(), (name, count, size, seed) => {
        const layout = layOut(name, count, size);
        const shown = Math.min(count, layout.perPage);
        const places = [0, 1, layout.columns, layout.rows, shown - 1, seed % Math.max(1, shown)];
        const cells = [...new Set(places)]
          .filter((place) => place >= 0 && place < shown)
          .map((place) => cellRect(layout, place));
        for (const rect of [layout.head, ...cells]) {
          expect(rect.width).toBeGreaterThan(0);
          expect(rect.height).toBeGreaterThan(0);
          expect(rect.x).toBeGreaterThanOrEqual(0);
          expect(rect.y).toBeGreaterThanOrEqual(0);
          expect(rect.x + rect.width).toBeLessThanOrEqual(size.width + 1e-6);
          expect(rect.y + rect.height).toBeLessThanOrEqual(size.height + 1e-6);
          for (const length of [rect.x, rect.y, rect.width, rect.height]) {
            expect(onPixels(length, size.ratio)).toBe(true);
          }
        }
        const all = [layout.head, ...cells];
        for (const [index, one] of all.entries()) {
          for (const other of all.slice(index + 1)) expect(overlap(one, other)).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has the same servers on a page where a bar above takes room, and still nothing on anything', () => {
    const bars = fc.double({ min: 0.75, max: 1, noNaN: true });
    fc.assert(
      fc.property(layouts, counts, sizes, bars, (name, count, size, share) => {
        const whole = layOut(name, count, size);
        const height = Math.round(size.height * share);
        const less = layOut(name, count, { ...size, height, whole: size.height });
        const pages = ({ kind, pages, perPage }: typeof whole) => ({ kind, pages, perPage });
        expect(pages(less)).toEqual(pages(whole));
        const shown = Math.min(count, less.perPage);
        const places = [0, 1, less.columns, less.rows, shown - 1];
        const cells = [...new Set(places)].filter((place) => place >= 0 && place < shown);
        const all = [less.head, ...cells.map((place) => cellRect(less, place))];
        for (const [index, one] of all.entries()) {
          expect(Math.min(one.width, one.height)).toBeGreaterThan(0);
          expect(one.y + one.height).toBeLessThanOrEqual(height + 1e-6);
          for (const other of all.slice(index + 1)) expect(overlap(one, other)).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has every server on exactly one page, and no page without any', () => {
    fc.assert(
      fc.property(layouts, counts, sizes, (name, count, size) => {
        const layout = layOut(name, count, size);
        expect(layout.columns * layout.rows).toBeGreaterThanOrEqual(
          Math.min(count, layout.perPage),
        );
        let next = 0;
        for (let page = 0; page < layout.pages; page++) {
          const { from, to } = pageRange(layout, page);
          if (from !== next || to - from > layout.perPage) throw new Error(`page ${page} is wrong`);
          if (count > 0 && to === from) throw new Error(`page ${page} is empty`);
          if (count > 0 && (pageOf(layout, from) !== page || pageOf(layout, to - 1) !== page)) {
            throw new Error(`a server of page ${page} is looked for elsewhere`);
          }
          next = to;
        }
        expect(next).toBe(count);
      }),
      { numRuns: 400 },
    );
  });

  it('has capitals of 2 % of the shorter side at least wherever it writes names for the sofa', () => {
    fc.assert(
      fc.property(fc.constantFrom('tiles', 'league'), counts, sizes, (name, count, size) => {
        fc.pre(shorter(size) >= 720 && count > 0);
        const { type } = layOut(name, count, size);
        expect((type * CAPITAL) / shorter(size)).toBeGreaterThanOrEqual(0.02);
      }),
    );
  });

  it('writes names in one line for as long as they are read with ease, then in two', () => {
    const lines = (count: number) =>
      layOut('tiles', count, { width: 1_920, height: 1_080, ratio: 1 }).lines;
    expect([lines(4), lines(12), lines(13), lines(60)]).toEqual([1, 1, 2, 2]);
  });

  it.each([
    [1_280, 720, 1],
    [1_920, 1_080, 1],
    [1_920, 1_080, 2],
    [3_840, 2_160, 1],
  ])('reads from five metres with 24 tiles on %i × %i at ratio %i', (width, height, ratio) => {
    for (let count = 2; count <= 24; count++) {
      // Also above a line of notes, which says for weeks that a page is pinned.
      for (const notes of [0, 1.2 * Math.max(12, 0.013 * height)]) {
        const size = { width, height: height - notes, ratio };
        const { type, kind, pages } = layOut('auto', count, size);
        expect({ count, kind, pages }).toEqual({ count, kind: 'tiles', pages: 1 });
        expect((type * CAPITAL) / height).toBeGreaterThanOrEqual(0.04);
      }
    }
  });

  it.each([
    [1_280, 720, 1, 10_000],
    [1_920, 1_080, 1, 20_000],
    [3_840, 2_160, 1, 50_000],
    [1_920, 1_080, 2, 50_000],
  ])(
    'has all of a heat grid on one page on %i × %i at ratio %i: %i',
    (width, height, ratio, count) => {
      const { kind, pages, cell } = layOut('auto', count, { width, height, ratio });
      expect({ kind, pages }).toEqual({ kind: 'heat', pages: 1 });
      expect(Math.min(cell.width, cell.height) * ratio).toBeGreaterThanOrEqual(7);
    },
  );

  it('turns pages of a heat grid rather than have cells that cannot be told apart, and writes in none too small', () => {
    const screen = { width: 1_920, height: 1_080, ratio: 1 };
    const { pages, cell, type } = layOut('heat', 200_000, screen);
    expect(type).toBe(0);
    expect(layOut('heat', 20, screen).type).toBeGreaterThan(11);
    expect(pages).toBeGreaterThan(1);
    expect(Math.min(cell.width, cell.height)).toBeGreaterThanOrEqual(5);
  });

  it('leaves the strip above no more than a quarter of a low window', () => {
    const { head } = layOut('tiles', 3, { width: 600, height: 60, ratio: 1 });
    expect(head.height).toBe(15);
  });

  it.each([
    [300, 23, 14],
    [400, 26, 16],
    [500, 29, 18],
    [1_000, 41, 25],
  ])('has cells of a heat grid as square as they come for %i: %i × %i', (count, columns, rows) => {
    const layout = layOut('heat', count, { width: 1_920, height: 1_080, ratio: 1 });
    expect(layout).toMatchObject({ columns, rows });
    expect(layout.cell.width / layout.cell.height).toBeCloseTo(1.16, 1);
  });

  it.each([
    [1, 'single'],
    [24, 'tiles'],
    [200, 'tiles'],
    [1_500, 'heat'],
    [10_000, 'heat'],
  ])('chooses for %i servers: %s', (count, kind) => {
    for (const [width, height] of [
      [1_280, 720],
      [1_920, 1_080],
      [3_840, 2_160],
      [1_080, 1_920],
    ] as const) {
      const layout = layOut('auto', count, { width, height, ratio: 1 });
      expect(layout.kind).toBe(kind);
      if (kind === 'heat') expect(layout.pages).toBe(1);
    }
  });
});
