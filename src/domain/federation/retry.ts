/** When a followed list of another installation is asked next. */
import type { RemoteCause } from '../../protocol/federation/limits.ts';

/** While all is well. */
export const ASKED_EVERY = 30_000;
const LAST_RETRY = 600_000;
const RARELY = 3_600_000;

/** What somebody has to see to: asking more often changes nothing. */
const WAITS_FOR_SOMEBODY: readonly RemoteCause[] = [
  'address-not-allowed',
  'key-changed',
  'too-many',
];

/** Milliseconds until it is asked again after so many tries in vain; none: it answered. `chance` is from 0 to 1. */
export function askAfter(cause: RemoteCause | null, tries: number, chance: number): number {
  const least = waitOf(cause, tries);
  // Those who were cut off together do not come back together.
  return Math.round(least * (1 + chance / 2));
}

function waitOf(cause: RemoteCause | null, tries: number): number {
  if (cause === null) return ASKED_EVERY;
  if (WAITS_FOR_SOMEBODY.includes(cause)) return RARELY;
  return Math.min(LAST_RETRY, ASKED_EVERY * 2 ** Math.min(tries - 1, 20));
}
