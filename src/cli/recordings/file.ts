import {
  MarkedEvents,
  readBeginning,
  type Beginning,
  type FileLine,
} from '../../domain/recordings/marked-events.ts';
import type { EventSource, NumberedEvent } from '../../domain/recordings/player.ts';
import { RecordingReader, type RecordingItem } from '../../domain/recordings/read.ts';
import type { Rows } from '../../domain/state.ts';
import type { RecordingHeader } from '../../protocol/recordings/format.ts';
import { UsageError } from '../terminal.ts';
import { LineFile } from './lines.ts';
import type { Voice } from './voice.ts';

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

  /** Every item from the beginning. Damaged lines are told as they come. Throws `UsageError`. */
  *items(): Generator<RecordingItem> {
    this.#begin();
    const reader = new RecordingReader();
    for (const { text, line } of this.#lines(0, 1)) {
      for (const item of reader.read(text, line)) {
        if (item.kind === 'damage') this.#tell(item);
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
    const lines = this.#lines.bind(this);
    const { header, rows } = this.#begin();
    const marked = new MarkedEvents(lines, (item) => {
      if (item.kind === 'damage') this.#tell(item);
    });
    const read = function* (this: RecordingFile, from: number): Generator<NumberedEvent> {
      yield* marked.read(from);
      this.#voice.done();
    };
    return { header, rows, events: { read: (from) => read.call(this, from) } };
  }

  close(): void {
    this.#file.close();
  }

  /** What it begins with; a file that is no recording is not read to its end. */
  #begin(): Beginning {
    if (this.#file.bytes === 0) throw new UsageError(`${this.path} is empty.`);
    const beginning = readBeginning(this.#lines.bind(this));
    if (beginning.newer !== null) {
      throw new UsageError(
        `${this.path} was recorded by a newer Muster (format ${beginning.newer}): update this one.`,
      );
    }
    if (!beginning.known) throw new UsageError(`${this.path} is no recording.`);
    return beginning;
  }

  #tell(item: RecordingItem & { kind: 'damage' }): void {
    this.#voice.warn(`${this.path}: line ${item.line} ${item.reason}`);
  }

  *#lines(byte: number, first: number): Generator<FileLine> {
    for (const read of this.#file.lines(byte, first)) {
      if (read.line % PROGRESS_LINES === 0) this.#voice.progress(read.next, this.#file.bytes);
      yield read;
    }
  }
}
