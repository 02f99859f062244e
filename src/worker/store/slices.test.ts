import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRows, applyChanges, type Rows } from '../../domain/state.ts';
import { serverStream } from '../../protocol/streams.ts';
import { keyframeParts, sliced } from './slices.ts';

it('slices hold every chunk once, in its place, and are small where chunks are', () => {
  const sizes = fc.array(fc.nat(500), { maxLength: 90, size: 'max' });
  fc.assert(
    fc.property(sizes, (counts) => {
      const chunks = counts.map((count, at) => ({
        key: `players/${at}`,
        rows: Array(count).fill(at),
      }));
      const slices = sliced(chunks);
      expect(slices.flat()).toEqual(chunks);
      for (const slice of slices) {
        const count = slice.reduce((sum, { rows }) => sum + rows.length, 0);
        expect(slice.length > 0 && count <= 2_000).toBe(true);
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
