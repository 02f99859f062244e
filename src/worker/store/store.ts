import type { Change } from '../../domain/change.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { TableName, Tables } from '../../domain/rows.ts';
import type { Rows } from '../../domain/state.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import { chunkKey, chunkTable, isStored, storedRow } from './chunks.ts';
import { StoreDatabase, type ChunkRecord, type LogRecord } from './database.ts';
import { logLine } from './log.ts';

const FLUSH_MS = 300;
/** The log's bounds. */
const LOG_EVENTS = 100_000;
const LOG_BYTES = 20 * 1024 * 1024;

/** What a start found in the store. */
export interface Restored {
  readonly changes: readonly Change[];
  readonly freshAt: number | null;
  /** Chunks that could not be read and were dropped: their rows are fetched anew. */
  readonly dropped: number;
}

/**
 * Writes what the engine changed behind it: each flush is one transaction of events, dirty chunks and
 * the positions that stand in their rows. Memory is the truth; a write that fails is tried again with
 * the next.
 */
export class Store {
  readonly #environment: Environment;
  readonly #database: StoreDatabase;
  readonly #rows: Rows;
  /** Ids of the stored rows, by chunk. */
  readonly #members = new Map<string, Set<string>>();
  #dirty = new Set<string>();
  #lines: string[] = [];
  #next = 0;
  #kept: { seq: number; count: number; bytes: number }[] = [];
  #cancelFlush: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};
  #closed = false;

  constructor(environment: Environment, accountId: string, engine: Engine) {
    this.#environment = environment;
    this.#database = new StoreDatabase(accountId);
    this.#rows = engine.rows;
    this.#stopListening = engine.listen((changes, events) => this.#changed(changes, events));
  }

  /** Reads everything. A chunk that does not fit is dropped. Rejects where there is no storage at all. */
  async load(): Promise<Restored> {
    await this.#database.open();
    const [chunks, meta, log] = await Promise.all([
      this.#database.chunks.toArray(),
      this.#database.meta.get('state'),
      this.#database.log.toArray(),
    ]);
    this.#next = meta?.next ?? 0;
    this.#kept = log.map(({ seq, count, bytes }) => ({ seq, count, bytes }));
    const changes: Change[] = [];
    const bad: string[] = [];
    for (const chunk of chunks) {
      const read = readChunk(chunk);
      if (read === null) bad.push(chunk.key);
      else for (const change of read) changes.push(change);
    }
    if (bad.length > 0) await this.#database.chunks.bulkDelete(bad);
    return { changes, freshAt: meta?.fresh_at ?? null, dropped: bad.length };
  }

  /** Writes what is due now, and resolves when it is written. */
  async flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Forgets everything, for good: signed out. */
  async destroy(): Promise<void> {
    this.#stop();
    await this.#writing;
    await this.#database.delete();
  }

  /** Writes what is due and lets go of the database. */
  async close(): Promise<void> {
    await this.flush();
    this.#stop();
    this.#database.close({ disableAutoOpen: true });
  }

  #stop(): void {
    this.#closed = true;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#stopListening();
  }

  #changed(changes: readonly Change[], events: readonly DomainEvent[]): void {
    for (const { table, id, after } of changes) {
      if (!isStored(table, id)) continue;
      const key = chunkKey(table, id);
      let members = this.#members.get(key);
      if (members === undefined) this.#members.set(key, (members = new Set()));
      if (after === undefined) members.delete(id);
      else members.add(id);
      // Rows that were just read back are no news to the store.
      if (events.length > 0) this.#dirty.add(key);
    }
    for (const event of events) {
      const line = logLine(event);
      if (line !== null) this.#lines.push(line);
    }
    if (this.#dirty.size + this.#lines.length > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#cancelFlush !== null || this.#closed) return;
    this.#cancelFlush = this.#environment.clock.after(FLUSH_MS, () => {
      this.#cancelFlush = null;
      this.#writing = this.#writing.then(() => this.#write());
    });
  }

  async #write(): Promise<void> {
    if (this.#closed || this.#dirty.size + this.#lines.length === 0) return;
    const dirty = this.#dirty;
    const lines = this.#lines;
    this.#dirty = new Set();
    this.#lines = [];
    const record = logRecord(this.#next, lines);
    const { records, gone } = this.#chunksOf(dirty);
    const next = this.#next + lines.length;
    const pruned = record === null ? [] : this.#beyondBounds(record);
    const database = this.#database;
    try {
      await database.transaction('rw', database.chunks, database.log, database.meta, async () => {
        const fresh_at = this.#rows.link.get('link')?.fresh_at ?? null;
        await Promise.all([
          database.chunks.bulkPut(records),
          database.chunks.bulkDelete(gone),
          record === null ? null : database.log.add(record),
          database.log.bulkDelete(pruned),
          database.meta.put({ key: 'state', next, fresh_at }),
        ]);
      });
    } catch (error) {
      this.#failed(error, dirty, lines);
      return;
    }
    this.#next = next;
    if (record !== null) {
      const { seq, count, bytes } = record;
      const old = new Set(pruned);
      this.#kept = [...this.#kept.filter((kept) => !old.has(kept.seq)), { seq, count, bytes }];
    }
  }

  #failed(error: unknown, dirty: ReadonlySet<string>, lines: readonly string[]): void {
    if (this.#closed) return;
    this.#environment.log('The store could not be written; trying again.', error);
    for (const key of dirty) this.#dirty.add(key);
    this.#lines = [...lines, ...this.#lines].slice(-LOG_EVENTS);
    this.#schedule();
  }

  #chunksOf(keys: ReadonlySet<string>): { records: ChunkRecord[]; gone: string[] } {
    const records: ChunkRecord[] = [];
    const gone: string[] = [];
    for (const key of keys) {
      const table = chunkTable(key);
      const members = this.#members.get(key);
      if (table === null || members === undefined) continue;
      if (members.size === 0) {
        gone.push(key);
        this.#members.delete(key);
        continue;
      }
      const rows: unknown[] = [];
      for (const id of members) {
        const row = this.#rows[table].get(id) as Tables[TableName] | undefined;
        if (row !== undefined) rows.push(storedRow(table, row));
      }
      records.push({ key, rows });
    }
    return { records, gone };
  }

  /** The oldest records of the log that the newest one pushes out. */
  #beyondBounds(newest: LogRecord): number[] {
    let count = newest.count;
    let bytes = newest.bytes;
    const pruned: number[] = [];
    for (const kept of this.#kept.toReversed()) {
      count += kept.count;
      bytes += kept.bytes;
      if (count > LOG_EVENTS || bytes > LOG_BYTES) pruned.push(kept.seq);
    }
    return pruned;
  }
}

function logRecord(seq: number, events: readonly string[]): LogRecord | null {
  if (events.length === 0) return null;
  const bytes = events.reduce((sum, line) => sum + line.length, 0);
  return { seq, count: events.length, bytes, events };
}

function readChunk({ key, rows }: ChunkRecord): readonly Change[] | null {
  const table = chunkTable(key);
  if (table === null || !Array.isArray(rows)) return null;
  const changes: Change[] = [];
  for (const row of rows as readonly unknown[]) {
    if (typeof row !== 'object' || row === null || !('id' in row)) return null;
    const { id } = row;
    if (typeof id !== 'string' || chunkKey(table, id) !== key) return null;
    changes.push({ table, id, before: undefined, after: row } as Change);
  }
  return changes;
}
