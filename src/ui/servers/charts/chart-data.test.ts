import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Zone } from '../../../domain/zone.ts';
import { localeOf } from '../../text/locale.ts';
import {
  axisLabels,
  chartColumns,
  chartRows,
  chartSummary,
  lonePoints,
  movedCursor,
} from './chart-data.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The end of an hour's chart. */
const END = 1_000 * HOUR;

const point = (minute: number, players: number | null, slots: number | null = 60) => ({
  at: END + minute * MINUTE,
  players,
  slots,
  queue: null,
});
const hour = (...points: ReturnType<typeof point>[]) =>
  chartColumns({ span: '1h', step: 60, points }, END);

it('has a place for each step of its span, up to now', () => {
  const { times, players } = hour(point(-1, 5), point(0, 6));
  expect(times).toHaveLength(60);
  expect(times.at(-1)).toBe(END / 1_000);
  expect(players.slice(-3)).toEqual([null, 5, 6]);
});

it('goes on over one step that was missed, and breaks where more were, or where nobody knew', () => {
  const { players } = hour(point(-5, 5), point(-3, 6), point(0, 7));
  expect(players.slice(-6)).toEqual([5, undefined, 6, null, null, 7]);
  expect(hour(point(-2, 5), point(-1, null), point(0, 7)).players.slice(-3)).toEqual([5, null, 7]);
});

it('shows slots that are not known as unknown', () => {
  expect(hour(point(-1, 5, null), point(0, 6)).slots.slice(-2)).toEqual([null, 60]);
});

it('has nothing but gaps where nothing is kept', () => {
  expect(new Set(hour().players)).toEqual(new Set([null]));
});

it('says lowest, highest and last, of what is known', () => {
  expect(chartSummary({ points: [point(1, 5), point(2, 9), point(3, null)] })).toEqual({
    min: 5,
    max: 9,
    last: 9,
  });
  expect(chartSummary({ points: [point(1, null)] })).toBeNull();
});

const berlin = new Zone('Europe/Berlin');
/** A week of hours before a moment, in which each hour has its local hour as its players. */
const byLocalHour = (now: number, span: '7d' | '24h', before?: '7d' | '1d') => {
  const hours = span === '7d' ? 7 * 24 : 24;
  const days = before === undefined ? 0 : before === '7d' ? 7 : 1;
  const points = Array.from({ length: hours + 2 }, (_, index) => {
    const at = now - (now % HOUR) - days * DAY + HOUR - index * HOUR;
    return { at, players: new Date(berlin.local(at)).getUTCHours(), slots: null, queue: null };
  });
  return { span, step: 3_600, points: points.toReversed(), ...(before && { before }) };
};

it('compares hours at which the clock showed the same, whenever it changes', () => {
  const around = fc.integer({ min: -9, max: 9 });
  const change = fc.constantFrom(Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1));
  fc.assert(
    fc.property(change, around, fc.constantFrom('7d' as const), (changed, days, before) => {
      const now = changed + days * DAY + 5 * HOUR;
      const compared = { history: byLocalHour(now, '7d', before), zone: berlin };
      const columns = chartColumns(byLocalHour(now, '7d'), now, compared);
      const off = columns.times.filter((_, place) => {
        const then = columns.before[place];
        return typeof then === 'number' && then !== columns.players[place];
      });
      // The hour that the clock skips has no other that it could be compared with.
      expect(off.length).toBeLessThanOrEqual(1);
      expect(columns.before.filter((value) => value === null).length).toBeLessThanOrEqual(2);
    }),
  );
});

it('compares in the coarser step, with the highest figures of each', () => {
  const points = Array.from({ length: 60 }, (_, minute) => point(minute - 59, minute));
  const compared = {
    history: {
      span: '1h' as const,
      before: '7d' as const,
      step: 600,
      points: [{ ...point(-30, 44), at: END - 30 * MINUTE - 7 * DAY }],
    },
    zone: new Zone('UTC'),
  };
  const columns = chartColumns({ span: '1h', step: 60, points }, END, compared);
  expect(columns.step).toBe(600_000);
  expect(columns.players).toEqual([18, 28, 38, 48, 58, 59]);
  expect(columns.before).toEqual([null, null, 44, null, null, null]);
});

it('tells fewest and most of each part of a span', () => {
  const rows = chartRows(
    chartColumns(
      {
        span: '24h',
        step: 60,
        points: [point(-119, 5), point(-61, 9), point(-59, 7), point(-20, null)],
      },
      END + 59 * MINUTE,
    ),
  );
  expect(rows).toEqual([
    { at: END - 2 * HOUR, min: 5, max: 9, before: null },
    { at: END - HOUR, min: 7, max: 7, before: null },
  ]);
});

it('shows a point that stands alone, where a line would show nothing', () => {
  expect(lonePoints([null, 5, null, 6, 7, null, 8])).toEqual([1, 6]);
  expect(lonePoints([5, undefined, 6, null])).toEqual([]);
});

it('is read by keys, the newest first, and never past its ends', () => {
  expect(movedCursor('ArrowLeft', null, 60)).toBe(59);
  expect(movedCursor('ArrowLeft', 59, 60)).toBe(58);
  expect(movedCursor('ArrowLeft', 0, 60)).toBe(0);
  expect(movedCursor('PageUp', 58, 1_440)).toBe(118);
  expect(movedCursor('PageUp', 1_430, 1_440)).toBe(1_439);
  expect(movedCursor('Home', 30, 60)).toBe(0);
  expect(movedCursor('End', null, 60)).toBe(59);
  expect(movedCursor('Escape', 30, 60)).toBeNull();
  expect(movedCursor('Escape', null, 60)).toBeUndefined();
  expect(movedCursor('x', 30, 60)).toBeUndefined();
});

const NOON = new Date(2026, 4, 17, 12, 30).getTime() / 1_000;

it('a day is labelled by hours and longer spans by days', () => {
  expect(axisLabels([NOON], '24h', localeOf('de'))).toEqual(['12:30']);
  expect(axisLabels([NOON], '7d', localeOf('de'))).toEqual(['So., 17.']);
});

it('labels follow the locale', () => {
  expect(axisLabels([NOON], '24h', localeOf('en-US'))).toEqual([
    expect.stringMatching(/^12:30\sPM$/),
  ]);
  expect(axisLabels([NOON], '90d', localeOf('en-US'))).toEqual(['May 17']);
});
