import type { FileLine } from './marked-events.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;

/** A file as its lines are read from it. */
export interface Bytes {
  /** The bytes from a place on, as many as are read at once; none at the end. They may be overwritten by the next read. */
  readonly read: (place: number) => Uint8Array;
  /** A line's text; null where it is no UTF-8. */
  readonly text: (line: Uint8Array) => string | null;
  /** A line of more is not kept; that it was there is told. */
  readonly mostLineBytes: number;
}

/**
 * The lines of a file from a byte on, the first of which has the number `first`. Blank ones are left out: a
 * file of nothing else costs one look at each byte.
 */
export function* linesOf(bytes: Bytes, from: number, first: number): Generator<FileLine> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let line = first;
  let byte = from;
  const whole = (part: Uint8Array): string | null => {
    if (heldBytes + part.length > bytes.mostLineBytes) return null;
    return bytes.text(heldBytes === 0 ? part : joined([...held, part]))?.trimEnd() ?? null;
  };
  let place = from;
  for (let chunk = bytes.read(place); chunk.length > 0; chunk = bytes.read(place)) {
    let at = 0;
    while (at < chunk.length) {
      if (heldBytes === 0) {
        // Most of a strange file may be blank: it is passed over here, and costs no text.
        for (; at < chunk.length && isBlank(chunk[at]); at++) {
          if (chunk[at] !== NEWLINE) continue;
          line++;
          byte = place + at + 1;
        }
        if (at === chunk.length) break;
      }
      const end = chunk.indexOf(NEWLINE, at);
      if (end === -1) {
        heldBytes += chunk.length - at;
        if (heldBytes <= bytes.mostLineBytes) held.push(new Uint8Array(chunk.subarray(at)));
        else held = [];
        break;
      }
      const next = place + end + 1;
      yield { text: whole(chunk.subarray(at, end)), line, byte, next };
      line++;
      byte = next;
      held = [];
      heldBytes = 0;
      at = end + 1;
    }
    place += chunk.length;
  }
  if (heldBytes > 0) yield { text: whole(new Uint8Array()), line, byte, next: place };
}

/** A space, a tab, or an end of line. */
function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
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
