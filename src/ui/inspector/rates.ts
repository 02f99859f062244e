import type { Inspection } from '../../worker/contract.ts';

/** What the worker said, and when it was asked. */
export interface Sample {
  /** Milliseconds that only grow. */
  readonly at: number;
  readonly inspection: Inspection;
}

/** How much happens in a second. */
export interface Rates {
  readonly events: number;
  /** Patches by tab. */
  readonly patches: ReadonlyMap<string, number>;
}

/**
 * What happened in a second between two samples; null where there is no time between them, or the worker was
 * built again. A tab that came in between is absent.
 */
export function ratesBetween(before: Sample | null, after: Sample): Rates | null {
  if (before === null || before.inspection.epoch !== after.inspection.epoch) return null;
  const seconds = (after.at - before.at) / 1_000;
  if (seconds <= 0) return null;
  const earlier = new Map(before.inspection.tabs.map(({ tab, patches }) => [tab, patches]));
  return {
    events: (after.inspection.events.applied - before.inspection.events.applied) / seconds,
    patches: new Map(
      after.inspection.tabs.flatMap(({ tab, patches }) => {
        const known = earlier.get(tab);
        return known === undefined ? [] : [[tab, (patches - known) / seconds] as const];
      }),
    ),
  };
}
