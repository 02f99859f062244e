/**
 * When a server does what by itself: pure, so that the calendar of a browser and the host count alike. A time of day
 * that the clock skips is taken as if it had not been put forward yet; of one that comes twice, the first counts: each
 * day's occurrence is there exactly once.
 */
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import type { Zone } from '../zone.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A week, and what a clock is put on or back. */
const WEEK = SCHEDULE_LIMIT.shown * MINUTE;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3;

type Job = RowOf<'jobs'>;
type Plan = RowOf<'plans'>;

/** A start that is told differs by less from the one before, ms: it is the same. */
export const SAME_START = 300_000;

/** All that the times of a server follow from. */
export interface Schedule {
  readonly zone: Zone;
  /** When the game server started, epoch ms; null: not known, and what counts from there does not run. */
  readonly startedAt: number | null;
  readonly jobs: readonly Job[];
  readonly plans: readonly Plan[];
}

/** One time at which something runs, or is skipped. */
export interface Occurrence extends Pick<
  Job,
  'name' | 'action' | 'parameter' | 'warnings' | 'lock_before' | 'kick_before'
> {
  /** The job's id; of what was asked for once, the id of its plan. */
  readonly id: string;
  /** When it was to run at first. */
  readonly due: number;
  /** When it runs; null: it is skipped. */
  readonly at: number | null;
  /** It was asked for once, and is no job's. */
  readonly once: boolean;
  /** What was skipped, postponed or asked for; null: it is as the job says. */
  readonly plan: Plan | null;
  /** What would have been due before is not made up for. */
  readonly since: number;
}

/** What is to be done for an occurrence at a moment. */
export interface Step {
  readonly at: number;
  readonly kind: 'warning' | 'lock' | 'kick' | 'action' | 'unlock';
  /** What is said, of a warning; empty for the others. */
  readonly text: string;
  readonly of: Occurrence & { readonly at: number };
}

/** What players read who are kicked before a restart: a stay that ended so is known by it. */
export const RESTART_REASON = 'The server restarts.';

const ORDER: readonly Step['kind'][] = ['warning', 'lock', 'kick', 'action', 'unlock'];

/** What runs after `from` and until `to`, that included, and what is skipped then; by moments. */
export function occurrencesOf(schedule: Schedule, from: number, to: number): readonly Occurrence[] {
  const { jobs, plans } = schedule;
  const known = new Map(jobs.map((job) => [job.id, job]));
  const enabled = jobs.filter((job) => job.enabled);
  const natural = enabled.flatMap((job) =>
    duesOf(schedule, job, from, to)
      .filter((due) => planOf(plans, job, due) === undefined)
      .map((due): Occurrence => ({
        ...deedOf(job),
        due,
        at: due,
        once: false,
        plan: null,
        since: job.changed,
      })),
  );
  const planned = plans.flatMap((plan): Occurrence[] => {
    const { job_id, due, at, changed } = plan;
    const moment = at ?? due;
    if (moment <= from || moment > to) return [];
    if (job_id === null) {
      return [
        { ...deedOf({ ...plan, parameter: null }), due, at, once: true, plan, since: changed },
      ];
    }
    const job = known.get(job_id);
    if (job === undefined) return [];
    // Whoever runs a job now may do so while it is off; one that runs at other times by now has no such occurrence.
    const isThere = at === due || (job.enabled && dueAbout(schedule, job, due) !== null);
    if (!isThere) return [];
    const since = Math.max(changed, job.changed);
    return [{ ...deedOf(job), due, at, once: false, plan, since }];
  });
  return [...natural, ...planned].toSorted(
    (a, b) => (a.at ?? a.due) - (b.at ?? b.due) || (a.id < b.id ? -1 : 1),
  );
}

function deedOf(
  of: Pick<
    Occurrence,
    'id' | 'name' | 'action' | 'parameter' | 'warnings' | 'lock_before' | 'kick_before'
  >,
) {
  const { id, name, action, parameter, warnings, lock_before, kick_before } = of;
  return { id, name, action, parameter, warnings, lock_before, kick_before };
}

