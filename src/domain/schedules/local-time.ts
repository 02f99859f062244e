import type { Zone } from '../zone.ts';

const MINUTE = 60_000;

/** A moment by a zone's clock, as ISO 8601 with offset, to the second. */
export function localText(zone: Zone, moment: number): string {
  const local = zone.local(moment);
  const offset = Math.round((local - moment) / MINUTE);
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const size = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(local).toISOString().slice(0, 19)}${sign}${two(size / 60)}:${two(size % 60)}`;
}
