/** A job as its form holds it. */
import { z } from 'zod';
import { unfitOfJob, wordsOf, type Unfit } from '../../domain/schedules/checks.ts';
import { SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import {
  before,
  jobAction,
  jobName,
  writtenParameter,
  writtenTime,
  writtenWarnings,
  writtenWeekdays,
  type JobAction,
  type JobTime,
} from '../../protocol/schedules/fields.ts';
import { keptAs, type Keeper } from '../parts/kept-draft.ts';
import { wholeNumber } from '../parts/rules.ts';
import type { JobValues } from './job-text.ts';

export interface WarningDraft {
  readonly minutes: string;
  readonly text: string;
}

export interface JobDraft {
  readonly name: string;
  readonly enabled: boolean;
  readonly action: JobAction;
  readonly parameter: string;
  readonly kind: JobTime['kind'];
  /** A time of day, HH:MM. */
  readonly at: string;
  /** Minutes after the start. */
  readonly after: string;
  readonly days: readonly number[];
  readonly warnings: readonly WarningDraft[];
  readonly lock_before: string;
  readonly kick_before: string;
}

/** The wire's rule for each part of a job. */
export const JOB_FIELDS = {
  name: jobName,
  enabled: z.boolean(),
  days: writtenWeekdays,
  time: writtenTime,
  action: jobAction,
  parameter: writtenParameter,
  warnings: writtenWarnings,
  lock_before: before.nullable(),
  kick_before: before.nullable(),
};

export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6] as const;
const COUNTDOWN = [15, 10, 5, 1] as const;

/** The warnings of a restart, unless somebody says otherwise. */
export function countdown(text: string): readonly WarningDraft[] {
  return COUNTDOWN.map((minutes) => ({ minutes: String(minutes), text }));
}

/** What a new job begins with: what is wanted most, a daily restart with a countdown. */
export function newJob(name: string, text: string): JobDraft {
  return {
    name,
    enabled: true,
    action: SERVER_ACTION.SERVER_RESTART,
    parameter: '',
    kind: 'absolute',
    at: '06:00',
    after: '360',
    days: EVERY_DAY,
    warnings: countdown(text),
    lock_before: '',
    kick_before: '',
  };
}

export function draftOf(job: JobValues): JobDraft {
  const { minutes, kind } = job.time;
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    name: job.name,
    enabled: job.enabled,
    action: job.action,
    parameter: job.parameter ?? '',
    kind,
    at: kind === 'absolute' ? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` : '06:00',
    after: kind === 'uptime' ? String(minutes) : '360',
    days: job.days,
    warnings: job.warnings.map((one) => ({ ...one, minutes: String(one.minutes) })),
    lock_before: job.lock_before === null ? '' : String(job.lock_before),
    kick_before: job.kick_before === null ? '' : String(job.kick_before),
  };
}

/** What of a draft is written: what its action does not take is left out. */
export function typedJob(draft: JobDraft) {
  const restarts = draft.action === SERVER_ACTION.SERVER_RESTART;
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(draft.at) ?? [];
  return {
    name: draft.name,
    enabled: draft.enabled,
    days: draft.days,
    time: {
      kind: draft.kind,
      minutes:
        draft.kind === 'absolute' ? Number(hours) * 60 + Number(minutes) : wholeNumber(draft.after),
    },
    action: draft.action,
    parameter: wordsOf(draft.action) === 'none' ? '' : draft.parameter,
    warnings: draft.warnings.map((one) => ({ ...one, minutes: wholeNumber(one.minutes) })),
    lock_before: restarts ? draft.lock_before : '',
    kick_before: restarts ? draft.kick_before : '',
  };
}

/** What a draft does, beside when. */
export function deedOf(draft: JobDraft) {
  const { action, parameter, warnings, lock_before, kick_before } = typedJob(draft);
  return {
    action,
    warnings,
    parameter: parameter.trim() === '' ? null : parameter,
    lock_before: lock_before.trim() === '' ? null : wholeNumber(lock_before),
    kick_before: kick_before.trim() === '' ? null : wholeNumber(kick_before),
  };
}

/** What does not do of a job on servers of these games, by field. */
export function unfitFor(
  draft: JobDraft,
  games: Iterable<Game>,
): Readonly<Partial<Record<string, Unfit>>> {
  const deed = deedOf(draft);
  return Object.fromEntries([...games].flatMap((game) => Object.entries(unfitOfJob(deed, game))));
}

/** What somebody types is there again after a reload; never a command, which may hold a password. */
export function keptJob(name: string): Keeper<JobDraft> {
  const text = z.string();
  const schema = z
    .object({
      name: text,
      enabled: z.boolean(),
      action: jobAction,
      kind: z.enum(['absolute', 'uptime']),
      at: text,
      after: text,
      days: z.array(z.int().min(0).max(6)),
      warnings: z.array(z.object({ minutes: text, text })),
      lock_before: text,
      kick_before: text,
    })
    .partial();
  return {
    ...keptAs<JobDraft>(`job:${name}`, schema),
    was: keptAs<JobDraft>(`job-was:${name}`, schema),
  };
}
