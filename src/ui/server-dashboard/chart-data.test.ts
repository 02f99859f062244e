import { expect, it } from 'vitest';
import { chartData, chartSummary } from './chart-data.ts';

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
