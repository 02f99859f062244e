import { linesOf } from '../../domain/recordings/lines.ts';
import type { FileLine } from '../../domain/recordings/marked-events.ts';

const FIRST_CHUNK_BYTES = 1 << 16;
const CHUNK_BYTES = 1 << 21;
const MOST_LINE_BYTES = 64 << 20;

/**
 * The lines of a file that a person chose, from a byte on. Synchronous, as a worker may read: a jump reads
 * the few lines it needs, and a file of any size is never held as a whole.
 */
export function blobLines(blob: Blob, from: number, first: number): Generator<FileLine> {
  const reader = new FileReaderSync();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = FIRST_CHUNK_BYTES;
  const read = (place: number): Uint8Array => {
    const part = blob.slice(place, place + size);
    size = Math.min(size * 2, CHUNK_BYTES);
    return new Uint8Array(reader.readAsArrayBuffer(part));
  };
  const text = (line: Uint8Array): string | null => {
    try {
      return decoder.decode(line);
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  };
  return linesOf({ read, text, mostLineBytes: MOST_LINE_BYTES }, from, first);
}
