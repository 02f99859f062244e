import { expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { zoneNamed } from '../zone.ts';
import { zoneChange } from './zone-change.ts';

const HOUR = 3_600_000;
/** Wednesday, 14 January 2026, 00:00 UTC: 01:00 in Berlin, 03:00 in Moscow, 19:00 of Tuesday in New York. */
const MIDNIGHT = Date.UTC(2026, 0, 14);

const job: RowOf<'jobs'> = {
  id: 'a'.repeat(24),
  server_id: 'b'.repeat(24),
  name: 'Nightly',
  enabled: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
  changed: 0,
};
const plan = (due: number, at: number | null): RowOf<'plans'> => ({
  ...job,
  id: 'c'.repeat(24),
  job_id: job.id,
  due,
  at,
  by_id: 'd'.repeat(24),
  by_name: 'Anna',
});

function change(
  [from, to]: readonly [string, string],
  hour: number,
  plans: readonly RowOf<'plans'>[] = [],
  part: Partial<RowOf<'jobs'>> = {},
) {
  const schedule = {
    zone: zoneNamed(from)!,
    startedAt: null,
    jobs: [{ ...job, ...part }],
    plans,
  };
  const { missed, again, moved } = zoneChange(schedule, zoneNamed(to)!, MIDNIGHT + hour * HOUR);
  const hours = (moment: number) => (moment - MIDNIGHT) / HOUR;
  return {
    missed: missed.map(({ due }) => hours(due)),
    again: again.map(({ due }) => hours(due)),
    moved: moved.map(({ due }) => hours(due)),
  };
}

const NOTHING = { missed: [], again: [], moved: [] };
/** 04:00 is 3 hours behind midnight UTC in Berlin, 1 in Moscow, 9 in New York. */
const EAST = ['Europe/Berlin', 'Europe/Moscow'] as const;
const WEST = ['Europe/Berlin', 'America/New_York'] as const;

it('to the east, a time that was to come can be over', () => {
  expect(change(EAST, 2)).toEqual({ ...NOTHING, missed: [3] });
  expect(change(EAST, 0)).toEqual(NOTHING);
  expect(change(EAST, 4)).toEqual(NOTHING);
});

it('to the west, a time that was can come again', () => {
  expect(change(WEST, 4)).toEqual({ ...NOTHING, again: [9] });
  expect(change(WEST, 2)).toEqual(NOTHING);
  expect(change(WEST, 10)).toEqual(NOTHING);
});

it('another name of the same clock changes nothing', () => {
  expect(change(['Europe/Berlin', 'Europe/Paris'], 4)).toEqual(NOTHING);
});

it('what is off, counts from the start or did not run that day is left alone', () => {
  expect(change(EAST, 2, [], { enabled: false })).toEqual(NOTHING);
  expect(change(EAST, 2, [], { time: { kind: 'uptime', minutes: 240 } })).toEqual(NOTHING);
  expect(change(EAST, 2, [], { days: [3] })).toEqual(NOTHING);
  expect(change(WEST, 4, [], { changed: MIDNIGHT + 3.5 * HOUR })).toEqual(NOTHING);
});

it('what was skipped stays skipped, and what was postponed keeps its moment', () => {
  const due = MIDNIGHT + 3 * HOUR;
  expect(change(EAST, 2, [plan(due, null)])).toEqual({ ...NOTHING, moved: [1] });
  expect(change(EAST, 2, [plan(due, due + HOUR)])).toEqual({ ...NOTHING, moved: [1] });
  expect(change(WEST, 4, [plan(due, null)])).toEqual({ ...NOTHING, moved: [9] });
  expect(change(WEST, 2, [plan(due + 24 * HOUR, null)])).toEqual({ ...NOTHING, moved: [33] });
});

it('what was postponed and has run does not run again', () => {
  const due = MIDNIGHT + 3 * HOUR;
  expect(change(WEST, 5, [plan(due, due + HOUR)])).toEqual({ ...NOTHING, again: [9] });
});
