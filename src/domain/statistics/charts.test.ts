import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Zone } from '../zone.ts';
import { dayStarts } from './days.ts';
import { busiest, heatMap } from './heat-map.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'];

const hours = (from: number, count: number, players: number | null = 10) =>
  Array.from({ length: count }, (_, index) => ({
    at: from + index * HOUR,
    players,
    slots: 60,
    queue: null,
  }));
const cellAt = (cells: ReturnType<typeof heatMap>, weekday: number, hour: number) =>
  cells[weekday * 24 + hour];

it('stands by the clock of the zone, Monday first', () => {
  // Monday, 23 November 2026, 18:00 in UTC.
  const cells = heatMap(hours(Date.UTC(2026, 10, 23, 18), 1), new Zone('Europe/Berlin'));
  expect(cells).toHaveLength(168);
  expect(busiest(cells)).toEqual({ weekday: 0, hour: 19, players: 10, hours: 1 });
  expect(cells.filter(({ players }) => players !== null)).toHaveLength(1);
});

it('counts the hour that comes twice as two, and the one that is skipped not at all', () => {
  const berlin = new Zone('Europe/Berlin');
  // Sundays, from midnight of Berlin.
  const back = heatMap(hours(Date.UTC(2026, 9, 24, 22), 25), berlin);
  expect(cellAt(back, 6, 2)).toMatchObject({ hours: 2, players: 10 });
  expect(back.reduce((sum, cell) => sum + cell.hours, 0)).toBe(25);
  const forward = heatMap(hours(Date.UTC(2026, 2, 28, 23), 23), berlin);
  expect(cellAt(forward, 6, 2)).toMatchObject({ hours: 0, players: null });
  expect(forward.filter((cell) => cell.hours === 1)).toHaveLength(23);
});

it('is the mean of the highest of each hour, and nothing where nothing is known', () => {
  const monday = Date.UTC(2026, 10, 23, 18);
  const points = [
    ...hours(monday, 1, 4),
    ...hours(monday + HOUR / 2, 1, 8),
    ...hours(monday - 7 * DAY, 1, 20),
    ...hours(monday + HOUR, 1, null),
  ];
  const cells = heatMap(points, new Zone('UTC'));
  expect(cellAt(cells, 0, 18)).toMatchObject({ players: 14, hours: 2 });
  expect(cellAt(cells, 0, 19)).toMatchObject({ players: null, hours: 0 });
  expect(busiest(heatMap([], new Zone('UTC')))).toBeNull();
});

it('days begin where the date of the zone becomes another one, however long they are', () => {
  const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, (timezone, now) => {
      const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
      const starts = dayStarts(timezone, now, 8);
      expect(date.format(starts.at(-1))).toBe(date.format(now));
      expect(starts.at(-1)).toBeLessThanOrEqual(now);
      for (const start of starts) expect(date.format(start - 1)).not.toBe(date.format(start));
      expect(new Set(starts.map((start) => date.format(start))).size).toBe(8);
    }),
  );
});
