/** What five servers do by themselves in a year, and what is to come of it: nothing of the product's own reckoning. */
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { expectedDues, expectedSteps, type ExpectedStep } from './expected.ts';
import { PLAYERS } from './trial.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const POSTPONED = 45 * MINUTE;

export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
];

export interface Span {
  readonly from: number;
  readonly to: number;
}

export const idOf = (number: number) => number.toString(16).padStart(24, '0');
export const serverOf = (number: number) => idOf(1_000 + number);
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const at = (hours: number, minutes: number) =>
  ({ kind: 'absolute', minutes: hours * 60 + minutes }) as const;

function jobOf(server: number, n: number, part: Partial<RowOf<'jobs'>>): RowOf<'jobs'> {
  return {
    id: idOf(server * 16 + n),
    server_id: serverOf(server),
    enabled: true,
    name: `job ${n}`,
    days: EVERY_DAY,
    time: at(0, 0),
    action: SERVER_ACTION.SERVER_RESTART,
    parameter: null,
    warnings: [],
    lock_before: null,
    kick_before: null,
    changed: 0,
    ...part,
  };
}

/** In the hour that most zones skip in spring and have twice in autumn, and Lord Howe half of. */
export const nightly = (server: number) =>
  jobOf(server, 1, {
    time: at(2, 15),
    warnings: [
      { minutes: 30, text: 'Restart in {minutes} min' },
      { minutes: 5, text: 'Restart in {minutes} min' },
    ],
    lock_before: 2,
    kick_before: 1,
  });
const RAW = { action: SERVER_ACTION.RAW, parameter: 'weekend' } as const;
const GOOD_NIGHT = { action: SERVER_ACTION.MESSAGE_PUBLIC, parameter: 'Good night' } as const;
export const others = (server: number) => [
  jobOf(server, 2, { days: [5, 6], time: at(1, 45), ...RAW }),
  jobOf(server, 3, { days: [1, 6], time: at(23, 59), ...GOOD_NIGHT }),
];

/** The server with a job that counts from its start: it starts again every eleven hours. */
export const STARTS = 0;
export const afterStart = jobOf(STARTS, 4, {
  time: { kind: 'uptime', minutes: 300 },
  action: SERVER_ACTION.RAW,
  parameter: 'five hours',
});
const firstStart = ({ from }: Span) => from - 2 * HOUR;
export const startBefore = (span: Span, now: number) =>
  firstStart(span) + Math.floor((now - firstStart(span)) / (11 * HOUR)) * 11 * HOUR;

/** When that server starts. */
export function startsOf(span: Span): readonly number[] {
  const starts = [];
  for (let start = firstStart(span); start < span.to; start += 11 * HOUR) starts.push(start);
  return starts;
}

/** The server that says something to each player for themselves, every five hours from when they joined. */
export const WHISPERS = 3;
const WHISPERED = { interval: 5 * 3_600, offset: 37 };
export const whisper: RowOf<'messages'> = {
  id: idOf(WHISPERS * 16 + 9),
  server_id: serverOf(WHISPERS),
  enabled: true,
  mode: 'private',
  text: 'Hello {player}',
  changed: 0,
  ...WHISPERED,
};
/** When it is said to everybody who is there, who all came at the beginning of 1970. */
export function whispersOf({ from, to }: Span): readonly number[] {
  const every = WHISPERED.interval * 1_000;
  const first = WHISPERED.offset * 1_000;
  const dues = [];
  for (let due = first + Math.ceil((from - first) / every) * every; due <= to; due += every) {
    if (due > from) dues.push(due);
  }
  return dues;
}

/** A restart that somebody asked for once. */
export const ONCE = 2;
export const asked = jobOf(ONCE, 5, { lock_before: 5 });
/** Seconds after midnight UTC at which a server says its message. */
export const saidAt = (server: number) => 20 * 3_600 + (17 + 10 * server) * 60;

/** A step that is to be told and asked for, and how often each command. */
export interface Wanted extends ExpectedStep {
  readonly server: string;
  readonly commands: readonly string[];
}

/** What is skipped, and what is postponed: other days for each server. */
export const fateOf = (server: number, index: number) =>
  (index + server) % 7 === 3 ? 'skipped' : (index + server) % 7 === 4 ? 'postponed' : null;

function commandsOf({ kind, at: moment, of }: ExpectedStep, job: RowOf<'jobs'>): readonly string[] {
  switch (kind) {
    case 'warning':
      return [`MESSAGE_PUBLIC Restart in ${(of - moment) / MINUTE} min`];
    case 'lock':
      return ['SERVER_LOCK'];
    case 'kick':
      return PLAYERS.map((name) => `SERVER_KICK ${name}`);
    case 'action':
      return job.action === SERVER_ACTION.SERVER_RESTART
        ? ['SERVER_RESTART']
        : [`${job.action === SERVER_ACTION.RAW ? 'RAW' : 'MESSAGE_PUBLIC'} ${job.parameter}`];
  }
}

/** When a job of a server runs, after what was skipped and postponed. */
function runsOf(server: number, span: Span) {
  const zone = ZONES[server] ?? '';
  const until = span.to + DAY;
  const nights = expectedDues(zone, nightly(server), span.from, until).flatMap((due, index) => {
    const fate = fateOf(server, index);
    return fate === 'skipped' ? [] : [due + (fate === 'postponed' ? POSTPONED : 0)];
  });
  const runs = [nightly(server), ...others(server)].map((job) => ({
    job,
    moments: job.name === 'job 1' ? nights : expectedDues(zone, job, span.from, until),
  }));
  if (server === ONCE) runs.push({ job: asked, moments: [onceAt(span)] });
  if (server === STARTS) {
    const moments = startsOf(span).map((start) => start + 300 * MINUTE);
    runs.push({ job: afterStart, moments });
  }
  return runs;
}

export function onceAt(span: Span): number {
  const [first = span.from] = expectedDues(ZONES[ONCE] ?? '', nightly(ONCE), span.from, span.to);
  return first + 90 * MINUTE;
}

export function wantedOf(span: Span): readonly Wanted[] {
  return ZONES.flatMap((_, number) =>
    runsOf(number, span).flatMap(({ job, moments }) =>
      moments.flatMap((of) =>
        expectedSteps(job, of).map((step) => ({
          ...step,
          server: serverOf(number),
          commands: commandsOf(step, job),
        })),
      ),
    ),
  )
    .filter((step) => step.at > span.from && step.at <= span.to)
    .toSorted((a, b) => a.at - b.at);
}
