/** The lines of a small chart, for a picture that is one wide for each value and `HEIGHT` high. */
export const HEIGHT = 20;

export interface Spark {
  /** Through all values that are known; where one is not, it is interrupted. */
  readonly line: string;
  /** What is below it. */
  readonly area: string;
}

/** `top`: what stands at the upper edge; values above it are cut. */
export function sparkOf(values: readonly (number | null)[], top: number): Spark {
  const y = (value: number) =>
    HEIGHT - 1 - (Math.min(value, top) / Math.max(1, top)) * (HEIGHT - 2);
  let line = '';
  let area = '';
  let begun: number | null = null;
  values.forEach((value, place) => {
    if (value === null) return;
    const at = `${place + 0.5} ${y(value).toFixed(1)}`;
    if (begun === null) {
      begun = place + 0.5;
      line += `M${at}`;
      area += `M${begun} ${HEIGHT}L${at}`;
    } else {
      line += `L${at}`;
      area += `L${at}`;
    }
    const next = values[place + 1] ?? null;
    if (next !== null) return;
    // A value without neighbours is a point, which a line of no length shows by its round ends.
    if (begun === place + 0.5) line += 'h0.01';
    area += `L${place + 0.5} ${HEIGHT}Z`;
    begun = null;
  });
  return { line, area };
}

/** The values with the last at least as high as what is known of now. */
export function withNow(
  values: readonly (number | null)[],
  now: number | null,
): readonly (number | null)[] {
  const last = values.at(-1) ?? null;
  if (now === null || values.length === 0 || (last !== null && last >= now)) return values;
  return values.with(-1, now);
}

/** The least and the most of what is known; null where nothing is. */
export function boundsOf(
  values: readonly (number | null)[],
): { readonly min: number; readonly max: number } | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) };
}
