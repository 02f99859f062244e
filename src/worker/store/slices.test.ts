import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRows, applyChanges, type Rows } from '../../domain/state.ts';
import { serverStream } from '../../protocol/streams.ts';
import { chunkGroup } from './chunks.ts';
import { keyframeParts, slicesOf } from './slices.ts';

const key = fc.oneof(
  fc.tuple(fc.constantFrom('servers', 'players'), fc.nat(40)).map(([table, n]) => `${table}/${n}`),
  fc.constantFrom('streams/0', 'account/0', 'feed/a:0', 'feed/a:1'),
);

it('slices hold every chunk once, tear no group apart, and are small where groups are', () => {
  const sizes = fc.dictionary(key, fc.nat(500), { maxKeys: 90 });
  fc.assert(
    fc.property(sizes, (rows) => {
      const slices = slicesOf(Object.keys(rows), (one) => rows[one] ?? 0);
      expect(slices.flat().toSorted()).toEqual(Object.keys(rows).toSorted());
      const places = slices.map((slice) => new Set(slice.map(chunkGroup)));
      const groups = places.flatMap((place) => [...place]);
      expect(groups).toHaveLength(new Set(groups).size);
      for (const [index, slice] of slices.entries()) {
        const count = slice.reduce((sum, one) => sum + (rows[one] ?? 0), 0);
        expect(count <= 2_000 || places[index]?.size === 1).toBe(true);
      }
    }),
  );
});

it('a keyframe in parts has every stored row once', () => {
  const rows = filled(4_500);
  const parts = keyframeParts(rows);
  expect(parts.map((part) => part.streams?.length)).toEqual([2_000, 2_000, 500]);
  expect(parts.flatMap((part) => part.streams ?? [])).toEqual([...rows.streams.values()]);
});

it('a keyframe has no head of a stream whose lines are not in the log', () => {
  const rows = createRows();
  const server_id = 'a'.repeat(24);
  for (const audience of ['feed', 'console', 'feed-personal', 'metrics'] as const) {
    const id = serverStream(server_id, audience);
    const after = { id, server_id, position: 1, floor: 1, more: false };
    applyChanges(rows, [{ table: 'streams', id, before: undefined, after }]);
  }
  const heads = keyframeParts(rows).flatMap(({ streams }) => streams ?? []);
  expect(heads.map(({ id }) => id)).toEqual([
    serverStream(server_id, 'feed'),
    serverStream(server_id, 'metrics'),
  ]);
});

function filled(count: number): Rows {
  const rows = createRows();
  const server_id = 'a'.repeat(24);
  for (let index = 0; index < count; index++) {
    const after = { id: `stream ${index}`, server_id, position: 1, floor: 1, more: false };
    applyChanges(rows, [{ table: 'streams', id: after.id, before: undefined, after }]);
  }
  return rows;
}
