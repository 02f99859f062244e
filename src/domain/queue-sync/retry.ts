/** When the file of queue priority is looked at next. */
import type { QueueSyncCause } from '../../protocol/queue-sync/limits.ts';

const FIRST_RETRY = 30_000;
const LAST_RETRY = 3_600_000;
const DAY = 86_400_000;

/**
 * What somebody has to see to, whatever changes in the buckets: many machines lock out whoever comes with a wrong password
 * again and again.
 */
export const WAITS_FOR_SOMEBODY: readonly QueueSyncCause[] = [
  'credentials',
  'key-changed',
  'address-not-allowed',
];

/** Milliseconds until the next try after so many in vain. */
export function retryAfter(cause: QueueSyncCause, tries: number): number {
  if (cause === 'no-bucket' || WAITS_FOR_SOMEBODY.includes(cause)) return DAY;
  return Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(tries - 1, 20));
}

/** When it is looked at again though nobody changed anything: as an entry ends, and once a day, since the file may be lost. */
export function nextLook(ends: readonly (number | null)[], now: number): number {
  let next = now + DAY;
  for (const end of ends) if (end !== null && end > now && end < next) next = end;
  return next;
}
