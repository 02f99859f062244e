import type { Keyframe } from '../../domain/fold.ts';
import type { Rows } from '../../domain/state.ts';
import { chunkGroup, STORED_TABLES, storedRow } from './chunks.ts';
import { isLoggedStream } from './log.ts';

/** So many rows are written at once: more would keep the worker from its frames for too long. */
const SLICE_ROWS = 2_000;

/**
 * Chunks in slices that can be written one after the other: what must not be torn apart (a server's row
 * and its players; the heads of streams and their entries) stands in one slice.
 */
export function slicesOf(
  keys: Iterable<string>,
  rowsIn: (key: string) => number,
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const group = chunkGroup(key);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [key]);
    else known.push(key);
  }
  const slices: string[][] = [];
  let room = 0;
  for (const group of groups.values()) {
    const rows = group.reduce((sum, key) => sum + rowsIn(key), 0);
    if (slices.length === 0 || rows > room) {
      slices.push([]);
      room = SLICE_ROWS;
    }
    slices.at(-1)?.push(...group);
    room -= rows;
  }
  return slices;
}

/**
 * All rows of this moment that the log goes on from, in parts of a slice's size. Rows never change, so this
 * copies none.
 */
export function keyframeParts(rows: Rows): readonly Keyframe[] {
  const parts: Keyframe[] = [];
  for (const table of STORED_TABLES) {
    const all = [...rows[table].values()]
      .filter(({ id }) => table !== 'streams' || isLoggedStream(id))
      .map((row) => storedRow(table, row));
    for (let from = 0; from < all.length; from += SLICE_ROWS) {
      parts.push({ [table]: all.slice(from, from + SLICE_ROWS) });
    }
  }
  return parts;
}
