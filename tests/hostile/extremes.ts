/** Inputs at the limits: sizes around each, nesting as deep as they are long, long runs of one word. */
import type { Random } from '../../src/sim/random.ts';

const NESTS: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[[],', ']'],
  ['(', ')'],
];
const RUNS = ['\\"', '"', '\\', ' ', '\n', '\r\n', '\0', '0', '9', '-', '1.', 'a', '🐺', '\u0301'];

/** Of each shape that costs most to parse or to look through one, as long as it may be. */
export function worstOf(most: number): readonly string[] {
  const many = (one: (at: number) => string) => {
    const parts: string[] = [];
    for (let at = 0, length = 0; length < most - 32; at += 1) {
      parts.push(one(at));
      length += (parts.at(-1)?.length ?? 0) + 1;
    }
    return parts.join();
  };
  return [
    '['.repeat(most),
    '['.repeat(most >> 1) + ']'.repeat(most >> 1),
    '{"a":'.repeat(most / 5),
    `{${many((at) => `"k${at}":1`)}}`,
    `[${many((at) => `{"k${at}":1}`)}]`,
    `[${many(() => '[1]')}]`,
    `[${many(() => '1')}]`,
    `"${'\\"'.repeat(most / 3 - 1)}"`,
    ' '.repeat(most),
    ' 9'.repeat(most >> 1),
    '"" '.repeat(most / 3),
  ];
}

export class Extremes {
  readonly random: Random;
  readonly #words: readonly string[];

  constructor(random: Random, words: readonly string[]) {
    this.random = random;
    this.#words = [...words, ...RUNS].filter((word) => word !== '');
  }

  /** A text whose length is about `most`, or a part of it. */
  text(most: number): string {
    const length = Math.max(0, this.random.pick([most, most >> 1, most >> 4]) + this.#little());
    const begin = this.random.chance(0.6) ? this.#word() + this.#word() : '';
    const end = this.random.chance(0.5) ? this.#word() : '';
    if (this.random.chance(0.2)) {
      const [open, close] = this.random.pick(NESTS);
      const deep = Math.floor(length / (open.length + close.length));
      const closed = this.random.chance(0.5) ? close.repeat(deep) : '';
      return begin + open.repeat(deep) + closed;
    }
    const unit = this.random.chance(0.5) ? this.#word() : this.#word() + this.#word();
    return begin + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + end;
  }

  #word(): string {
    return this.random.pick(this.#words);
  }

  #little(): number {
    return this.random.int(-2, 2);
  }
}
