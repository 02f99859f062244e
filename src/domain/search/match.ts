/** How well a text is what somebody types: each word of it, by its start, by a part of it, by its letters. */

/** Characters `from` (included) to `to` (excluded) of a text. */
export type Range = readonly [from: number, to: number];

export interface Match {
  /** Higher is better; at most 100. */
  readonly score: number;
  /** What matched, for highlighting: in order, apart from each other. */
  readonly ranges: readonly Range[];
}

const WHOLE = 100;
const AT_START = 90;
const AT_WORD = 80;
const INSIDE = 60;
/** Letters in order, with others between them. */
const SCATTERED = 45;
const GAP = 3;
const AT_WORD_BONUS = 6;
/** A longer text of the same match is a worse one, by so much for a character. */
const LONGER = 0.05;

const WITH_MARKS = /[\u00c0-\u024f\u1e00-\u1eff]/;
const MARKS = /[\u0300-\u036f]/g;

/** Without case and accents, and of the same length: a place in one is the same place in the other. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length && !WITH_MARKS.test(lower)) return lower;
  let folded = '';
  for (const sign of text) {
    const bare = sign.normalize('NFD').replaceAll(MARKS, '').toLowerCase();
    folded += bare.length === sign.length ? bare : sign;
  }
  return folded;
}

/** The words that are looked for. */
export function wordsOf(text: string): readonly string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}

/** Matches every word somewhere in the text; null where one is not in it. No words match everything. */
export function match(text: string, words: readonly string[]): Match | null {
  const folded = fold(text);
  const found: Range[] = [];
  const score = scoreOf(folded, words, found);
  return score === null ? null : { score, ranges: joined(found) };
}

/** As `match`, for a text that is folded already, and without saying where. */
export function scoreOf(folded: string, words: readonly string[], found?: Range[]): number | null {
  if (words.length === 0) return 0;
  let sum = 0;
  for (const word of words) {
    const score = scoreWord(folded, word, found);
    if (score === null) return null;
    sum += score;
  }
  return sum / words.length - folded.length * LONGER;
}

/** How well one word is in a folded text; puts where into `found`. */
export function scoreWord(folded: string, word: string, found?: Range[]): number | null {
  const first = folded.indexOf(word);
  if (first === -1) return word.length < 2 ? null : scoreScattered(folded, word, found);
  let at = first;
  while (at !== -1 && !startsWord(folded, at)) at = folded.indexOf(word, at + 1);
  const place = at === -1 ? first : at;
  found?.push([place, place + word.length]);
  if (place === 0) return word.length === folded.length ? WHOLE : AT_START;
  return at === -1 ? INSIDE : AT_WORD;
}

/** The letters of the word in their order, as close together as they stand before their first end. */
function scoreScattered(folded: string, word: string, found?: Range[]): number | null {
  let end = 0;
  for (let index = 0; index < word.length; index++) {
    end = folded.indexOf(word.charAt(index), end);
    if (end === -1) return null;
    end += 1;
  }
  const places: number[] = [];
  let place = end;
  for (let index = word.length - 1; index >= 0; index--) {
    place = folded.lastIndexOf(word.charAt(index), place - 1);
    places.unshift(place);
  }
  let score = SCATTERED - GAP * (end - place - word.length);
  for (const at of places) if (startsWord(folded, at)) score += AT_WORD_BONUS;
  if (score <= 0) return null;
  if (found !== undefined) for (const at of places) found.push([at, at + 1]);
  return Math.min(score, INSIDE - 1);
}

const WORD_SIGN = /[\p{L}\p{N}]/u;

function startsWord(text: string, at: number): boolean {
  return at === 0 || !WORD_SIGN.test(text.charAt(at - 1));
}

function joined(found: readonly Range[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1])
      ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)];
    else ranges.push([from, to]);
  }
  return ranges;
}
