import type { Keyframe } from '../../domain/fold.ts';
import type { Rows } from '../../domain/state.ts';
import { storedRow } from './chunks.ts';
import { STORED_TABLES } from '../../domain/tables.ts';
import type { ChunkRows } from './dirty-chunks.ts';
import { isLoggedStream } from './log.ts';

/** So many rows are written at once: more would keep the worker from its frames for too long. */
const SLICE_ROWS = 2_000;

/** Chunks in slices that are written one after the other. */
export function sliced(chunks: readonly ChunkRows[]): readonly (readonly ChunkRows[])[] {
  const slices: ChunkRows[][] = [];
  let room = 0;
  for (const chunk of chunks) {
    const count = chunk.rows.length;
    if (slices.length === 0 || count > room) {
      slices.push([]);
      room = SLICE_ROWS;
    }
    slices.at(-1)?.push(chunk);
    room -= count;
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
