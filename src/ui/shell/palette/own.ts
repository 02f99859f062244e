/** The lines for what a page does itself. */
import { fold, match } from '../../../domain/search/match.ts';
import type { PageDeed, PageDeeds } from '../keys/page-deeds.ts';
import type { Item } from './items.ts';

interface Offering {
  readonly own: PageDeeds | null;
}

/** A word that a line is found by and does not show; a label that fits worse fits by chance. */
const BESIDE = 55;
/** Whoever types it in full means it. */
const TYPED = 100;

export function ownItems({ own }: Offering): readonly Item[] {
  return (own?.deeds ?? []).map(itemOf);
}

/** Those that fit what is typed, best first. */
export function ownMatches(
  { own }: Offering,
  words: readonly string[],
  text: string,
): readonly { readonly item: Item; readonly score: number }[] {
  const found = (own?.deeds ?? []).flatMap((deed) => {
    const item = itemOf(deed);
    const fit = match(deed.label, words);
    if (fit !== null && fit.score >= BESIDE) {
      return [{ item: { ...item, ranges: fit.ranges }, score: fit.score }];
    }
    const known = fold(deed.words ?? '').split(' ');
    const besides = words.every((word) => known.some((one) => one.startsWith(word)));
    return besides ? [{ item, score: BESIDE }] : [];
  });
  const typed = (own?.typed?.(text) ?? []).map((deed) => ({ item: itemOf(deed), score: TYPED }));
  return [...typed, ...found].toSorted((a, b) => b.score - a.score);
}

function itemOf({ name, label, key, run }: PageDeed): Item {
  return {
    key: `own:${name}`,
    label,
    ranges: [],
    detail: '',
    ...(key !== undefined && { press: key }),
    icon: 'deed',
    why: null,
    does: { kind: 'run', run },
  };
}
