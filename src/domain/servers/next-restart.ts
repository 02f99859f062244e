import type { ServerRow } from '../rows.ts';

/** So long after a start that is not known. */
export const START_UNKNOWN = 'start-unknown';

/** When a server restarts next, as it tells it: a local time, or `START_UNKNOWN`; null: no restart is planned. */
export function restartOf({ environment }: Pick<ServerRow, 'environment'>): string | null {
  const { local, start_unknown: unknown } = environment.next_restart;
  return local ?? (unknown === true ? START_UNKNOWN : null);
}

/** Whether it may restart before that: also so long after a start that is not known. */
export function mayRestartEarlier({ environment }: Pick<ServerRow, 'environment'>): boolean {
  const { local, start_unknown: unknown } = environment.next_restart;
  return local !== null && unknown === true;
}

/** A restart that is this near is said loudly; milliseconds. */
const NEAR = 900_000;
/** What is later than this has not come, and is no plan any more. */
const LATE = 60_000;

/** Milliseconds from `now` until a restart that is planned for `at`; null: none is. */
export function untilRestart(at: number, now: number): number | null {
  return at >= now - LATE ? Math.max(0, at - now) : null;
}

/** Whether a restart comes so soon that players should know of it. */
export function isRestartNear(left: number): boolean {
  return left <= NEAR;
}
