/** Somebody who is to be on a list, as it finds them. */
export interface Wanted {
  /** As `keysOfBanned` makes them. */
  readonly keys: readonly string[];
  /** What would find the same people: all keys of any of these. */
  readonly instead?: readonly (readonly string[])[];
  /** null: for ever. */
  readonly until: number | null;
}

/** What a list has already: a key, and until when it finds somebody by it. */
export interface Known {
  readonly key: string;
  readonly until: number | null;
}

/**
 * Those who are not on the list already for as long, by each of their keys, or by all that would find them instead; of equal
 * ones the one that lasts longest.
 */
export function freshOf<W extends Wanted>(
  wanted: readonly W[],
  present: readonly Known[],
): readonly W[] {
  const known = new Map<string, number>();
  const keep = (key: string, end: number) => known.set(key, Math.max(end, known.get(key) ?? 0));
  for (const { key, until } of present) keep(key, until ?? Infinity);
  return wanted
    .map((one) => ({ one, end: one.until ?? Infinity }))
    .toSorted((a, b) => (a.end === b.end ? 0 : b.end - a.end))
    .flatMap(({ one, end }) => {
      const { keys, instead = [] } = one;
      const isFound = (some: readonly string[]) =>
        some.every((key) => (known.get(key) ?? 0) >= end);
      if ([keys, ...instead].some(isFound)) return [];
      for (const key of [...keys, ...instead.flat()]) keep(key, end);
      return [one];
    });
}
