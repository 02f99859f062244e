import type { Change } from '../../domain/change.ts';
import type { Keyframe } from '../../domain/fold.ts';
import type { TableName, Tables } from '../../domain/rows.ts';
import type { Rows } from '../../domain/state.ts';
import type { StoreInspection } from '../contract.ts';
import type { Engine, LoggedEvent } from '../engine/engine.ts';
import type { Environment, Lock } from '../environment.ts';
import { chunkKey, chunkTable, isStored, storedRow, STORED_TABLES } from './chunks.ts';
import { StoreDatabase, storeLock, type ChunkRecord, type MetaRecord } from './database.ts';
import { readKeptLog, type KeptLog } from './kept-log.ts';
import { isFull } from './full.ts';
import { addToLog, LOG_LIMITS, logLine } from './log.ts';
import { readStore, type Restored } from './read.ts';
import { keyframeParts, slicesOf } from './slices.ts';

const FLUSH_MS = 300;
const MAX_FLUSH_MS = 3_000;
const MAX_RETRY_MS = 30_000;
/** Under load, writing gets at most one part in so many of the worker's time. */
const WRITING_SHARE = 20;
/** A keyframe every so many events, and of them at most half as much as of the log itself. */
const KEYFRAME_EVENTS = 10_000;
const KEYFRAME_ROW_BYTES = 400;

const EMPTY: MetaRecord = {
  key: 'state',
  revision: 0,
  next: 0,
  segments: [],
  keyframe: null,
  fresh_at: null,
};

/** Somebody else wrote: what is known of the database's content is void. */
class FenceError extends Error {
  readonly kind = 'fence';
}

/**
 * Writes what the engine changed behind it: each flush is a transaction for each slice of dirty chunks,
 * rows with the positions that they are true at, and the events in the first. Memory is the truth; a write that fails is tried again with
 * the next. Only the holder of the database's lock writes.
 */
export class Store {
  readonly #environment: Environment;
  readonly #database: StoreDatabase;
  readonly #engine: Engine;
  readonly #lock: Lock;
  /** Ids of the stored rows, by chunk. */
  readonly #members = new Map<string, Set<string>>();
  #dirty = new Set<string>();
  #lines: string[] = [];
  #meta = EMPTY;
  #bytesSinceKeyframe = 0;
  #owned = false;
  /** Events came that are not in the log: a replay has to begin after them. */
  #missed = false;
  #failures = 0;
  /** Milliseconds that the last write took. */
  #lastWrite = 0;
  /** How many batches have changed anything. */
  #batches = 0;
  #cancelFlush: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  readonly #stopListening: () => void;
  #closed = false;

  /** `name`: of the database. */
  constructor(environment: Environment, name: string, engine: Engine) {
    this.#environment = environment;
    this.#engine = engine;
    this.#database = new StoreDatabase(name);
    this.#database.onGone = () => this.#stop();
    this.#lock = environment.locks.acquire(storeLock(name));
    this.#stopListening = engine.listen((changes, events) => this.#changed(changes, events));
  }

  /** Reads everything, and writes from then on. Rejects where there is no storage at all. */
  async load(): Promise<Restored> {
    await this.#database.open();
    const restored = await readStore(this.#database);
    this.#meta = restored.meta ?? EMPTY;
    this.#dirty = new Set([...this.#dirty, ...restored.dropped]);
    void this.#lock.held.then(() => {
      this.#owned = true;
      if (this.#missed) this.#break();
      this.#schedule();
    });
    return restored;
  }

  /** Writes what is due now, and resolves when it is written. */
  async flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** The events that are kept; null where a replay has nothing to begin from. */
  async keptLog(): Promise<KeptLog | null> {
    await this.flush();
    return readKeptLog(this.#database);
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

  inspect(): StoreInspection {
    const { segments, next, keyframe } = this.#meta;
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
    return {
      log: { from: segments[0]?.from ?? next, to: next, bytes },
      keyframe,
      dirty: this.#dirty.size,
      lines: this.#lines.length,
      failures: this.#failures,
    };
  }

  get #rows(): Rows {
    return this.#engine.rows;
  }

  #stop(): void {
    this.#closed = true;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#stopListening();
    this.#lock.release();
  }

