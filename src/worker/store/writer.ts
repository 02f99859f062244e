import type { Keyframe } from '../../domain/fold.ts';
import { isCold } from './chunks.ts';
import {
  EMPTY_META,
  StoreDatabase,
  type ChunkRecord,
  type MetaRecord,
  type RecordingMark,
} from './database.ts';
import { readKeptLog, type KeptLog } from './kept-log.ts';
import { readStore, type Restored } from './read.ts';

/** Somebody else wrote: what is known of the database's content is void. */
export class FenceError extends Error {
  readonly kind = 'fence';
}

/** Chunks as they are to be, and those that are to go. */
export interface ChunkWrite {
  readonly records: readonly ChunkRecord[];
  readonly gone: readonly string[];
}

export const NO_CHUNKS: ChunkWrite = { records: [], gone: [] };

/** The database as its one writer has it: what stands in it is known, or the write is refused. */
export class Writer {
  readonly #database: StoreDatabase;
  readonly #freshAt: () => number | null;
  #meta = EMPTY_META;
  /** undefined: what stands in the database was not read yet. */
  #mark: RecordingMark | null | undefined;

  constructor(name: string, freshAt: () => number | null, onGone: (deleted: boolean) => void) {
    this.#database = new StoreDatabase(name);
    this.#database.onGone = onGone;
    this.#freshAt = freshAt;
  }

  get meta(): MetaRecord {
    return this.#meta;
  }

  /** The recording by hand that is under way; it is written with whatever is written next. */
  get mark(): RecordingMark | null {
    return this.#mark ?? null;
  }

  /** Begins one after the lines that still wait, unless one is under way; null ends it. */
  record(since: number | null, waiting: number): void {
    if (since === null) this.#mark = null;
    else this.#mark ??= { since, from: this.#meta.next + waiting };
  }

  /** Whether the database says something else of it. */
  get owesMark(): boolean {
    return this.mark?.since !== this.#meta.mark?.since;
  }

  async open(): Promise<void> {
    if (!this.#database.isOpen()) await this.#database.open();
  }

  close(): void {
    this.#database.close({ disableAutoOpen: true });
  }

  async delete(): Promise<void> {
    await this.#database.delete();
  }

  read(): Promise<Restored> {
    return readStore(this.#database);
  }

  /** What was read is what stands there. */
  adopt(meta: MetaRecord | undefined): void {
    this.#meta = meta ?? EMPTY_META;
    this.#goOnRecording(this.#meta);
  }

  /** Goes on from whatever stands there, which is to be replaced: answers the keys of its chunks. */
  async takeOver(): Promise<readonly string[]> {
    const { chunks, meta } = this.#database;
    const written = await chunks.toCollection().primaryKeys();
    const stands = (await meta.get('state')) ?? EMPTY_META;
    this.#meta = { ...stands, keyframe: null, next: Math.max(stands.next, this.#meta.next) };
    this.#goOnRecording(stands);
    return written;
  }

  /** A recording outlives the worker that it was begun in; lines that waited then were never numbered. */
  #goOnRecording({ mark, next }: MetaRecord): void {
    if (this.#mark !== undefined) return;
    this.#mark = mark ? { ...mark, from: Math.min(mark.from, next) } : null;
  }

  keptLog(): Promise<KeptLog | null> {
    return readKeptLog(this.#database);
  }

  /**
   * The log has a hole of so many lines here: what can be replayed begins anew, with a keyframe after it. Their
   * numbers are not given again, or a recording that began by number would not find its beginning.
   */
  breakLog(lost: number): void {
    this.#meta = { ...this.#meta, keyframe: null, next: this.#meta.next + lost };
  }

  /** Writes these chunks, and the lines that the log has from `meta` on. */
  async commit({ records, gone }: ChunkWrite, meta: MetaRecord, lines: readonly string[]) {
    const { chunks, log, keyframes } = this.#database;
    const from = this.#meta.next;
    const floor = meta.segments[0]?.from ?? meta.next;
    await this.#transaction(meta, async () => {
      await Promise.all([
        chunks.bulkPut(records),
        chunks.bulkDelete([...gone]),
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

  /** Writes one part of a keyframe; it counts when the last one is there. */
  async commitKeyframe(seq: number, part: number, rows: Keyframe, last: boolean): Promise<void> {
    const { keyframes } = this.#database;
    const meta = last ? { ...this.#meta, keyframe: seq } : this.#meta;
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

  /** Deletes the older half of the log. Nothing is put: there is no room, not even for that. */
  async shortenLog(): Promise<void> {
    const { segments, next } = this.#meta;
    const kept = segments.slice(Math.ceil(segments.length / 2));
    const floor = kept[0]?.from ?? next;
    const { log, keyframes, meta } = this.#database;
    await this.#database.transaction('rw', [log, keyframes, meta], async () => {
      await this.#checkFence();
      await log.where('seq').below(floor).delete();
      await keyframes.where('seq').below(floor).delete();
    });
    this.#meta = { ...this.#meta, segments: kept };
  }

  /** Deletes the log, and the chunks that the next start can do without. */
  async dropCold(): Promise<void> {
    const { chunks, log, keyframes, meta } = this.#database;
    await this.#database.transaction('rw', [chunks, log, keyframes, meta], async () => {
      await this.#checkFence();
      const written = await chunks.toCollection().primaryKeys();
      await Promise.all([
        log.clear(),
        keyframes.clear(),
        chunks.bulkDelete(written.filter((key) => isCold(key))),
      ]);
    });
    this.#meta = { ...this.#meta, segments: [], keyframe: null };
  }

  /** One transaction, if nobody else has written meanwhile; the database's state is `meta` after it. */
  async #transaction(meta: MetaRecord, work: () => Promise<void>): Promise<void> {
    const database = this.#database;
    const revision = this.#meta.revision + 1;
    const next = { ...meta, revision, fresh_at: this.#freshAt(), mark: this.mark };
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
}
