/** Joins an answer that came in several datagrams, in any order and some twice. */
import { parseDatagram, type SplitPart } from './packet.ts';

export class SplitAssembly {
  #id: number | null = null;
  #parts: (Uint8Array | undefined)[] = [];

  /**
   * Takes a part; answers with the whole (type byte and body) once every part is there, else null.
   * A part of another answer starts again. Compressed answers are not read.
   */
  accept(part: SplitPart): Uint8Array | null {
    if (part.compressed) return null;
    if (part.id !== this.#id || part.total !== this.#parts.length) {
      this.#id = part.id;
      this.#parts = Array.from<Uint8Array | undefined>({ length: part.total });
    }
    this.#parts[part.number] ??= Uint8Array.from(part.payload);
    const parts = this.#parts.filter((known) => known !== undefined);
    if (parts.length < part.total) return null;
    const whole = parseDatagram(Buffer.concat(parts));
    return whole?.kind === 'whole' ? whole.answer : null;
  }
}
