import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WINDOW_PANEL } from '../../domain/routes/routes.ts';
import {
  columnsFor,
  CONSOLES,
  MOST_HIGH,
  MOST_TILES,
  MOST_WIDE,
  moved,
  resized,
  tileKey,
  withPanel,
  withServers,
  type Tile,
} from './address.ts';

const serverId = fc.integer({ min: 0, max: 20 }).map((n) => n.toString(16).padStart(24, '0'));
const tile: fc.Arbitrary<Tile> = fc.record({
  serverId,
  panel: fc.constantFrom(...WINDOW_PANEL),
  wide: fc.integer({ min: 1, max: MOST_WIDE }),
  high: fc.integer({ min: 1, max: MOST_HIGH }),
});
const tiles = fc.uniqueArray(tile, { selector: tileKey, maxLength: MOST_TILES });
const written = (list: readonly Tile[]) => CONSOLES.write({ tiles: list });
const keys = (list: readonly Tile[]) => list.map(tileKey);

it('an address shows what it was written from', () => {
  fc.assert(
    fc.property(tiles, (list) => {
      expect(CONSOLES.read(written(list)).tiles).toEqual(list);
    }),
  );
});

it('no address shows more than there is room for, or the same twice', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.array(tile).map(written)), (search) => {
      const list = CONSOLES.read(search).tiles;
      expect(list.length).toBeLessThanOrEqual(MOST_TILES);
      expect(new Set(keys(list)).size).toBe(list.length);
    }),
  );
});

it('moving, resizing and another panel lose and double nothing', () => {
  fc.assert(
    fc.property(
      tiles,
      fc.nat(),
      fc.constantFrom<-1 | 1>(-1, 1),
      fc.integer({ min: -3, max: 9 }),
      fc.constantFrom(...WINDOW_PANEL),
      (list, nth, step, size, panel) => {
        fc.pre(list.length > 0);
        const one = list[nth % list.length];
        const key = one === undefined ? '' : tileKey(one);
        expect(keys(moved(list, key, step)).toSorted()).toEqual(keys(list).toSorted());
        expect(keys(resized(list, key, size, size))).toEqual(keys(list));
        expect(CONSOLES.read(written(resized(list, key, size, size))).tiles).toHaveLength(
          list.length,
        );
        expect(new Set(keys(withPanel(list, key, panel))).size).toBe(list.length);
      },
    ),
  );
});

it('choosing servers keeps the tiles of those that stay', () => {
  fc.assert(
    fc.property(tiles, fc.uniqueArray(serverId, { maxLength: MOST_TILES }), (list, ids) => {
      const next = withServers(list, ids);
      for (const one of next) expect(ids).toContain(one.serverId);
      for (const one of list) if (ids.includes(one.serverId)) expect(next).toContainEqual(one);
    }),
  );
});

it('there are always columns enough for the widest', () => {
  fc.assert(
    fc.property(tiles, (list) => {
      const columns = columnsFor(list);
      expect(columns).toBeLessThanOrEqual(MOST_WIDE);
      for (const { wide } of list) expect(wide).toBeLessThanOrEqual(columns);
    }),
  );
});
