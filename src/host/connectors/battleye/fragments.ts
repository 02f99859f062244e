import { LIMITS } from '../limits.ts';

/**
 * Puts an answer together from its parts. Parts come in any order, some twice; the answer is whole
 * when every index is there. Cuts may fall inside a character, so bytes are joined before decoding.
 */
export class FragmentAssembly {
  #parts: (Uint8Array | undefined)[] = [];
  #missing = 0;
  #bytes = 0;

  /**
   * Takes a part; the answer is the whole once nothing is missing, else null. A part that contradicts
   * what is there (another total, another content for an index) belongs to another run of the command:
   * the assembly starts again with it, since mixing two answers would forge a third. An answer of more
   * bytes than the limit is never whole.
   */
  accept(total: number, index: number, part: Uint8Array): Uint8Array | null {
    if (index >= total) return null;
    const known = this.#parts[index];
    const contradicts = known !== undefined && Buffer.compare(known, part) !== 0;
    if (total !== this.#parts.length || contradicts) {
      this.#parts = Array.from<Uint8Array | undefined>({ length: total });
      this.#missing = total;
      this.#bytes = 0;
    }
    if (this.#parts[index] === undefined) {
      if (this.#bytes + part.length > LIMITS.parts) return null;
      this.#bytes += part.length;
      this.#parts[index] = Uint8Array.from(part);
      this.#missing -= 1;
    }
    if (this.#missing > 0) return null;
    return Buffer.concat(this.#parts.filter((known) => known !== undefined));
  }
}
