/** How long this thread stands still, without what the machine takes from it: others may be busy on it too. */
import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const EVERY = 1;
/** Of Linux: nanoseconds that this thread ran, and that it waited for a processor. */
const SCHEDULE = '/proc/thread-self/schedstat';

export interface Stalls {
  /** The longest time between two turns of the event loop in which this thread had a processor, or waited for itself. */
  readonly longestMs: number;
  /** The same with the time in which it waited for a processor. */
  readonly withMachineMs: number;
}

/** Looks at the event loop of this thread until it is asked; elsewhere than on Linux the machine's share is unknown. */
export function watchStalls(): () => Stalls {
  let longestMs = 0;
  let withMachineMs = 0;
  let before = lookAtThread();
  const timer = setInterval(() => {
    const now = lookAtThread();
    const wall = now.at - before.at - EVERY;
    longestMs = Math.max(longestMs, wall - (now.waited - before.waited));
    withMachineMs = Math.max(withMachineMs, wall);
    before = now;
  }, EVERY);
  return () => {
    clearInterval(timer);
    return { longestMs, withMachineMs };
  };
}

export interface ThreadLook {
  readonly at: number;
  /** For a processor, up to then. */
  readonly waited: number;
}

/** The clock, and how long this thread has waited for a processor, ms. */
export function lookAtThread(): ThreadLook {
  return { at: performance.now(), waited: waitedMs() };
}

function waitedMs(): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync(SCHEDULE, 'utf8').split(' ')[1]) / 1e6;
}
