import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import type { BucketEntryRow } from './row.ts';

const DAY = 86_400_000;

/** Whether an entry counts at a moment. */
export function isInForce({ until }: Pick<BucketEntryRow, 'until'>, now: number): boolean {
  return until === null || until > now;
}

/** Whether an entry that is in force ends soon enough to be marked. */
export function endsSoon(entry: Pick<BucketEntryRow, 'until'>, now: number): boolean {
  const { until } = entry;
  return isInForce(entry, now) && until !== null && until <= now + BUCKET_LIMIT.warnDays * DAY;
}