  #changed(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    for (const { table, id, before, after } of changes) {
      if (!isStored(table, id)) continue;
      const row = after ?? before;
      if (row === undefined) continue;
      const key = chunkKey(table, row);
      let members = this.#members.get(key);
      if (members === undefined) this.#members.set(key, (members = new Set()));
      if (after === undefined) members.delete(id);
      else members.add(id);
      // Rows that were just read back are no news to the store.
      if (events.length > 0) this.#dirty.add(key);
    }
    if (!this.#owned) this.#missed = true;
    else {
      for (const logged of events) {
        const line = logLine(logged);
        if (line !== null) this.#lines.push(line);
      }
    }
    this.#batches += 1;
    this.#schedule();
  }

  get #due(): boolean {
    return this.#owned && !this.#closed && this.#dirty.size + this.#lines.length > 0;
  }

  #schedule(): void {
    if (this.#cancelFlush !== null || !this.#due) return;
    const failed = this.#failures > 0;
    const wait = failed
      ? Math.min(FLUSH_MS * 2 ** this.#failures, MAX_RETRY_MS)
      : Math.min(Math.max(FLUSH_MS, this.#lastWrite * WRITING_SHARE), MAX_FLUSH_MS);
    this.#writeIn(wait, failed ? wait : FLUSH_MS);
  }

  /** Writes after `wait`, or when nothing has changed for as long as `quiet`. */
  #writeIn(wait: number, quiet: number): void {
    const batches = this.#batches;
    this.#cancelFlush = this.#environment.clock.after(Math.min(wait, quiet), () => {
      this.#cancelFlush = null;
      if (wait > quiet && this.#batches !== batches) this.#writeIn(wait - quiet, quiet);
      else this.#writing = this.#writing.then(() => this.#write());
    });
  }

  async #write(): Promise<void> {
    if (!this.#due) return;
    const { clock } = this.#environment;
    const begun = clock.now();
    const dirty = this.#dirty;
    const lines = this.#lines;
    this.#dirty = new Set();
    this.#lines = [];
    const [first = [], ...others] = slicesOf(dirty, (key) => this.#members.get(key)?.size ?? 0);
    const { meta, frame } = this.#metaAfter(lines);
    try {
      await this.#commit(first, meta, lines);
      lines.length = 0;
      for (const key of first) dirty.delete(key);
      for (const slice of others) {
        if (this.#closed) return;
        await this.#commit(slice, this.#meta, lines);
        for (const key of slice) dirty.delete(key);
      }
      if (frame !== null) await this.#commitKeyframe(meta.next, frame);
    } catch (error) {
      await this.#failed(error, dirty, lines);
      return;
    }
    this.#failures = 0;
    this.#lastWrite = clock.now() - begun;
  }

  /** Writes these chunks as they are now, and the lines that the log has from `meta` on. */
  async #commit(keys: readonly string[], meta: MetaRecord, lines: readonly string[]) {
    const { records, gone } = this.#chunksOf(keys);
    const { chunks, log, keyframes } = this.#database;
    const from = this.#meta.next;
    const floor = meta.segments[0]?.from ?? meta.next;
    await this.#transaction(meta, async () => {
      await Promise.all([
        chunks.bulkPut(records),
        chunks.bulkDelete(gone),
        ...(lines.length === 0
          ? []
          : [
              log.put({ seq: from, events: lines }),
              log.where('seq').below(floor).delete(),
              keyframes.where('seq').below(floor).delete(),
            ]),
      ]);
    });
  }

  /** Writes a keyframe part by part; it counts when the last one is there. */
  async #commitKeyframe(seq: number, parts: readonly Keyframe[]): Promise<void> {
    const { keyframes } = this.#database;
    for (const [part, rows] of parts.entries()) {
      if (this.#closed) return;
      const complete = part === parts.length - 1;
      const meta = complete ? { ...this.#meta, keyframe: seq } : this.#meta;
      await this.#transaction(meta, async () => {
        // What a life that ended before the last part has left.
        if (part === 0)
          await keyframes
            .where('seq')
            .above(this.#meta.keyframe ?? -1)
            .delete();
        await keyframes.put({ seq, part, rows });
      });
    }
    this.#bytesSinceKeyframe = 0;
  }

  /** One transaction, if nobody else has written meanwhile; the database's state is `meta` after it. */
  async #transaction(meta: MetaRecord, work: () => Promise<void>): Promise<void> {
    const database = this.#database;
    const fresh_at = this.#rows.link.get('link')?.fresh_at ?? null;
    const next: MetaRecord = { ...meta, revision: this.#meta.revision + 1, fresh_at };
    const { chunks, log, keyframes } = database;
    await database.transaction('rw', [chunks, log, keyframes, database.meta], async () => {
      await this.#checkFence();
      await work();
      await database.meta.put(next);
    });
    this.#meta = next;
  }

  async #checkFence(): Promise<void> {
    const stands = (await this.#database.meta.get('state'))?.revision ?? 0;
    if (stands !== this.#meta.revision) throw new FenceError();
  }

  /** What the database's state will be with these lines, and the keyframe that is due with them. */
  #metaAfter(lines: readonly string[]): {
    meta: MetaRecord;
    frame: readonly Keyframe[] | null;
  } {
    const { next: from, segments, keyframe: last } = this.#meta;
    const count = lines.length;
    if (count === 0) return { meta: this.#meta, frame: null };
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    this.#bytesSinceKeyframe += bytes;
    const next = from + count;
    const kept = addToLog(segments, { from, count, bytes });
    const rows = STORED_TABLES.reduce((sum, table) => sum + this.#rows[table].size, 0);
    const due =
      last === null ||
      last < (kept[0]?.from ?? 0) ||
      (next - last >= KEYFRAME_EVENTS && this.#bytesSinceKeyframe >= rows * KEYFRAME_ROW_BYTES);
    const frame = due ? keyframeParts(this.#rows) : null;
    return { meta: { ...this.#meta, next, segments: kept }, frame };
  }

  async #failed(
    error: unknown,
    dirty: ReadonlySet<string>,
    lines: readonly string[],
  ): Promise<void> {
    if (this.#closed) return;
    for (const key of dirty) this.#dirty.add(key);
    const waiting = [...lines, ...this.#lines];
    this.#lines = waiting.slice(-LOG_LIMITS.events);
    if (this.#lines.length < waiting.length) this.#break();
    try {
      if (error instanceof FenceError) await this.#takeOver();
      else {
        if (isFull(error)) await this.#makeRoom();
        throw error;
      }
    } catch (reason) {
      if (this.#failures === 0) this.#environment.log('The store cannot be written.', reason);
      this.#failures += 1;
    }
    this.#schedule();
  }

  /** Another worker wrote here before we held the lock: what it left is replaced by what we hold. */
  async #takeOver(): Promise<void> {
    const { chunks, meta } = this.#database;
    const written = await chunks.toCollection().primaryKeys();
    this.#meta = { ...((await meta.get('state')) ?? EMPTY), keyframe: null };
    this.#lines = [];
    for (const key of written) this.#dirty.add(key);
    for (const key of this.#members.keys()) this.#dirty.add(key);
  }

  /** The log has a hole here: what can be replayed begins anew, with a keyframe after it. */
  #break(): void {
    this.#meta = { ...this.#meta, keyframe: null };
  }

  /** Deletes the older half of the log; where there is none left, what waits for it is given up. */
  async #makeRoom(): Promise<void> {
    const { segments, next } = this.#meta;
    if (segments.length === 0) {
      this.#lines = [];
      this.#break();
      return;
    }
    const kept = segments.slice(Math.ceil(segments.length / 2));
    const floor = kept[0]?.from ?? next;
    const { log, keyframes, meta } = this.#database;
    // Nothing is put: there is no room, not even for that.
    await this.#database.transaction('rw', [log, keyframes, meta], async () => {
      await this.#checkFence();
      await log.where('seq').below(floor).delete();
      await keyframes.where('seq').below(floor).delete();
    });
    this.#meta = { ...this.#meta, segments: kept };
  }

  #chunksOf(keys: readonly string[]): { records: ChunkRecord[]; gone: string[] } {
    const records: ChunkRecord[] = [];
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
      records.push({ key, rows });
    }
    return { records, gone };
  }
}
