import type { FileLine } from '../../domain/recordings/marked-events.ts';

const FIRST_CHUNK_BYTES = 1 << 16;
const CHUNK_BYTES = 1 << 21;
const MOST_LINE_BYTES = 64 << 20;
const NEWLINE = 0x0a;

/**
 * The lines of a file that a person chose, from a byte on. Synchronous, as a worker may read: a jump reads
 * the few lines it needs, and a file of any size is never held as a whole.
 */
export function* blobLines(blob: Blob, from: number, first: number): Generator<FileLine> {
  const reader = new FileReaderSync();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let size = FIRST_CHUNK_BYTES;
  let line = first;
  let next = from;
  const textOf = (part: Uint8Array): string | null => {
    if (heldBytes > MOST_LINE_BYTES) return null;
    try {
      return decoder.decode(heldBytes === 0 ? part : joined([...held, part])).trimEnd();
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  };
  for (let place = from; place < blob.size;) {
    const chunk = new Uint8Array(reader.readAsArrayBuffer(blob.slice(place, place + size)));
    place += chunk.length;
    size = Math.min(size * 2, CHUNK_BYTES);
    let begin = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, begin);
      if (end === -1) break;
      const part = chunk.subarray(begin, end);
      next += heldBytes + part.length + 1;
      const text = textOf(part);
      if (text !== '') yield { text, line, next };
      line++;
      held = [];
      heldBytes = 0;
      begin = end + 1;
    }
    heldBytes += chunk.length - begin;
    // A line that is too long is not kept; that it was there is told.
    held = heldBytes <= MOST_LINE_BYTES ? [...held, chunk.subarray(begin)] : [];
  }
  if (heldBytes === 0) return;
  const text = textOf(new Uint8Array());
  if (text !== '') yield { text, line, next: next + heldBytes };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
