import type { BucketEntryRow } from './row.ts';

/** Whether an entry counts at a moment. */
export function isInForce({ until }: Pick<BucketEntryRow, 'until'>, now: number): boolean {
  return until === null || until > now;
}
