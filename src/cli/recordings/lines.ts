import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FileLine } from '../../domain/recordings/marked-events.ts';
import { UsageError } from '../terminal.ts';
import { fileReason } from './file-error.ts';

/** What is read first: a jump needs few lines. */
const FIRST_CHUNK_BYTES = 1 << 17;
const CHUNK_BYTES = 1 << 20;
const MOST_LINE_BYTES = 256 << 20;
const NEWLINE = 0x0a;

/**
 * A file that is read line by line, a part at a time, from any line on. Synchronous: a command does
 * nothing else meanwhile, and a million lines are read twice as fast.
 */
export class LineFile {
  readonly path: string;
  readonly bytes: number;
  readonly #descriptor: number;

  /** Throws `UsageError` where it cannot be read. */
  constructor(path: string) {
    this.path = path;
    try {
      this.#descriptor = openSync(path, 'r');
      this.bytes = fstatSync(this.#descriptor).size;
      readSync(this.#descriptor, Buffer.alloc(1), 0, 1, 0);
    } catch (error) {
      throw new UsageError(`${path} cannot be read: ${fileReason(error)}.`, { cause: error });
    }
  }

  /** The lines from a byte on, the first of which has this number. Empty ones are left out. */
  *lines(from = 0, first = 1): Generator<FileLine> {
    let chunk = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
    let held: Buffer[] = [];
    let heldBytes = 0;
    let line = first;
    let place = from;
    let next = from;
    for (;;) {
      if (place > from && chunk.length < CHUNK_BYTES) chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readSync(this.#descriptor, chunk, 0, chunk.length, place);
      if (read === 0) break;
      place += read;
      let begin = 0;
      for (;;) {
        const end = chunk.subarray(0, read).indexOf(NEWLINE, begin);
        if (end === -1) break;
        const part = chunk.subarray(begin, end);
        next += heldBytes + part.length + 1;
        const whole = heldBytes === 0 ? part : Buffer.concat([...held, part]);
        if (whole.length > 0) yield { text: textOf(whole, heldBytes), line, next };
        line++;
        held = [];
        heldBytes = 0;
        begin = end + 1;
      }
      heldBytes += read - begin;
      // A line that is too long is not kept; that it was there is told.
      if (heldBytes <= MOST_LINE_BYTES) held.push(Buffer.from(chunk.subarray(begin, read)));
      else held = [];
    }
    if (heldBytes > 0) {
      yield { text: textOf(Buffer.concat(held), heldBytes), line, next: next + heldBytes };
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function textOf(line: Buffer, bytes: number): string | null {
  if (bytes > MOST_LINE_BYTES) return null;
  const text = line.toString('utf8');
  return text.includes('\uFFFD') && !isUtf8(line) ? null : text.trimEnd();
}
