import type { Cancel, Clock } from '../clock.ts';

const MINUTE = 60_000;

/** What a schedule of restarts does. */
export interface RestartPlan {
  readonly clock: Clock;
  /** How long from now. */
  readonly hours: number;
  /** Minutes before it at which it is announced. */
  readonly countdown: readonly number[];
  readonly announce: (text: string) => void;
  readonly restart: () => void;
}

/** Plans one restart with its countdown, counted from now. Returns what calls it off. */
export function planRestart(plan: RestartPlan): Cancel {
  const whole = plan.hours * 60;
  const cancels = plan.countdown
    .filter((minutes) => minutes < whole)
    .map((minutes) =>
      plan.clock.schedule((whole - minutes) * MINUTE, () =>
        plan.announce(`Server restarts in ${minutes} minute${minutes === 1 ? '' : 's'}.`),
      ),
    );
  cancels.push(plan.clock.schedule(whole * MINUTE, plan.restart));
  return () => {
    for (const cancel of cancels) cancel();
  };
}
