import { isCold } from './chunks.ts';
import {
  EMPTY_META,
  StoreDatabase,
  type KeyframeRecord,
  type MetaRecord,
  type RecordingMark,
} from './database.ts';
import type { Flush, Part } from './flush.ts';
import { readKeptLog, type KeptLog } from './kept-log.ts';
import { readPlaces, readStore, type ChunkPlace, type Restored } from './read.ts';

/** Somebody else wrote: what is known of the database's content is void. */
export class FenceError extends Error {
  readonly kind = 'fence';
}

/** The database as its one writer has it: what stands in it is known, or the write is refused. */
export class Writer {
  readonly #database: StoreDatabase;
  #meta = EMPTY_META;
  /** Which flush wrote each chunk that counts. */
  #standing = new Map<string, number>();
  /** An unfinished flush may have left parts. */
  #unfinished = true;
  /** undefined: what stands in the database was not read yet. */
  #mark: RecordingMark | null | undefined;

  constructor(name: string, onGone: (deleted: boolean) => void) {
    this.#database = new StoreDatabase(name);
    this.#database.onGone = onGone;
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

  /** The database is as it was just read. */
  adopt({ meta, places }: Restored): void {
    this.#known(places, meta?.flush ?? 0);
    this.#meta = meta ?? EMPTY_META;
    this.#unfinished = true;
    this.#goOnRecording(this.#meta);
  }

  /** Goes on from whatever stands there, which is to be replaced: answers the keys of its chunks. */
  async takeOver(): Promise<readonly string[]> {
    const places = await readPlaces(this.#database);
    const stands = (await this.#database.meta.get('state')) ?? EMPTY_META;
    this.#known(places, stands.flush);
    this.#meta = { ...stands, keyframe: null, next: Math.max(stands.next, this.#meta.next) };
    this.#unfinished = true;
    this.#goOnRecording(stands);
    return [...this.#standing.keys()];
  }

  #known(places: readonly ChunkPlace[], newest: number): void {
    this.#standing = new Map(places.filter(([, flush]) => flush <= newest));
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
   * The log has a hole of so many lines here: what can be replayed starts again, with a keyframe after it. Their
   * numbers are not given again, or a recording that began by number would not find its beginning.
   */
  breakLog(lost: number): void {
    this.#meta = { ...this.#meta, keyframe: null, next: this.#meta.next + lost };
  }

  /** Writes one part of a flush. With the last one all of it counts, and what it replaces goes. */
  async write(flush: Flush, part: Part): Promise<void> {
    const { chunks, log } = this.#database;
    const first = part === flush.parts[0];
    const last = part === flush.parts.at(-1);
    await this.#transaction(last ? flush.meta : this.#meta, async (stands) => {
      if (first && this.#unfinished) await this.#sweep(stands);
      await Promise.all([
        chunks.bulkPut(part.chunks),
        ...(part.run === null ? [] : [log.put(part.run)]),
        ...(part.keyframe === null ? [] : [this.#putKeyframe(part.keyframe)]),
        ...(last ? this.#replace(flush) : []),
      ]);
    });
    this.#unfinished = !last;
    if (last) this.#count(flush);
  }

  async #putKeyframe(record: KeyframeRecord): Promise<void> {
    const { keyframes } = this.#database;
    // Keyframes after the newest that counts: their lines were lost, or their worker died before the last part.
    const newest = this.#meta.keyframe ?? -1;
    if (record.part === 0) await keyframes.where('seq').above(newest).delete();
    await keyframes.put(record);
  }

  /** Deletes what a whole flush makes void. */
  #replace({ keys, meta }: Flush): readonly Promise<unknown>[] {
    const { chunks, log, keyframes } = this.#database;
    const floor = meta.segments[0]?.from ?? meta.next;
    const places = keys.flatMap((key): [string, number][] => {
      const flush = this.#standing.get(key);
      return flush === undefined ? [] : [[key, flush]];
    });
    return [
      chunks.bulkDelete(places),
      log.where('seq').below(floor).delete(),
      keyframes.where('seq').below(floor).delete(),
    ];
  }

  #count({ keys, parts }: Flush): void {
    for (const key of keys) this.#standing.delete(key);
    for (const { chunks } of parts) {
      for (const { key, flush } of chunks) this.#standing.set(key, flush);
    }
  }

  /** Deletes the parts of an unfinished flush. */
  async #sweep({ flush, next }: MetaRecord): Promise<void> {
    const { chunks, log } = this.#database;
    await Promise.all([
      chunks.where('flush').above(flush).delete(),
      log.where('seq').aboveOrEqual(next).delete(),
    ]);
  }

  /** Deletes the older half of the log. Nothing is put: there is no room, not even for that. */
  async shortenLog(): Promise<void> {
    const { segments, next } = this.#meta;
    const kept = segments.slice(Math.ceil(segments.length / 2));
    const floor = kept[0]?.from ?? next;
    const { log, keyframes } = this.#database;
    await this.#fenced(async (stands) => {
      await this.#sweep(stands);
      await log.where('seq').below(floor).delete();
      await keyframes.where('seq').below(floor).delete();
    });
    this.#meta = { ...this.#meta, segments: kept };
  }

  /** Deletes the log, and the chunks that the next start can do without. */
  async dropCold(): Promise<void> {
    const { chunks, log, keyframes } = this.#database;
    const cold = [...this.#standing].filter(([key]) => isCold(key));
    await this.#fenced(async (stands) => {
      await this.#sweep(stands);
      await Promise.all([log.clear(), keyframes.clear(), chunks.bulkDelete(cold)]);
    });
    for (const [key] of cold) this.#standing.delete(key);
    this.#meta = { ...this.#meta, segments: [], keyframe: null };
  }

  /** One transaction; the database's state is `meta` after it. */
  async #transaction(
    meta: MetaRecord,
    work: (stands: MetaRecord) => Promise<unknown>,
  ): Promise<void> {
    const revision = this.#meta.revision + 1;
    const next = { ...meta, revision, mark: this.mark };
    await this.#fenced(async (stands) => {
      await work(stands);
      await this.#database.meta.put(next);
    });
    this.#meta = next;
  }

  /** One transaction, if nobody else has written in the meantime. */
  async #fenced(work: (stands: MetaRecord) => Promise<unknown>): Promise<void> {
    const { chunks, log, keyframes, meta } = this.#database;
    await this.#database.transaction('rw', [chunks, log, keyframes, meta], async () => {
      const stands = (await meta.get('state')) ?? EMPTY_META;
      if (stands.revision !== this.#meta.revision) throw new FenceError();
      await work(stands);
    });
  }
}
