import type { Change } from '../../domain/change.ts';
import type { MemoryOnly } from '../../domain/rows.ts';
import type { Rows } from '../../domain/state.ts';
import type { StoreInspection } from '../contract.ts';
import type { Engine, LoggedEvent } from '../engine/engine.ts';
import type { Environment, Lock } from '../environment.ts';
import { isCold } from './chunks.ts';
import { storeLock, type RecordingMark } from './database.ts';
import { DirtyChunks } from './dirty-chunks.ts';
import {
  afterFailure,
  afterSuccess,
  AGAIN_MS,
  raised,
  HEALTHY,
  wantsRebuilding,
  type Remedy,
  flushPace,
} from './storage-health.ts';
import { flushOf } from './flush.ts';
import { bytesOf, logSpan } from './grown-log.ts';
import { withTimeout } from './with-timeout.ts';
import type { KeptLog } from './kept-log.ts';
import { LOG_LIMITS } from './log.ts';
import { putBack, type Restored } from './read.ts';
import { storageErrorOf } from './storage-error.ts';
import { WaitingLines } from './waiting-lines.ts';
import { FenceError, Writer } from './writer.ts';

/** A start does not wait longer for a database that does not answer, and a write not for ever. */
const OPEN_MS = 3_000;
const WRITE_MS = 20_000;
/** As many events are written, whatever the pace: they take memory as long as they wait. */
const WAITING_LINES = 50_000;

interface StoreDeps {
  readonly environment: Environment;
  /** Of the database. */
  readonly name: string;
  readonly engine: Engine;
  /** Whether these rows may still be kept here: they may not once somebody has signed out. */
  readonly allowed: () => Promise<boolean>;
  /** A write succeeded after one that failed, or after the database was deleted. */
  readonly writtenAnew: () => void;
}

/**
 * Writes what the engine changed behind it: each flush is of one moment, rows with the positions that they are
 * true at and the events that led there. It is written in parts, and counts with the last.
 * Memory is the truth; what the disk does not take goes down the rungs of `storage-health.ts`, and up again. Only
 * the holder of the database's lock writes.
 */
export class Store {
  readonly #deps: StoreDeps;
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #lock: Lock;
  readonly #chunks: DirtyChunks;
  readonly #lines = new WaitingLines();
  #bytesSinceKeyframe = 0;
  #owned = false;
  /** The database is open, and what it holds is what this store knows of it. */
  #stands = false;
  /** What stood in the database is being replaced. */
  #replacing = false;
  /** Events came that are not in the log: a replay has to begin after them. */
  #missed = false;
  #health = HEALTHY;
  #memoryOnly: MemoryOnly | null = null;
  /** Milliseconds that the last write took. */
  #lastWrite = 0;
  /** How many batches have changed anything. */
  #batches = 0;
  #cancelFlush: (() => void) | null = null;
  #cancelClimb: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  readonly #stopListening: () => void;
  #closed = false;
  #shown: Restored | null;

  /** `shown`: the rows of the database that were put into the engine already; null: none were. */
  constructor(deps: StoreDeps, shown: Restored | null) {
    const { environment, name, engine } = deps;
    this.#deps = deps;
    this.#shown = shown;
    this.#engine = engine;
    this.#chunks = new DirtyChunks(engine.rows);
    this.#writer = new Writer(name, (deleted) => this.#gone(deleted));
    this.#lock = environment.locks.acquire(storeLock(name));
    this.#stopListening = engine.listen((changes, events) => this.#changed(changes, events));
  }

