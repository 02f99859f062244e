/** A seeded source of numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 included to 1 excluded. */
  next(): number;
  /** A whole number from 0 to `end`, which is excluded. */
  below(end: number): number;
  /** One of the items; undefined where there are none. */
  pick<T>(items: readonly T[]): T | undefined;
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { next, below, pick: (items) => items[below(items.length)] };
}
