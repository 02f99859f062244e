/** Which parts of words an index is asked for: reading long lists costs more than looking at a few entries too many. */
import { soughtGrams } from '../../domain/resources/keys.ts';

/** Fetching an entry costs as much as reading so many of a list. */
const FETCHED = 700;
/** What the statistics of a table do not list is in fewer entries than this share of them. */
const UNLISTED = 0.001;

/** `shares`: of the entries that have a gram, where it is one of the common ones. */
export function gramsToAsk(
  words: readonly string[],
  shares: ReadonlyMap<string, number>,
): readonly string[] {
  const ofWords = words.map(soughtGrams);
  const rare = [...new Set(ofWords.flat().filter((gram) => !shares.has(gram)))];
  const common = ofWords
    .filter((grams) => grams.every((gram) => shares.has(gram)))
    .map((grams) => rarestOf(grams, shares))
    .toSorted((a, b) => a.share - b.share);
  const asked = new Set(rare);
  let left = rare.length === 0 ? 1 : UNLISTED;
  for (const { gram, share } of common) {
    if (share > FETCHED * left) break;
    asked.add(gram);
    left *= share;
  }
  return [...asked];
}

/** About which share of the entries holds all words, as if none came with another. */
export function shareOf(words: readonly string[], shares: ReadonlyMap<string, number>): number {
  return words.reduce((left, word) => {
    const grams = soughtGrams(word).map((gram) => shares.get(gram) ?? UNLISTED);
    return left * Math.min(1, ...grams);
  }, 1);
}

function rarestOf(grams: readonly string[], shares: ReadonlyMap<string, number>) {
  return grams
    .map((gram) => ({ gram, share: shares.get(gram) ?? 0 }))
    .reduce((a, b) => (b.share < a.share ? b : a));
}
