/** What was said while nobody listened, told from a history that the server kept. */
import type { TailLine } from './payloads.ts';

/** A line that was told already. `time`: the server's, where it was learnt from a history. */
export interface ToldLine {
  readonly text: string;
  readonly time: number | null;
}

export interface Gap {
  readonly missed: readonly TailLine[];
  /** What is told now, in the server's order: the next gap begins behind it. */
  readonly told: readonly ToldLine[];
}

/**
 * What `tail` shows between the lines that were told `before` a gap and those heard `since`. All are in
 * the server's order; `since` may go on past the tail's end.
 */
export function findGap(
  tail: readonly TailLine[],
  before: readonly ToldLine[],
  since: readonly ToldLine[],
): Gap {
  const after = tail.slice(common(tail, before).end);
  const backwards = common(after.toReversed(), since.toReversed());
  const missed = after.slice(0, after.length - backwards.end);
  return { missed, told: [...tail, ...since.slice(backwards.length)] };
}

/**
 * The longest sequence that both have, and where in the tail it ends at its earliest: what was told has no
 * gap but for its beginning, so that where lines repeat the earliest place is the true one.
 */
function common(
  tail: readonly TailLine[],
  told: readonly ToldLine[],
): { readonly length: number; readonly end: number } {
  // Each text by a number, since two long ones that differ in their last character take as long as they are.
  const numbers = new Map<string, number>();
  const numbered = ({ text, time }: ToldLine): Numbered => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return { text: known, time };
  };
  const shown = tail.map(numbered);
  // lengths[t]: the longest common sequence of the told lines so far with the first t of the tail.
  let lengths = Array.from({ length: tail.length + 1 }, () => 0);
  for (const line of told.map(numbered)) {
    const longer = [0];
    for (const [at, known] of shown.entries()) {
      const taken = isSame(line, known) ? (lengths[at] ?? 0) + 1 : 0;
      longer.push(Math.max(taken, lengths[at + 1] ?? 0, longer[at] ?? 0));
    }
    lengths = longer;
  }
  const length = lengths.at(-1) ?? 0;
  return { length, end: lengths.indexOf(length) };
}

interface Numbered {
  readonly text: number;
  readonly time: number | null;
}

/** Whether a line of a history can be one that was told. */
export function isSameLine(told: ToldLine, line: TailLine): boolean {
  return isSame(told, line);
}

function isSame<Text>(
  told: { readonly text: Text; readonly time: number | null },
  line: { readonly text: Text; readonly time: number | null },
): boolean {
  if (told.text !== line.text) return false;
  return told.time === null || line.time === null || told.time === line.time;
}

/** Counts what was told, so that what a history repeats is told once. It keeps the last of many. */
export class Deduplicator {
  readonly #kept: number;
  readonly #counts = new Map<string, number>();
  #order: string[] = [];

  constructor(kept: number) {
    this.#kept = kept;
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#order.push(key);
    if (this.#order.length <= this.#kept) return;
    const oldest = this.#order.shift() ?? '';
    const left = (this.#counts.get(oldest) ?? 1) - 1;
    if (left > 0) this.#counts.set(oldest, left);
    else this.#counts.delete(oldest);
  }

  /** Those of a history's entries, each with its key, that were not told. */
  missing<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): readonly Entry[] {
    const left = new Map(this.#counts);
    return entries.filter((entry) => {
      const key = keyOf(entry);
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      return count === 0;
    });
  }
}
