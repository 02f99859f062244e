/** What comes of a server's times of day when it gets another time zone: each day's occurrence is still there once. */
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { Zone } from '../zone.ts';
import { runsOn, type Schedule } from './occurrences.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days before and behind today that a plan can be of. */
const BEFORE = 2;
const BEHIND = 10;

type Job = RowOf<'jobs'>;
type Plan = RowOf<'plans'>;

export interface ZoneChange {
  /** What was to come, and by the new clock is over: it does not run. `due`: when it was to. */
  readonly missed: readonly { readonly job: Job; readonly due: number }[];
  /** What was due, and by the new clock is due once more: what has run is skipped. */
  readonly again: readonly {
    readonly job: Job;
    readonly due: number;
    /** When it was to run. */
    readonly ran: number;
    /** What it was postponed by, if it was. */
    readonly plan: Plan | null;
  }[];
  /** What was skipped or postponed, and has to be known by another moment from now on. */
  readonly moved: readonly { readonly plan: Plan; readonly due: number }[];
}

/** The schedule is as it was, in the zone of before. */
export function zoneChange({ zone, jobs, plans }: Schedule, to: Zone, now: number): ZoneChange {
  const missed: ZoneChange['missed'][number][] = [];
  const again: ZoneChange['again'][number][] = [];
  const moved: ZoneChange['moved'][number][] = [];
  const today = Math.floor(zone.local(now) / DAY);
  for (const job of jobs) {
    if (!job.enabled || job.time.kind !== 'absolute') continue;
    for (let day = today - BEFORE; day <= today + BEHIND; day += 1) {
      if (!runsOn(job, day)) continue;
      const local = day * DAY + job.time.minutes * MINUTE;
      const [was = Number.NaN] = zone.moments(local);
      const [due = Number.NaN] = to.moments(local);
      if (was === due) continue;
      const plan = plans.find((one) => one.job_id === job.id && one.due === was) ?? null;
      const at = plan === null ? was : plan.at;
      // What was skipped stays skipped, and what was postponed comes when it was postponed to.
      if (plan !== null && (at === null || at > now)) moved.push({ plan, due });
      else if (was > now && due <= now) missed.push({ job, due: was });
      else if (was <= now && due > now && was >= job.changed) {
        again.push({ job, due, ran: at ?? was, plan });
      }
    }
  }
  return { missed, again, moved };
}