/** When a job is due after `from` and until `to`, whatever was planned. */
function duesOf({ zone, startedAt }: Schedule, job: Job, from: number, to: number): number[] {
  const { time } = job;
  if (time.kind === 'uptime') {
    if (startedAt === null) return [];
    const due = startedAt + time.minutes * MINUTE;
    const isOn = due > from && due <= to && runsOn(job, zone.local(due) / DAY);
    return isOn ? [due] : [];
  }
  const dues = new Set<number>();
  const last = Math.floor(zone.local(to) / DAY) + 1;
  for (let day = Math.floor(zone.local(from) / DAY) - 1; day <= last; day += 1) {
    if (!runsOn(job, day)) continue;
    const [due = Number.NaN] = zone.moments(day * DAY + time.minutes * MINUTE);
    if (due > from && due <= to) dues.add(due);
  }
  return [...dues];
}

/** Whether a job runs on a day since 1970. */
export function runsOn({ days }: Pick<Job, 'days'>, day: number): boolean {
  return days.includes(weekdayOf(day));
}

/** 0 Monday to 6 Sunday, of a day since 1970. */
function weekdayOf(day: number): number {
  return (((Math.floor(day) + FIRST_WEEKDAY) % 7) + 7) % 7;
}

/**
 * When a job runs of its own, as somebody saw it; null: not then. A start is told a little off each time, to each who
 * counts from it.
 */
export function dueAbout(schedule: Schedule, job: Job, seen: number): number | null {
  const [from, to] =
    job.time.kind === 'uptime' ? [seen - SAME_START, seen + SAME_START] : [seen - 1, seen];
  return duesOf(schedule, job, from, to)[0] ?? null;
}

/** What was planned instead of what a job does of its own at a moment. */
export function planOf(plans: readonly Plan[], job: Job, due: number): Plan | undefined {
  const own = plans.filter(({ job_id }) => job_id === job.id);
  const same = own.find((plan) => plan.due === due);
  if (same !== undefined || job.time.kind === 'absolute') return same;
  // What was asked to run beside its times is no other time of it.
  return own.find((plan) => plan.at !== plan.due && Math.abs(plan.due - due) < SAME_START);
}

/** What an occurrence does and when, in its order; nothing of what would have been due before it was asked for. */
export function stepsOf(of: Occurrence): readonly Step[] {
  const { at, since, warnings, lock_before, kick_before } = of;
  if (at === null) return [];
  const runs = { ...of, at };
  const before = (kind: Step['kind'], minutes: number | null, text = ''): Step[] =>
    minutes === null ? [] : [{ at: at - minutes * MINUTE, kind, text, of: runs }];
  return [
    ...warnings.flatMap(({ minutes, text }) => before('warning', minutes, text)),
    ...before('lock', lock_before),
    ...before('kick', kick_before),
    ...before('action', 0),
  ]
    .filter((step) => step.at >= since)
    .toSorted(byTime);
}

function byTime(a: Step, b: Step): number {
  return a.at - b.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);
}

/** The jobs that do not run as long as it is not known when the game server started. */
export function waitingJobs({ jobs, startedAt }: Schedule): readonly Job[] {
  if (startedAt !== null) return [];
  return jobs.filter(({ enabled, time }) => enabled && time.kind === 'uptime');
}

/** What names a step among all of a server, also where one occurrence is postponed to the moment of another. */
export function stepKey({
  at,
  kind,
  of,
}: Pick<Step, 'at' | 'kind'> & { readonly of: Pick<Occurrence, 'id'> }): string {
  return `${of.id}/${kind}/${at}`;
}

/** What is to be done after `from` and until `to`, that included, in its order and each once. */
export function stepsBetween(schedule: Schedule, from: number, to: number): readonly Step[] {
  const ahead = to + SCHEDULE_LIMIT.before * MINUTE;
  const steps = occurrencesOf(schedule, from, ahead)
    .flatMap(stepsOf)
    .filter(({ at }) => at > from && at <= to);
  return [...new Map(steps.map((step) => [stepKey(step), step])).values()].toSorted(byTime);
}

/** The moment of the first step after this one; null: none within a week. */
export function nextStepAt(schedule: Schedule, after: number): number | null {
  const ahead = after + WEEK;
  const moments = occurrencesOf(schedule, after, ahead)
    .flatMap(stepsOf)
    .map(({ at }) => at)
    .filter((at) => at > after);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The first restart after this moment; null: none within a week. */
export function nextRestart(schedule: Schedule, after: number): Step['of'] | null {
  for (const found of occurrencesOf(schedule, after, after + WEEK)) {
    const { at } = found;
    if (at !== null && found.action === SERVER_ACTION.SERVER_RESTART) return { ...found, at };
  }
  return null;
}
