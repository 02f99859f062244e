import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { linesOf } from '../../domain/recordings/lines.ts';
import type { FileLine } from '../../domain/recordings/marked-events.ts';
import { UsageError } from '../terminal.ts';
import { fileReason } from './file-error.ts';

/** What is read first: a jump needs few lines. */
const FIRST_CHUNK_BYTES = 1 << 17;
const CHUNK_BYTES = 1 << 20;
const MOST_LINE_BYTES = 256 << 20;

/**
 * A file that is read line by line, a part at a time, from any line on. Synchronous: a command does
 * nothing else in the meantime, and a million lines are read twice as fast.
 */
export class LineFile {
  readonly path: string;
  readonly bytes: number;
  readonly #descriptor: number;
  readonly #progress: (bytes: number) => void;

  /** `progress` hears how far reading is, often. Throws `UsageError` where the file cannot be read. */
  constructor(path: string, progress: (bytes: number) => void) {
    this.path = path;
    this.#progress = progress;
    try {
      this.#descriptor = openSync(path, 'r');
      this.bytes = fstatSync(this.#descriptor).size;
      readSync(this.#descriptor, Buffer.alloc(1), 0, 1, 0);
    } catch (error) {
      throw new UsageError(`${path} cannot be read: ${fileReason(error)}.`, { cause: error });
    }
  }

  /** The lines from a byte on, the first of which has this number. Blank ones are left out. */
  lines(from = 0, first = 1): Generator<FileLine> {
    let chunk = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
    const read = (place: number): Uint8Array => {
      if (place > from && chunk.length < CHUNK_BYTES) chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      this.#progress(place);
      return chunk.subarray(0, readSync(this.#descriptor, chunk, 0, chunk.length, place));
    };
    return linesOf({ read, text: textOf, mostLineBytes: MOST_LINE_BYTES }, from, first);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function textOf(line: Uint8Array): string | null {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8');
  return text.includes('\uFFFD') && !isUtf8(line) ? null : text;
}