  /** Nothing will be written any more. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Puts what is stored into the engine, and writes from then on. */
  async start(): Promise<void> {
    await this.#enqueue(() => this.#stand().catch((error: unknown) => this.#descend(error, true)));
    void this.#lock.held.then(() => {
      this.#owned = true;
      if (this.#missed) this.#writer.breakLog(0);
      this.#schedule();
    });
  }

  /** Writes what is due now, and resolves when it is written. What has just failed waits for its time. */
  async flush(): Promise<void> {
    if (this.#health.failures > 0 && this.#cancelFlush !== null) return this.#writing;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    await this.#enqueue();
  }

  /** Tries at once to keep what is not kept. */
  async retry(): Promise<void> {
    if (this.#health.keeps !== 'all' && !this.#closed) await this.#climb();
  }

  /** The events that are kept; null where a replay has nothing to begin from. */
  async keptLog(): Promise<KeptLog | null> {
    await this.flush();
    if (!this.#stands || this.#health.keeps !== 'all') return null;
    return this.#inTime(this.#writer.keptLog());
  }

  /** The recording by hand that is under way; null: none. */
  get mark(): RecordingMark | null {
    return this.#writer.mark;
  }

  /** Begins a recording by hand, unless one is under way or this worker keeps no events; null ends it. */
  record(since: number | null): void {
    const keeps = this.#owned && this.#stands && this.inspect().keeps === 'all';
    if (since === null || keeps) this.#writer.record(since, this.#lines.size);
    this.#schedule();
  }

  /** Writes nothing any more, and shows nothing that is still being read. */
  stop(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelFlush?.();
    this.#cancelClimb?.();
    this.#stopListening();
    this.#lock.release();
  }

  /** Lets go of the database. */
  close(): void {
    this.stop();
    this.#tell(null);
    this.#writer.close();
  }

  /** Deletes the database when what is under way has ended. */
  async destroy(): Promise<void> {
    this.close();
    await this.#writing;
    await this.#writer.delete();
  }

  inspect(): StoreInspection {
    const { meta } = this.#writer;
    return {
      keeps: this.#closed || this.#memoryOnly !== null ? 'nothing' : this.#health.keeps,
      trouble: this.#memoryOnly?.why ?? this.#health.trouble,
      log: logSpan(meta),
      keyframe: meta.keyframe,
      dirty: this.#chunks.size,
      lines: this.#lines.size,
      failures: this.#health.failures,
    };
  }

  get #rows(): Rows {
    return this.#engine.rows;
  }

  /** Opens the database; at first its rows are read, later they are replaced by what is held. */
  async #stand(): Promise<void> {
    const { clock } = this.#deps.environment;
    const shown = this.#shown;
    // Once: where that fails, what is held takes the place of what stands there.
    this.#shown = null;
    if (shown !== null) return this.#goOn(shown);
    const known = this.#rows.account.size > 0;
    if (known && this.#owned && wantsRebuilding(this.#health))
      await withTimeout(clock, OPEN_MS, this.#writer.delete());
    await withTimeout(clock, OPEN_MS, this.#writer.open());
    if (known) await this.#takeOver();
    else {
      const read = await withTimeout(clock, OPEN_MS, this.#writer.read());
      if (this.#closed) return;
      // Who is signed in was heard from the host in the meantime, and with it newer rows than these.
      if (this.#rows.account.size > 0) await this.#takeOver();
      else {
        this.#adopt(read);
        putBack(this.#engine, read);
      }
    }
    this.#stands = true;
  }

  /** Opens the database whose rows are shown, unless somebody has signed out since they were read. */
  async #goOn(read: Restored): Promise<void> {
    const { environment, allowed } = this.#deps;
    if (!(await allowed())) return this.stop();
    await withTimeout(environment.clock, OPEN_MS, this.#writer.open());
    if (this.#closed) return;
    this.#adopt(read);
    this.#stands = true;
  }

  /** What was read is what stands there: if it is not any more, the next write finds out. */
  #adopt(read: Restored): void {
    this.#writer.adopt(read);
    const { size } = read.dropped;
    if (size > 0) this.#deps.environment.log(`${size} damaged chunks were dropped.`);
    this.#chunks.mark(read.dropped);
  }

  /** The database was taken away: deleted, or wanted by a newer build, to which it is left. */
  #gone(deleted: boolean): void {
    if (!deleted) return this.stop();
    this.#stands = false;
    this.#schedule();
  }

  #changed(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    const { keeps } = this.#health;
    // Rows that were just read back are no news to the store.
    const news = events.length > 0;
    this.#chunks.changed(changes, (key) => news && (keeps === 'all' || !isCold(key)));
    if (!this.#owned) this.#missed ||= news;
    else if (keeps === 'all') this.#lines.add(events);
    this.#batches += 1;
    this.#schedule();
  }

  get #due(): boolean {
    if (this.#closed || this.#health.keeps === 'nothing') return false;
    const waits = this.#writer.owesMark || this.#chunks.size + this.#lines.size > 0;
    return !this.#stands || (this.#owned && waits);
  }

  #schedule(): void {
    const { clock } = this.#deps.environment;
    if (this.#health.keeps !== 'all' && !this.#closed) {
      this.#cancelClimb ??= clock.after(AGAIN_MS, () => void this.#climb());
    }
    if (this.#cancelFlush !== null || !this.#due) return;
    const { wait, quiet } = flushPace(this.#health, this.#lastWrite);
    this.#writeIn(wait, quiet);
  }

  /** Writes after `wait`, or when nothing has changed for as long as `quiet`, or too much waits. */
  #writeIn(wait: number, quiet: number): void {
    const batches = this.#batches;
    this.#cancelFlush = this.#deps.environment.clock.after(Math.min(wait, quiet), () => {
      this.#cancelFlush = null;
      const goesOn = this.#batches !== batches && this.#lines.waiting < WAITING_LINES;
      if (wait > quiet && goesOn) this.#writeIn(wait - quiet, quiet);
      else void this.#enqueue();
    });
  }

  /** Does what is to be done with the database after what is under way, whatever comes of that. */
  #enqueue(work = () => this.#write()): Promise<void> {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      this.#deps.environment.log('The store failed.', error);
      this.#schedule();
    });
    return this.#writing;
  }

  /** Tries to keep more than is kept. */
  #climb(): Promise<void> {
    this.#cancelClimb?.();
    this.#cancelClimb = null;
    this.#health = raised(this.#health);
    this.#stands = false;
    return this.#enqueue();
  }

  async #write(): Promise<void> {
    if (!this.#due) return;
    const { environment, allowed } = this.#deps;
    if (!this.#stands) {
      try {
        if (!(await allowed())) return this.stop();
        await this.#stand();
      } catch (error) {
        return this.#descend(error, true);
      }
    }
    if (!this.#owned || this.#closed) return this.#kept();
    const begun = environment.clock.elapsed();
    const dirty = this.#chunks.take(this.#health.keeps === 'all');
    const lines = this.#lines.take();
    const bytes = this.#bytesSinceKeyframe + bytesOf(lines);
    try {
      const rows = { dirty: this.#chunks.read(dirty), rows: this.#rows };
      const logs = this.#health.keeps === 'all';
      const flush = flushOf(this.#writer.meta, { ...rows, lines, bytes, logs });
      for (const part of flush.parts) {
        if (this.#closed) return;
        await this.#inTime(this.#writer.write(flush, part));
      }
      this.#lines.written();
      this.#bytesSinceKeyframe = flush.bytes;
    } catch (error) {
      return this.#failed(error, dirty);
    }
    this.#lastWrite = environment.clock.elapsed() - begun;
    this.#kept();
  }

  async #failed(error: unknown, dirty: ReadonlySet<string>) {
    if (this.#closed) return;
    this.#chunks.mark(dirty);
    this.#lines.putBack();
    if (this.#lines.size > LOG_LIMITS.events) this.#loseLines(LOG_LIMITS.events);
    let reason = error;
    if (error instanceof FenceError) {
      try {
        await this.#takeOver();
        return this.#schedule();
      } catch (again) {
        reason = again;
      }
    }
    await this.#descend(reason);
  }

  /** Another one wrote here, or nobody knows what: what is there is replaced by what we hold. */
  async #takeOver(): Promise<void> {
    this.#loseLines();
    const written = await this.#inTime(this.#writer.takeOver());
    this.#replacing = true;
    this.#chunks.mark(written);
    this.#chunks.markAll();
  }

  /** The log does without the lines that wait, but for the newest. */
  #loseLines(newest = 0): void {
    this.#writer.breakLog(this.#lines.lose(newest));
  }

  /** One rung down. What is not written any more is not gathered either. */
  async #descend(error: unknown, opening = false): Promise<void> {
    if (this.#closed) return;
    const { log } = this.#deps.environment;
    const hasLog = this.#writer.meta.segments.length > 0;
    const { health, remedy } = afterFailure(this.#health, storageErrorOf(error, opening), hasLog);
    if (health.failures === 1) log('The store cannot be written.', error);
    this.#health = health;
    if (health.keeps !== 'all') this.#loseLines();
    if (health.keeps === 'nothing') this.#tell(health.trouble);
    await this.#remedy(remedy).catch((reason: unknown) => log('No room could be made.', reason));
    this.#schedule();
  }

  async #remedy(remedy: Remedy): Promise<void> {
    if (remedy === 'shorten-log') await this.#inTime(this.#writer.shortenLog());
    if (remedy === 'drop-cold') await this.#inTime(this.#writer.dropCold());
    if (remedy === 'reopen') {
      this.#stands = false;
      this.#writer.close();
    }
  }

  /** A write succeeded. */
  #kept(): void {
    const anew = this.#replacing || this.#health.failures > 0;
    this.#replacing = false;
    this.#health = afterSuccess(this.#health);
    this.#tell(null);
    if (anew) this.#deps.writtenAnew();
    this.#schedule();
  }

  /** Tells every tab why nothing is written; null: everything is. */
  #tell(why: MemoryOnly['why'] | null): void {
    if ((this.#memoryOnly?.why ?? null) === why) return;
    const at = this.#deps.environment.clock.now();
    const memory_only = why === null ? null : { why, since: this.#memoryOnly?.since ?? at };
    this.#memoryOnly = memory_only;
    this.#engine.dispatch({ source: 'link', event: 'keeping', at, data: { memory_only } });
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return withTimeout(this.#deps.environment.clock, WRITE_MS, work);
  }
}
