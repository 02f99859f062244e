import type { FilterHit, Found, Rule } from './rule.ts';

/** Whoever is called what a filter looks for. */
export const nameFilter: Rule = ({ named }, { canWarn }) => foundBy('name-filter', named, canWarn);

/** Whoever said what a filter looks for. */
export const chatFilter: Rule = ({ said }, { canWarn }) => foundBy('chat-filter', said, canWarn);

const STRICT = { ban: 0, kick: 1, warn: 2 } as const;

/** Of several that match the strictest counts, of those the one that lasts longest, then the one with the least id. */
export function strictest(hits: readonly FilterHit[]): FilterHit | undefined {
  const [first] = hits.toSorted((a, b) => {
    if (a.action !== b.action) return STRICT[a.action] - STRICT[b.action];
    const [lastsA, lastsB] = [a.minutes ?? Infinity, b.minutes ?? Infinity];
    if (lastsA !== lastsB) return lastsA > lastsB ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  });
  return first;
}

/** Where a game tells nobody anything in private, there is no warning. */
function foundBy(
  rule: 'name-filter' | 'chat-filter',
  hits: readonly FilterHit[],
  canWarn: boolean,
): Found | null {
  const filter = strictest(canWarn ? hits : hits.filter(({ action }) => action !== 'warn'));
  if (filter === undefined) return null;
  return { verdict: filter.action, rule, entry: { kind: 'filter', filter } };
}
