/** What the address of the logs says: which log, which kinds of entries, what is searched. */
import { FEED_KINDS } from '../../../parts/addresses/room.ts';

/** The logs and the kinds of their entries. */
export const LOG_KINDS = {
  feed: FEED_KINDS,
  console: ['in', 'out', 'answer'],
} as const;
export type LogName = keyof typeof LOG_KINDS;

export interface LogAddress {
  readonly which: LogName;
  /** Empty: all; of the feed, all but hits, which are many. */
  readonly kinds: readonly string[];
  /** Hits as well, where no kinds are chosen. */
  readonly hits: boolean;
  readonly text: string;
}

/** The kinds that an address shows; empty is all. */
export function shownKinds({ which, kinds, hits }: LogAddress): readonly string[] {
  // Among what was said it shows where something may be missing.
  if (which === 'feed' && kinds.includes('chat')) return [...new Set([...kinds, 'gap'])];
  if (kinds.length > 0 || hits || which !== 'feed') return kinds;
  return LOG_KINDS.feed.filter((kind) => kind !== 'hit');
}

/** Reads an address for those logs that the person may see, of which there is one at least. */
export function readLogAddress(search: string, allowed: readonly LogName[]): LogAddress {
  const params = new URLSearchParams(search);
  const which = allowed.find((name) => name === params.get('log')) ?? allowed[0] ?? 'feed';
  const named = new Set((params.get('kinds') ?? '').split(','));
  const kinds = LOG_KINDS[which].filter((kind) => named.has(kind));
  return { which, kinds, hits: params.has('hits'), text: params.get('q') ?? '' };
}

/** The query of an address; what is as it always is does not show. Begins with `?` or is empty. */
export function writeLogAddress({ which, kinds, hits, text }: LogAddress): string {
  const params = new URLSearchParams();
  if (which !== 'feed') params.set('log', which);
  if (kinds.length > 0) params.set('kinds', kinds.join(','));
  if (hits) params.set('hits', '1');
  if (text !== '') params.set('q', text);
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
