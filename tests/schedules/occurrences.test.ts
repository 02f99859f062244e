import { Cron } from 'croner';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  nextRestart,
  nextStepAt,
  occurrencesOf,
  stepsBetween,
  type Schedule,
} from '../../src/domain/schedules/occurrences.ts';
import { zoneNamed, type Zone } from '../../src/domain/zone.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { expectedDues } from './expected.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
] as const;

const zoneOf = (name: string): Zone => zoneNamed(name)!;
const id = (n: number) => n.toString(16).padStart(24, '0');

function job(part: Partial<RowOf<'jobs'>> = {}): RowOf<'jobs'> {
  return {
    id: id(1),
    server_id: id(9),
    name: 'Nightly',
    enabled: true,
    days: [0, 1, 2, 3, 4, 5, 6],
    time: { kind: 'absolute', minutes: 150 },
    action: SERVER_ACTION.SERVER_RESTART,
    parameter: null,
    warnings: [],
    lock_before: null,
    kick_before: null,
    changed: 0,
    ...part,
  };
}

function plan(part: Partial<RowOf<'plans'>>): RowOf<'plans'> {
  return {
    id: id(2),
    server_id: id(9),
    job_id: id(1),
    name: '',
    action: SERVER_ACTION.SERVER_RESTART,
    due: 0,
    at: null,
    warnings: [],
    lock_before: null,
    kick_before: null,
    by_id: id(3),
    by_name: '',
    changed: 0,
    ...part,
  };
}

const schedule = (part: Partial<Schedule> = {}): Schedule => ({
  zone: zoneOf('Europe/Berlin'),
  startedAt: null,
  jobs: [job()],
  plans: [],
  ...part,
});

const moments = (of: Schedule, from: number, to: number) =>
  occurrencesOf(of, from, to).map(({ at }) => at);
const utc = (text: string) => Date.parse(`${text}Z`);

it('each day has its one occurrence, as a clock on the wall shows it minute by minute', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 });
  // Changes of the clock lie on the first days of the weeks that are drawn most.
  const begins = fc.oneof(
    fc
      .constantFrom(
        '2028-02-28',
        '2028-03-11',
        '2028-03-25',
        '2028-04-01',
        '2028-09-30',
        '2028-10-28',
        '2028-11-04',
      )
      .map((day) => utc(`${day}T00:00`)),
    fc.integer({ min: 0, max: 365 * 3 }).map((day) => utc('2027-01-01T00:00') + day * DAY),
  );
  const near = fc.oneof(fc.integer({ min: 60, max: 200 }), fc.integer({ min: 0, max: 1_439 }));
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), days, near, begins, (zone, on, minutes, from) => {
      const time = { kind: 'absolute', minutes } as const;
      const of = schedule({ zone: zoneOf(zone), jobs: [job({ days: on, time })] });
      const to = from + 3 * DAY;
      expect(moments(of, from, to)).toEqual(expectedDues(zone, { days: on, time }, from, to));
    }),
    { numRuns: 60 },
  );
});

it('croner says the same wherever the clock neither skips a time nor shows it twice', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 700 }),
      (name, minutes, day, week) => {
        const zone = zoneOf(name);
        const from = utc('2027-01-01T00:00') + week * DAY;
        const time = { kind: 'absolute', minutes } as const;
        const [due] = moments(
          schedule({ zone, jobs: [job({ days: [day], time })] }),
          from,
          from + 8 * DAY,
        );
        const offset = (at: number) => zone.local(at) - at;
        fc.pre(
          typeof due === 'number' && offset((due ?? 0) - DAY / 4) === offset((due ?? 0) + DAY / 4),
        );
        // Croner begins its week on Sunday.
        const pattern = `0 ${minutes % 60} ${Math.floor(minutes / 60)} * * ${(day + 1) % 7}`;
        const next = new Cron(pattern, { timezone: name }).nextRun(new Date(from));
        expect(new Date(due ?? 0).toISOString()).toBe(next?.toISOString());
      },
    ),
    { numRuns: 200 },
  );
});

