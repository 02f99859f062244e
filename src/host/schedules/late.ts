/** What is too late to be done or said: it is asked when it is taken, and once more when its turn comes. */
import type { Step } from '../../domain/schedules/occurrences.ts';

/** A warning that comes later than this, ms, would say what is not true any more. */
const WARNING_LATE = 20_000;
/** A message is left out rather than said so late, ms. */
export const SAYING_LATE = 10_000;

/**
 * Whether a step is not done any more. `late`: ms after which nothing is. A kick is of use before its restart alone; who
 * is locked out is let in however late.
 */
export function isLate({ at, kind, of }: Step, now: number, late: number): boolean {
  if (kind === 'unlock') return false;
  const most = kind === 'warning' ? Math.min(WARNING_LATE, late) : late;
  return now - at > most || (kind === 'kick' && now >= of.at);
}

/** Whether a message that was due then is not said any more. */
export function isStale(at: number, now: number): boolean {
  return now - at > SAYING_LATE;
}
