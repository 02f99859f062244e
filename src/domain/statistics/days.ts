import { Zone } from '../zone.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The moments at which the last days of a zone began, oldest first; the last one is today's. */
export function dayStarts(timezone: string, now: number, count: number): readonly number[] {
  const zone = new Zone(timezone);
  const today = Math.floor(zone.local(now) / DAY);
  return Array.from({ length: count }, (_, index) =>
    beginning(zone, (today - (count - 1 - index)) * DAY),
  );
}

/** Where a clock skips midnight, the day begins when it is put forward. */
function beginning(zone: Zone, midnight: number): number {
  const [first = midnight] = zone.moments(midnight);
  if (zone.local(first) === midnight) return first;
  // `moments` took the time before the change: the change itself is a whole number of quarters before.
  let at = first;
  while (zone.local(at - HOUR / 4) >= midnight) at -= HOUR / 4;
  return at;
}
