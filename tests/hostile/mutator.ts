/** Malformed input, the same for the same seed: valid packets with faults in them, and texts of likely words. */
import type { Random } from '../../src/sim/random.ts';

const LIKELY_BYTES = [0x00, 0x01, 0x02, 0x03, 0x0a, 0x20, 0x41, 0x7f, 0x80, 0xc3, 0xf0, 0xfe, 0xff];
const MOST_FAULTS = 6;
const LONGEST = 4_096;

export class Mutator {
  readonly random: Random;
  readonly #valid: readonly Buffer[];
  readonly #words: readonly string[];

  /** `valid`: what a server really sends. `words`: what its texts are made of. */
  constructor(random: Random, valid: readonly Uint8Array[], words: readonly string[]) {
    this.random = random;
    this.#valid = valid.map((bytes) => Buffer.from(bytes));
    this.#words = words;
  }

  /** A valid packet with up to six faults in it, now and then none. */
  mutated(): Buffer {
    let bytes = this.random.pick(this.#valid);
    for (let fault = this.random.int(0, MOST_FAULTS); fault > 0; fault -= 1) {
      bytes = this.#fault(bytes);
    }
    return bytes.subarray(0, LONGEST);
  }

  /** Bytes that mean nothing. */
  noise(): Buffer {
    const length = this.random.chance(0.9) ? this.random.int(0, 40) : this.random.int(0, LONGEST);
    return Buffer.from(Array.from({ length }, () => this.#byte()));
  }

  /** Words after each other, with and without blanks. */
  words(): string {
    const count = this.random.int(0, 12);
    const glue = this.random.pick(['', '', ' ', '\n', ': ']);
    return Array.from({ length: count }, () => this.#word()).join(glue);
  }

  #word(): string {
    if (this.random.chance(0.8)) return this.random.pick(this.#words);
    if (this.random.chance(0.5)) return String(this.random.int(-1, 300));
    return String.fromCodePoint(this.random.int(0, 0x2fff)).repeat(this.random.int(1, 200));
  }

  #byte(): number {
    return this.random.chance(0.5) ? this.random.pick(LIKELY_BYTES) : this.random.int(0, 255);
  }

  #fault(bytes: Buffer): Buffer {
    const at = this.random.int(0, bytes.length);
    const rest = bytes.length - at;
    switch (this.random.int(0, 8)) {
      case 0:
        return bytes.subarray(0, at);
      case 1:
        return bytes.subarray(at);
      case 2: {
        const copy = Buffer.from(bytes);
        if (rest > 0) copy[at] = (copy[at] ?? 0) ^ (1 << this.random.int(0, 7));
        return copy;
      }
      case 3:
        return Buffer.concat([
          bytes.subarray(0, at),
          this.noise().subarray(0, 8),
          bytes.subarray(at),
        ]);
      case 4: {
        const cut = this.random.int(0, Math.min(rest, 16));
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + cut)]);
      }
      case 5: {
        const part = bytes.subarray(at, at + this.random.int(0, Math.min(rest, 64)));
        return Buffer.concat([bytes.subarray(0, at), part, part, bytes.subarray(at)]);
      }
      case 6: {
        const other = this.random.pick(this.#valid);
        return Buffer.concat([
          bytes.subarray(0, at),
          other.subarray(this.random.int(0, other.length)),
        ]);
      }
      case 7:
        return Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(this.words()),
          bytes.subarray(at),
        ]);
      default: {
        const copy = Buffer.from(bytes);
        if (rest > 0) copy[at] = this.#byte();
        return copy;
      }
    }
  }
}
