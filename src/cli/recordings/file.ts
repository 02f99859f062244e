import type { EventSource, NumberedEvent } from '../../domain/recordings/player.ts';
import { RecordingReader, type RecordingItem } from '../../domain/recordings/read.ts';
import { putRows } from '../../domain/recordings/run.ts';
import { createRows, type Rows } from '../../domain/state.ts';
import type { RecordingHeader } from '../../protocol/recordings/format.ts';
import { LineFile } from './lines.ts';
import type { Voice } from './voice.ts';

/** Where reading can begin again: before the event of this position. */
interface Mark {
  readonly position: number;
  readonly byte: number;
  readonly line: number;
  readonly reader: RecordingReader;
}

const MARK_EVENTS = 1_000;
const PROGRESS_LINES = 500;

/** A recording in a file, however large: nothing of it is kept but where its events stand. */
export class RecordingFile {
  readonly #file: LineFile;
  readonly #voice: Voice;

  /** Throws `UsageError` where the file cannot be read. */
  constructor(path: string, voice: Voice) {
    this.#file = new LineFile(path);
    this.#voice = voice;
  }

  get path(): string {
    return this.#file.path;
  }

  /** Every item from the beginning. Damaged lines are told as they come. */
  *items(): Generator<RecordingItem> {
    for (const { item } of this.#read(new RecordingReader(), 0, 1)) {
      if (item.kind === 'damage') this.#tell(item);
      yield item;
    }
    this.#voice.done();
  }

  /**
   * What it begins with, and its events as a source that can be read from any position on. Damaged lines
   * are told when they are met first.
   */
  open(): { header: RecordingHeader | null; rows: Rows; events: EventSource } {
    const rows = createRows();
    let header: RecordingHeader | null = null;
    for (const { item } of this.#read(new RecordingReader(), 0, 1)) {
      if (item.kind === 'event') break;
      if (item.kind === 'header') header = item.header;
      else if (item.kind === 'keyframe') putRows(rows, item);
    }
    const marks: Mark[] = [{ position: 0, byte: 0, line: 1, reader: new RecordingReader() }];
    let furthest = 0;
    const read = function* (this: RecordingFile, from: number): Generator<NumberedEvent> {
      const mark = marks[Math.min(Math.floor(from / MARK_EVENTS), marks.length - 1)];
      if (mark === undefined) return;
      const reader = mark.reader.clone();
      let { position } = mark;
      for (const { item, next, line } of this.#read(reader, mark.byte, mark.line)) {
        if (item.kind === 'damage' && item.line > furthest) this.#tell(item);
        furthest = Math.max(furthest, item.line);
        if (item.kind !== 'event') continue;
        position++;
        if (position === marks.length * MARK_EVENTS) {
          marks.push({ position, byte: next, line: line + 1, reader: reader.clone() });
        }
        if (position > from) yield item;
      }
      this.#voice.done();
    };
    return { header, rows, events: { read: (from) => read.call(this, from) } };
  }

  close(): void {
    this.#file.close();
  }

  #tell(item: RecordingItem & { kind: 'damage' }): void {
    this.#voice.warn(`${this.path}: line ${item.line} ${item.reason}`);
  }

  *#read(
    reader: RecordingReader,
    byte: number,
    first: number,
  ): Generator<{ item: RecordingItem; next: number; line: number }> {
    for (const { text, line, next } of this.#file.lines(byte, first)) {
      if (line % PROGRESS_LINES === 0) this.#voice.progress(next, this.#file.bytes);
      for (const item of reader.read(text, line)) yield { item, next, line };
    }
  }
}
