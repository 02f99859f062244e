/** Follows one log of a game server: the newest file of its kind, and the next when the game starts again. */
import { setImmediate as turn } from 'node:timers/promises';
import type { LogKind } from '../../protocol/enumerations.ts';
import { LogReader } from '../connectors/logs/log-reader.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import type { Zone } from '../../domain/zone.ts';
import type { LogFile } from './folder.ts';
import { readAppended, type FilePosition, type Line } from './read-appended.ts';

/** How far a log is read, as it is kept. */
export interface LogBookmark {
  readonly file: string;
  readonly position: FilePosition;
  readonly reader: LogReader['state'];
}

/** What a reading brought. It is told, and then its bookmark kept, in one transaction. */
export interface LogReading {
  readonly kind: LogKind;
  readonly events: readonly LogEvent[];
  readonly bookmark: LogBookmark;
  /** The game has started again: nobody is there. */
  readonly restarted: boolean;
  /** All of it was written later than this look at the file, epoch milliseconds; null where it may be older. */
  readonly writtenSince: number | null;
}

/** Between so many lines others have their turn. */
const SLICE = 100;

/** Lines of so many milliseconds are read again after a restart: one of them may belong to a later one. */
const REREAD = 5_000;

/** Clocks differ by less than this, and time zones by more. Milliseconds. */
const SKEW = 10 * 60_000;

interface Recent {
  readonly offset: number;
  readonly last: number;
}

export class FollowedLog {
  readonly kind: LogKind;
  readonly #zone: Zone;
  #file: string | null;
  #position: FilePosition | null;
  #reader: LogReader;
  readonly #now: () => number;
  #recent: Recent[] = [];
  /** When everything there was had been read. */
  #readAt: number | null = null;
  #skewed = false;

  /** `now`: the host's clock, epoch milliseconds. */
  constructor(kind: LogKind, zone: Zone, bookmark: LogBookmark | null, now: () => number) {
    this.kind = kind;
    this.#zone = zone;
    this.#now = now;
    this.#file = bookmark?.file ?? null;
    this.#position = bookmark?.position ?? null;
    this.#reader = new LogReader(kind, zone, bookmark?.reader);
  }

  /** Lines that were just written say another time: the zone is not the game's. */
  get skewed(): boolean {
    return this.#skewed;
  }

  /**
   * Reads what has come, a bounded part at a time. `files`: those of this kind, the newest last. Rejects where
   * the file cannot be read.
   */
  async *read(files: readonly LogFile[]): AsyncGenerator<LogReading> {
    const newest = files.at(-1);
    if (newest === undefined) return;
    let index = files.findIndex(({ name }) => name === this.#file);
    if (index < 0) {
      index = files.length - 1;
      this.#begin(newest.name, null);
    }
    for (; index < files.length; index += 1) {
      const file = files[index];
      if (file === undefined) return;
      if (file.name !== this.#file) this.#begin(file.name, this.#start);
      yield* this.#readFile(file, index < files.length - 1);
    }
  }

  async *#readFile(file: LogFile, whole: boolean): AsyncGenerator<LogReading> {
    for (;;) {
      const first = this.#position === null;
      const writtenSince = first ? null : this.#readAt;
      const looked = this.#now();
      const appended = await readAppended(file.path, this.#position, whole);
      if (appended.restarted) this.#begin(file.name, this.#start);
      const quiet = appended.lines.length === 0;
      const restarted = appended.restarted || (!first && isStart(this.#position) && !quiet);
      this.#position = appended.position;
      const events = quiet
        ? this.#reader.flush()
        : await this.#readLines(appended.lines, appended.modifiedAt);
      const last = appended.atEnd && whole ? [...events, ...this.#reader.flush()] : events;
      if (!quiet && writtenSince !== null) this.#compare(looked - writtenSince, looked);
      if (appended.atEnd) this.#readAt = looked;
      if (!quiet || last.length > 0) {
        const bookmark = this.#bookmark(file.name);
        yield { kind: this.kind, events: last, bookmark, restarted, writtenSince };
      }
      if (appended.atEnd) return;
    }
  }

  async #readLines(lines: readonly Line[], writtenAt: number): Promise<readonly LogEvent[]> {
    this.#reader.date(
      lines.map(({ text }) => text),
      writtenAt,
    );
    const events: LogEvent[] = [];
    for (const [at, { text, offset }] of lines.entries()) {
      if (at % SLICE === SLICE - 1) await turn();
      events.push(...this.#reader.line(text));
      this.#recent.push({ offset, last: this.#reader.newest });
    }
    return events;
  }

  /** Whether lines that were written within so many milliseconds say about the time that it is. */
  #compare(within: number, now: number): void {
    const { newest } = this.#reader;
    if (within < SKEW && newest > 0) this.#skewed = Math.abs(now - newest) > SKEW;
  }

  /** Where another goes on: a little before, since what was told is known by its line. */
  #bookmark(file: string): LogBookmark {
    const last = this.#recent.at(-1)?.last ?? 0;
    this.#recent = this.#recent.filter((line) => last - line.last <= REREAD);
    const position = this.#position ?? EMPTY;
    const offset = this.#recent[0]?.offset ?? position.offset;
    return { file, position: { ...position, offset }, reader: this.#reader.state };
  }

  /** A log that states no day is dated by its end, which must be within what is read at once. */
  get #start(): FilePosition | null {
    return this.kind === 'arma-console' ? null : EMPTY;
  }

  #begin(file: string, position: FilePosition | null): void {
    this.#file = file;
    this.#position = position;
    this.#reader = new LogReader(this.kind, this.#zone);
    this.#recent = [];
  }
}

/** Of a file that nothing is known of: it is read from its start. */
const EMPTY: FilePosition = {
  head: {
    length: 0,
    digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  offset: 0,
};

function isStart(position: FilePosition | null): boolean {
  return position?.offset === 0;
}
