import {
  beginningItems,
  MarkedEvents,
  type Beginning,
  type FileLine,
} from '../../domain/recordings/marked-events.ts';
import type { EventSource, NumberedEvent } from '../../domain/recordings/player.ts';
import type { RecordingItem } from '../../domain/recordings/read.ts';
import type { Rows } from '../../domain/state.ts';
import type { RecordingHeader } from '../../protocol/recordings/format.ts';
import { UsageError } from '../terminal.ts';
import { LineFile } from './lines.ts';
import type { Voice } from './voice.ts';

/** Damaged lines that are named, each with its reason; of more their number is told. */
const MOST_NAMED = 100;

/** A recording in a file, however large: nothing of it is kept but where its events stand. */
export class RecordingFile {
  readonly #file: LineFile;
  readonly #voice: Voice;
  #damaged = 0;

  /** Throws `UsageError` where the file cannot be read. */
  constructor(path: string, voice: Voice) {
    this.#voice = voice;
    this.#file = new LineFile(path, (bytes) => voice.progress(bytes, this.#file.bytes));
  }

  get path(): string {
    return this.#file.path;
  }

  /** Every item from the beginning. Damaged lines are told as they come. Throws `UsageError`. */
  *items(): Generator<RecordingItem> {
    const { events } = yield* this.#begin();
    const reader = events.reader.clone();
    for (const { text, line } of this.#lines(events.byte, events.line)) {
      for (const item of reader.read(text, line)) {
        this.#tell(item);
        yield item;
      }
    }
    this.#voice.done();
  }

  /**
   * What it begins with, and its events as a source that can be read from any position on. Damaged lines
   * are told when they are met first. Throws `UsageError`.
   */
  open(): { header: RecordingHeader | null; rows: Rows; events: EventSource } {
    const begun = this.#begin();
    let next = begun.next();
    while (next.done !== true) next = begun.next();
    const { header, rows } = next.value;
    const lines = this.#lines.bind(this);
    const marked = new MarkedEvents(lines, next.value, (item) => this.#tell(item));
    const read = function* (this: RecordingFile, from: number): Generator<NumberedEvent> {
      yield* marked.read(from);
      this.#voice.done();
    };
    return { header, rows, events: { read: (from) => read.call(this, from) } };
  }

  /** Says how many damaged lines were met beside those that were named. */
  close(): void {
    const more = this.#damaged - MOST_NAMED;
    if (more > 0) {
      this.#voice.warn(
        `${this.path}: ${more} more lines are damaged, or something before them is missing`,
      );
    }
    this.#file.close();
  }

  /**
   * What it begins with, and every item of that on the way, the first as soon as it is known to be a
   * recording: one that is none is not read to its end.
   */
  *#begin(): Generator<RecordingItem, Beginning> {
    if (this.#file.bytes === 0) throw new UsageError(`${this.path} is empty.`);
    const items = beginningItems(this.#lines.bind(this));
    const held: RecordingItem[] = [];
    let known = false;
    let next = items.next();
    for (; next.done !== true; next = items.next()) {
      held.push(next.value);
      known ||= next.value.kind !== 'damage';
      if (known) yield* this.#told(held.splice(0));
    }
    const { newer } = next.value;
    if (newer !== null) {
      throw new UsageError(
        `${this.path} was recorded by a newer Muster (format ${newer}): update this one.`,
      );
    }
    if (!next.value.known) throw new UsageError(`${this.path} is no recording.`);
    yield* this.#told(held);
    return next.value;
  }

  *#told(items: readonly RecordingItem[]): Generator<RecordingItem> {
    for (const item of items) {
      this.#tell(item);
      yield item;
    }
  }

  #tell(item: RecordingItem): void {
    if (item.kind !== 'damage') return;
    this.#damaged++;
    if (this.#damaged > MOST_NAMED) return;
    this.#voice.warn(`${this.path}: line ${item.line} ${item.reason}`);
  }

  #lines(byte: number, first: number): Generator<FileLine> {
    return this.#file.lines(byte, first);
  }
}
