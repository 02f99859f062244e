import type { Change } from '../../domain/change.ts';
import type { TableName, Tables } from '../../domain/rows.ts';
import type { Rows } from '../../domain/state.ts';
import { STORED_TABLES } from '../../domain/tables.ts';
import { chunkKey, chunkTable, isCold, isWritten, storedRow } from './chunks.ts';

/** The rows of a chunk. */
export interface ChunkRows {
  readonly key: string;
  readonly rows: readonly unknown[];
}

/** Chunks as they are at one moment, and those that hold nothing any more. */
export interface DirtyRows {
  readonly chunks: readonly ChunkRows[];
  readonly gone: readonly string[];
}

/** Which rows stand in which chunk, and which chunks are to be written. */
export class DirtyChunks {
  readonly #rows: Rows;
  /** Ids of the stored rows, by chunk. */
  readonly #members = new Map<string, Set<string>>();
  #dirty = new Set<string>();

  constructor(rows: Rows) {
    this.#rows = rows;
    for (const table of STORED_TABLES) {
      for (const [id, row] of rows[table]) {
        if (isWritten(table, id)) this.#membersOf(chunkKey(table, row)).add(id);
      }
    }
  }

  get size(): number {
    return this.#dirty.size;
  }

  /** `wanted`: whether what changed in a chunk is to be written. */
  changed(changes: readonly Change[], wanted: (key: string) => boolean): void {
    for (const { table, id, before, after } of changes) {
      if (!isWritten(table, id)) continue;
      const row = after ?? before;
      if (row === undefined) continue;
      const key = chunkKey(table, row);
      const members = this.#membersOf(key);
      if (after === undefined) members.delete(id);
      else members.add(id);
      if (wanted(key)) this.#dirty.add(key);
    }
  }

  #membersOf(key: string): Set<string> {
    let members = this.#members.get(key);
    if (members === undefined) this.#members.set(key, (members = new Set()));
    return members;
  }

  mark(keys: Iterable<string>): void {
    for (const key of keys) this.#dirty.add(key);
  }

  /** Everything is to be written. */
  markAll(): void {
    this.mark(this.#members.keys());
  }

  /** Hands over what is to be written, if need be without what is cold: none is left. */
  take(cold: boolean): Set<string> {
    const taken = this.#dirty;
    this.#dirty = new Set();
    return cold ? taken : new Set([...taken].filter((key) => !isCold(key)));
  }

  /** These chunks as they are now. */
  read(keys: Iterable<string>): DirtyRows {
    const chunks: ChunkRows[] = [];
    const gone: string[] = [];
    for (const key of keys) {
      const table = chunkTable(key);
      const members = this.#members.get(key);
      if (table === null || members === undefined || members.size === 0) {
        gone.push(key);
        this.#members.delete(key);
        continue;
      }
      const rows: unknown[] = [];
      for (const id of members) {
        const row = this.#rows[table].get(id) as Tables[TableName] | undefined;
        if (row !== undefined) rows.push(storedRow(table, row));
      }
      chunks.push({ key, rows });
    }
    return { chunks, gone };
  }
}
