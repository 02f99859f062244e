/** A moment of the past as people write it: 'yesterday 21:00', '-2h', '2026-11-22 21:00'. */
import type { Zone } from '../zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNIT: Readonly<Record<string, number>> = {
  m: MINUTE,
  min: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
};
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const BACK = /^-?\s*(\d{1,5})\s*(m|min|h|d|w)[a-z]*(?:\s+ago)?$/;
const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}))?\s*(am|pm)?$/;
/** A time of day before its day. */
const CLOCK_FIRST =
  /^(?:at )?(\d{1,2}(?:[:.]\d{2}(?::\d{2})?)? ?(?:am|pm)?) (?!(?:am|pm)$)(?:on )?(.+)$/;

/** The moment that is meant, by the zone's clock; null: it cannot be read, or has not come yet. */
export function readMoment(written: string, now: number, zone: Zone): number | null {
  const text = written.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text === '') return null;
  if (text === 'now') return now;
  const back = BACK.exec(text);
  if (back !== null) {
    const [, count = '', unit = ''] = back;
    // '-2h' and '2h ago': a bare '2h' would read as an hour of the day.
    if (!text.startsWith('-') && !text.endsWith('ago')) return null;
    return past(now - Number(count) * (UNIT[unit] ?? 0), now);
  }
  const address = Date.parse(written.trim());
  if (/t.*z$/.test(text) && !Number.isNaN(address)) return past(address, now);
  const today = startOfDay(zone.local(now));
  const ordered = text.replace(/^(\d{4}-\d{1,2}-\d{1,2})t/, '$1 ').replace(CLOCK_FIRST, '$2 $1');
  const named = readDay(ordered, today);
  if (named === null) return null;
  const { day, rest } = named;
  const clock = rest === '' ? { time: 0, isTold: false } : readClock(rest);
  if (clock === null) return null;
  if (day !== null) return past(momentOf(zone, day + clock.time), now);
  if (!clock.isTold) return null;
  // A time of day alone is the last time that it was so.
  const last = momentOf(zone, today + clock.time);
  return last <= now ? last : momentOf(zone, today - DAY + clock.time);
}

/** The day that a text begins with, as local milliseconds, null where it names none; null: there is no such day. */
function readDay(
  text: string,
  today: number,
): { readonly day: number | null; readonly rest: string } | null {
  const [first = '', ...others] = text.split(' ');
  const rest = others.join(' ').replace(/^at /, '');
  if (first === 'today') return { day: today, rest };
  if (first === 'yesterday') return { day: today - DAY, rest };
  const name = first === 'last' ? (others[0] ?? '') : first;
  const weekday = name.length < 3 ? -1 : WEEKDAYS.findIndex((one) => one.startsWith(name));
  if (weekday >= 0) {
    const back = (new Date(today).getUTCDay() - weekday + 7) % 7;
    const behind = first === 'last' ? others.slice(1).join(' ') : rest;
    return { day: today - (back === 0 ? 7 : back) * DAY, rest: behind.replace(/^at /, '') };
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(first);
  if (iso !== null) return at(dayOf(iso[1], iso[2], iso[3]), rest);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(first);
  if (dotted !== null) {
    const year = dotted[3] ?? String(new Date(today).getUTCFullYear());
    const day = dayOf(year, dotted[2], dotted[1]);
    const isLater = dotted[3] === undefined && day !== null && day > today;
    return at(isLater ? dayOf(String(Number(year) - 1), dotted[2], dotted[1]) : day, rest);
  }
  return { day: null, rest: text.replace(/^at /, '') };
}

function at(day: number | null, rest: string) {
  return day === null ? null : { day, rest };
}

/** null: there is no such day. */
function dayOf(year = '', month = '', day = ''): number | null {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const read = new Date(at);
  const isThat = read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(day);
  return isThat ? at : null;
}

function readClock(text: string): { readonly time: number; readonly isTold: true } | null {
  const found = CLOCK.exec(text);
  if (found === null) return null;
  const [, hours = '', minutes, seconds = '0', half] = found;
  if (minutes === undefined && half === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  const wrong =
    hour > 23 ||
    Number(minutes ?? 0) > 59 ||
    Number(seconds) > 59 ||
    (half !== undefined && Number(hours) > 12);
  if (wrong) return null;
  return {
    time: hour * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds) * 1_000,
    isTold: true,
  };
}

function startOfDay(local: number): number {
  return Math.floor(local / DAY) * DAY;
}

function momentOf(zone: Zone, local: number): number {
  return zone.moments(local)[0] ?? local;
}

function past(at: number, now: number): number | null {
  return at >= 0 && at <= now ? at : null;
}
