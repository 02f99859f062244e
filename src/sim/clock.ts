/** Undoes a scheduled action; calling it after the action ran does nothing. */
export type Cancel = () => void;

/** Time as the simulator sees it. Milliseconds since the Unix epoch, never going back. */
export interface Clock {
  now(): number;
  /** Runs `action` once, `delayMs` milliseconds from now. */
  schedule(delayMs: number, action: () => void): Cancel;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, action) => {
    const timer = setTimeout(action, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

/**
 * A clock that runs `speed` times as fast as `base`, starting at the same moment. The world lives
 * by it; the protocols keep the base clock, because clients wait in real seconds.
 */
export function speedUp(base: Clock, speed: number): Clock {
  const start = base.now();
  return {
    now: () => start + (base.now() - start) * speed,
    schedule: (delayMs, action) => base.schedule(delayMs / speed, action),
  };
}
