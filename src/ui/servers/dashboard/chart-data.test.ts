import { expect, it } from 'vitest';
import { localeOf } from '../../text/locale.ts';
import { axisLabels, chartData, chartRows, chartSummary, lonePoints } from './chart-data.ts';

const point = (minute: number, players: number | null) => ({
  at: minute * 60_000,
  players,
  slots: 60,
  queue: null,
});

it('breaks the line where nothing was observed', () => {
  const [times, players] = chartData({ step: 60, points: [point(1, 5), point(2, 6), point(9, 7)] });
  expect(times).toEqual([60, 120, 180, 540]);
  expect(players).toEqual([5, 6, null, 7]);
});

it('says lowest, highest and last, of what is known', () => {
  expect(chartSummary({ points: [point(1, 5), point(2, 9), point(3, null)] })).toEqual({
    min: 5,
    max: 9,
    last: 9,
  });
  expect(chartSummary({ points: [point(1, null)] })).toBeNull();
});

it('tells fewest and most of each hour of a day', () => {
  const points = [point(0, 5), point(59, 9), point(60, 7), point(70, null), point(130, null)];
  expect(chartRows({ span: '24h', points })).toEqual([
    { at: 0, min: 5, max: 9 },
    { at: 3_600_000, min: 7, max: 7 },
  ]);
});

it('shows a point that stands alone, where a line would show nothing', () => {
  expect(lonePoints([null, 5, null, 6, 7, null, 8])).toEqual([1, 6]);
});

const NOON = new Date(2026, 4, 17, 12, 30).getTime() / 1_000;

it('a day is labelled by hours and longer spans by days', () => {
  expect(axisLabels([NOON], '24h', localeOf('de'))).toEqual(['12:30']);
  expect(axisLabels([NOON], '7d', localeOf('de'))).toEqual(['17. Mai']);
});

it('labels follow the locale', () => {
  expect(axisLabels([NOON], '24h', localeOf('en-US'))).toEqual([
    expect.stringMatching(/^12:30\sPM$/),
  ]);
  expect(axisLabels([NOON], '90d', localeOf('en-US'))).toEqual(['May 17']);
});
