/** A queue is compared with its lowest of the last so many minutes. */
export const QUEUE_MEMORY_MINUTES = 10;

const MINUTE = 60_000;

/** The lowest lengths of a queue lately, by minute: each higher than the one before it. */
export type QueueLows = readonly { readonly minute: number; readonly low: number }[];

/** A queue was seen with so many in it. What is not lower than a newer low is not needed any more. */
export function queueSeen(before: QueueLows, size: number, now: number): QueueLows {
  const minute = Math.floor(now / MINUTE);
  const last = before.at(-1);
  if (last?.minute === minute && last.low <= size) return before;
  const kept = before.filter(
    (one) => one.minute < minute && minute - one.minute < QUEUE_MEMORY_MINUTES && one.low < size,
  );
  return [...kept, { minute, low: size }];
}

/** How many more there are than at the lowest that is remembered. */
export function queueGrowth(lows: QueueLows, size: number): number {
  return Math.max(0, size - (lows[0]?.low ?? size));
}
