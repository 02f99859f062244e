import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarDay, firstDay, LogClock } from './clock.ts';
import { Zone } from '../../../domain/zone.ts';

const HOUR = 3_600_000;
const berlin = new Zone('Europe/Berlin');
const ofDay = (text: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
};
const read = (
  zone: Zone,
  [year, month, day]: readonly [number, number, number],
  times: string[],
) => {
  const clock = new LogClock(zone);
  clock.startOn(calendarDay(year, month, day), ofDay(times[0] ?? '0'));
  return times.map((time) => new Date(clock.read(ofDay(time))?.at ?? 0).toISOString());
};

it('a day is added when the clock goes back', () => {
  expect(read(berlin, [2026, 7, 6], ['22:38:21', '23:59:59', '00:38:10', '00:10:00'])).toEqual([
    '2026-07-06T20:38:21.000Z',
    '2026-07-06T21:59:59.000Z',
    '2026-07-06T22:38:10.000Z',
    '2026-07-07T22:10:00.000Z',
  ]);
});

it('an hour that is repeated in autumn is no day, and one that is skipped in spring is not missed', () => {
  const autumn = ['01:59:00', '02:30:00', '02:59:59', '02:00:01', '02:59:00', '03:00:00'];
  expect(read(berlin, [2026, 10, 25], autumn)).toEqual([
    '2026-10-24T23:59:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T00:59:59.000Z',
    '2026-10-25T01:00:01.000Z',
    '2026-10-25T01:59:00.000Z',
    '2026-10-25T02:00:00.000Z',
  ]);
  expect(read(berlin, [2026, 3, 29], ['01:59:59', '03:00:00'])).toEqual([
    '2026-03-29T00:59:59.000Z',
    '2026-03-29T01:00:00.000Z',
  ]);
});

it('lines that are a little out of order are of one day', () => {
  expect(read(new Zone('UTC'), [2026, 1, 1], ['12:00:05', '12:00:04'])).toEqual([
    '2026-01-01T12:00:05.000Z',
    '2026-01-01T12:00:04.000Z',
  ]);
});

it('whatever the zone, what its clock showed is read as the moment that it was', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
      fc.integer({ min: Date.UTC(2026, 0, 1) / 1_000, max: Date.UTC(2027, 0, 1) / 1_000 }),
      fc.array(fc.integer({ min: 61, max: 20 * 3_600 }), { maxLength: 60, size: 'max' }),
      (name, start, steps) => {
        const zone = new Zone(name);
        const clock = new LogClock(zone);
        let moment = start * 1_000;
        // The first line says its time of day alone: of a repeated hour, the first is meant.
        [moment = moment] = zone.moments(zone.local(moment));
        clock.startOn(
          Math.floor(zone.local(moment) / (24 * HOUR)),
          zone.local(moment) % (24 * HOUR),
        );
        for (const step of steps) {
          const before = moment;
          moment += step * 1_000;
          const shown = zone.local(moment);
          // Where the same time is shown twice, the first that is not past already is taken.
          const [meant] = zone.moments(shown).filter((one) => one >= before - 60_000);
          if (meant !== moment) return;
          expect(clock.read(shown % (24 * HOUR))?.at).toBe(moment);
        }
      },
    ),
    { seed: 7 },
  );
});

it('lines without a day end when their file was written, over as many midnights as they show', () => {
  const times = ['18:47:55', '23:59:00', '00:01:00', '23:00:00', '04:38:52'].map(ofDay);
  const utc = new Zone('UTC');
  const day = firstDay(utc, times, Date.UTC(2021, 4, 10, 4, 38, 52));
  expect(day).toBe(calendarDay(2021, 5, 8));
  // Found half a day later, in the afternoon.
  expect(firstDay(utc, times, Date.UTC(2021, 4, 10, 17))).toBe(day);
});