it.each([
  ['a time that the clock skips is as if it had not been put forward', '2028-03-26', '01:30'],
  ['of a time that comes twice the first counts', '2028-10-29', '00:30'],
  ['a leap day is a day', '2028-02-29', '01:30'],
])('%s', (_, day, at) => {
  const from = utc(`${day}T00:00`) - 2 * 60 * MINUTE;
  expect(moments(schedule(), from, from + DAY)).toEqual([utc(`${day}T${at}`)]);
});

it('what is skipped is shown and not run, what is postponed takes what comes before with it', () => {
  const due = utc('2028-06-01T00:30');
  const jobs = [job({ warnings: [{ minutes: 10, text: 'soon' }], lock_before: 5 })];
  const steps = (plans: readonly RowOf<'plans'>[]) =>
    stepsBetween(schedule({ jobs, plans }), due - 60 * MINUTE, due + 90 * MINUTE).map(
      ({ kind, at }) => `${kind} ${(at - due) / MINUTE}`,
    );
  expect(steps([])).toEqual(['warning -10', 'lock -5', 'action 0']);
  const skipped = plan({ due, at: null });
  expect(steps([skipped])).toEqual([]);
  expect(
    occurrencesOf(schedule({ jobs, plans: [skipped] }), due - 1, due).map(({ at }) => at),
  ).toEqual([null]);
  expect(steps([plan({ due, at: due + 60 * MINUTE })])).toEqual([
    'warning 50',
    'lock 55',
    'action 60',
  ]);
  // Asked for a little before: what would have come earlier is left out.
  const late = plan({ due, at: due + 7 * MINUTE, changed: due });
  expect(steps([late])).toEqual(['lock 2', 'action 7']);
});

it('a plan of a time that its job no longer has is none; what runs beside its times stays', () => {
  const due = utc('2028-06-01T00:30');
  const other = job({ time: { kind: 'absolute', minutes: 600 } });
  const of = (part: Partial<RowOf<'plans'>>) =>
    moments(
      schedule({ jobs: [other], plans: [plan({ due, ...part })] }),
      due - 1,
      due + 2 * MINUTE,
    );
  expect(of({ at: due + MINUTE })).toEqual([]);
  expect(of({ at: due })).toEqual([due]);
});

it('two that are postponed to one moment are one', () => {
  const due = utc('2028-06-01T00:30');
  const plans = [plan({ due, at: due + DAY })];
  const steps = stepsBetween(schedule({ plans }), due, due + DAY);
  expect(steps.map(({ at }) => at)).toEqual([due + DAY]);
});

it('so long after the start, on the weekdays that it falls on, and never where no start is known', () => {
  const startedAt = utc('2028-06-01T20:00');
  const time = { kind: 'uptime', minutes: 360 } as const;
  const on = (days: number[], started: number | null = startedAt) =>
    moments(schedule({ startedAt: started, jobs: [job({ time, days })] }), 0, startedAt + 2 * DAY);
  // Thursday evening by Berlin's clock, and six hours later Friday.
  expect(on([4])).toEqual([startedAt + 360 * MINUTE]);
  expect(on([3])).toEqual([]);
  expect(on([4], null)).toEqual([]);
});

it('what was due before a job was changed is not made up for', () => {
  const due = utc('2028-06-01T00:30');
  const run = (changed: number) =>
    stepsBetween(schedule({ jobs: [job({ changed })] }), due - DAY / 2, due + DAY / 2).length;
  expect([run(due), run(due + 1)]).toEqual([1, 0]);
});

it('the next step and the next restart are the first of those that come', () => {
  const due = utc('2028-06-01T00:30');
  const warned = job({ warnings: [{ minutes: 30, text: '' }] });
  const locked = job({
    id: id(4),
    action: SERVER_ACTION.SERVER_LOCK,
    time: { kind: 'absolute', minutes: 0 },
  });
  const of = schedule({ jobs: [warned, locked] });
  expect(nextStepAt(of, due - DAY / 4)).toBe(due - 150 * MINUTE);
  expect(nextStepAt(of, due - 150 * MINUTE)).toBe(due - 30 * MINUTE);
  expect(nextRestart(of, due - DAY / 4)).toMatchObject({ id: id(1), at: due });
  expect(nextRestart(schedule({ jobs: [] }), 0)).toBeNull();
});
