import { expect, it } from 'vitest';
import { inspectionDouble } from '../data/doubles.ts';
import { ratesBetween } from './rates.ts';

const sample = (
  at: number,
  applied: number,
  patches: Readonly<Record<string, number>>,
  epoch = 'e',
) => {
  const inspection = inspectionDouble();
  const [tab] = inspection.tabs;
  return {
    at,
    inspection: {
      ...inspection,
      epoch,
      events: { ...inspection.events, applied },
      tabs: Object.entries(patches).map(([id, count]) => ({ ...tab!, tab: id, patches: count })),
    },
  };
};

it('tells how much happened in a second, tab by tab', () => {
  const rates = ratesBetween(sample(1_000, 10, { a: 5 }), sample(3_000, 50, { a: 9, b: 7 }));
  expect(rates?.events).toBe(20);
  expect(rates?.patches).toEqual(new Map([['a', 2]]));
});

it('knows nothing before the second sample, and of another worker than before', () => {
  expect(ratesBetween(null, sample(1, 1, {}))).toBeNull();
  expect(ratesBetween(sample(0, 9, {}), sample(1_000, 1, {}, 'other'))).toBeNull();
  expect(ratesBetween(sample(5, 9, {}), sample(5, 9, {}))).toBeNull();
});
