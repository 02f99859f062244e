/** What the address of the logs says: which log, which kinds of entries, what is searched. */
import {
  addressOf,
  flag,
  oneOf,
  someOf,
  text,
  type Address,
} from '../../../parts/addresses/parameters.ts';
import { FEED_KINDS } from '../../../parts/addresses/panels.ts';

/** The logs and the kinds of their entries. */
export const LOG_KINDS = {
  feed: FEED_KINDS,
  console: ['in', 'out', 'answer'],
} as const;
export type LogName = keyof typeof LOG_KINDS;
export type EntryKind = (typeof LOG_KINDS)[LogName][number];

export interface LogAddress {
  readonly which: LogName;
  /** Empty: all; of the feed, all but hits, which are many. */
  readonly kinds: readonly EntryKind[];
  /** Hits too, where no kinds are chosen. */
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

const LOGS = ['feed', 'console'] as const satisfies readonly LogName[];

const query = addressOf({
  which: oneOf('log', LOGS, 'feed'),
  kinds: someOf('kinds', [...LOG_KINDS.feed, ...LOG_KINDS.console]),
  hits: flag('hits'),
  text: text('q'),
});

/** What an address says, of those logs that the person may see, of which there is one at least. */
export function logAddress(allowed: readonly LogName[]): Address<LogAddress> {
  return {
    read: (search) => {
      const { which: named, kinds, ...others } = query.read(search);
      const which = allowed.includes(named) ? named : (allowed[0] ?? 'feed');
      const known: readonly string[] = LOG_KINDS[which];
      return { which, kinds: kinds.filter((kind) => known.includes(kind)), ...others };
    },
    write: query.write,
  };
}
