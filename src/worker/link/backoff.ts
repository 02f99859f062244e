import type { Random } from '../environment.ts';

const FIRST_MS = 500;
const CAP_MS = 30_000;

/** Milliseconds to wait before a try: full jitter below a bound that doubles, at most 30 s. */
export function backoff(attempt: number, random: Random): number {
  return Math.round(random() * Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt, 10)));
}
