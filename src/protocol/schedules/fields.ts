import { z } from 'zod';
import { consoleCommand, messageText } from '../actions/calls.ts';
import { SERVER_ACTION } from '../enumerations.ts';
import { words } from '../fields.ts';
import { containing } from '../marks.ts';
import { SCHEDULE_LIMIT } from './limits.ts';
import { namesKnown } from './variables.ts';

const { RAW, MESSAGE_PRIVATE, MESSAGE_PUBLIC, SERVER_LOCK, SERVER_UNLOCK, SERVER_RESTART } =
  SERVER_ACTION;
const { SERVER_KICK, WHITELIST_PAUSE, WHITELIST_RESUME } = SERVER_ACTION;

/**
 * What a job can do: values of the server action enumeration. A private message goes to each player who is there, and a
 * kick to all of them. The others of the enumeration have nobody who asks (HELP), or no game has a command for them.
 */
export const JOB_ACTION = [
  SERVER_RESTART,
  MESSAGE_PUBLIC,
  MESSAGE_PRIVATE,
  RAW,
  SERVER_LOCK,
  SERVER_UNLOCK,
  SERVER_KICK,
  WHITELIST_PAUSE,
  WHITELIST_RESUME,
] as const;
export const jobAction = z.literal(JOB_ACTION);
export type JobAction = z.infer<typeof jobAction>;

export const jobName = z
  .string()
  .trim()
  .min(1)
  .max(SCHEDULE_LIMIT.name)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'one-line');

/** 0 Monday to 6 Sunday, each once; second specification, section 9. */
export const weekdays = z.array(z.int().min(0).max(6)).min(1).max(7);
export const writtenWeekdays = weekdays.refine(
  (days) => new Set(days).size === days.length,
  'each-once',
);

/**
 * When a job runs. `absolute`: `minutes` is hours × 60 + minutes of the clock in the server's time zone. `uptime`: so
 * many minutes after the game server started, on the weekdays that this falls on.
 */
export const jobTime = z.object({
  kind: z.enum(['absolute', 'uptime']),
  minutes: z.int().min(0).max(SCHEDULE_LIMIT.uptime),
});
export type JobTime = z.infer<typeof jobTime>;

/** As it is written: a time of day, or at least a minute after the start. */
export const writtenTime = jobTime.refine(
  ({ kind, minutes }) => (kind === 'absolute' ? minutes < 1_440 : minutes > 0),
  'no-such-time',
);

/** Minutes before. */
export const before = z.int().min(1).max(SCHEDULE_LIMIT.before);

/** What is said to everybody so many minutes before. */
export const warning = z.object({ minutes: before, text: words });
export type Warning = z.infer<typeof warning>;
export const warnings = z.array(warning).max(SCHEDULE_LIMIT.warnings);

/** A text to everybody, which may name what is told by `VARIABLE`. */
export const publicText = containing(
  'words',
  messageText.refine((text) => namesKnown(text, 'public'), 'unknown-variable'),
);
/** A text to one player. */
export const privateText = containing(
  'words',
  messageText.refine((text) => namesKnown(text, 'private'), 'unknown-variable'),
);

/** As they are written: no two at the same minute. */
export const writtenWarnings = z
  .array(z.object({ minutes: before, text: publicText }))
  .max(SCHEDULE_LIMIT.warnings)
  .refine(
    (all) => new Set(all.map(({ minutes }) => minutes)).size === all.length,
    'same-minute-twice',
  );

/** The command of a job with the action RAW, the text of a message, or the reason of a kick; null for the others. */
export const writtenParameter = consoleCommand.nullable();

/** To everybody, or to each player for themselves. Second specification, section 3. */
export const MESSAGE_MODE = ['public', 'private'] as const;
export const messageMode = z.enum(MESSAGE_MODE);

/** Seconds. */
export const messageInterval = z
  .int()
  .min(SCHEDULE_LIMIT.intervalLeast)
  .max(SCHEDULE_LIMIT.intervalMost);
export const messageOffset = z.int().min(0).max(SCHEDULE_LIMIT.offset);
