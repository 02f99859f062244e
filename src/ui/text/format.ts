/** Numbers, moments, durations and lists by the locale. Units are those of `Intl`. */
import type { Locale } from './locale.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const DATE_STYLES = {
  hour: { timeStyle: 'short' },
  time: { timeStyle: 'medium' },
  dayOfWeek: { weekday: 'short', day: 'numeric' },
  shortDay: { day: 'numeric', month: 'short' },
  point: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { dateStyle: 'full' },
  date: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'long' },
  clock: { timeStyle: 'short', timeZone: 'UTC' },
  weekDate: { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  weekday: { weekday: 'short', timeZone: 'UTC' },
  weekdayName: { weekday: 'long', timeZone: 'UTC' },
  dayIn: { weekday: 'short', day: 'numeric', month: 'short' },
  momentIn: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** Formatters are dear to make and are asked for in every row. */
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

function numberFormat(locale: Locale, unit?: string, digits?: number): Intl.NumberFormat {
  const key = `${locale} ${unit ?? ''} ${digits ?? ''}`;
  let format = numbers.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      ...(unit === undefined ? {} : { style: 'unit', unit, unitDisplay: 'short' }),
      ...(digits === undefined ? {} : { maximumFractionDigits: digits }),
    });
    numbers.set(key, format);
  }
  return format;
}

/** `timeZone`: of a style that has none of its own; absent: that of whoever looks. */
function dateFormat(
  locale: Locale,
  style: keyof typeof DATE_STYLES,
  timeZone?: string,
): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone ?? ''}`;
  let format = dates.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, {
      ...DATE_STYLES[style],
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    dates.set(key, format);
  }
  return format;
}

/** A number with the locale's separators. */
export function formatCount(value: number, locale: Locale): string {
  return numberFormat(locale).format(value);
}

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size by units of 1024, with two decimals from the first of them on. */
export function formatBytes(bytes: number, locale: Locale): string {
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const unit = BYTES[power] ?? 'byte';
  const digits = power === 0 ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // The short one has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(bytes / 1_024 ** power);
}

/** A measured number to a tenth. */
export function formatAmount(value: number, locale: Locale): string {
  return numberFormat(locale, undefined, 1).format(value);
}

/** Metres: to a tenth where somebody stands near, whole ones further off. */
export function formatDistance(metres: number, locale: Locale): string {
  return numberFormat(locale, 'meter', metres < 10 ? 1 : 0).format(metres);
}

/** A duration by its two largest units: '2 hr 5 min'. */
export function formatDuration(seconds: number, locale: Locale): string {
  const parts: string[] = [];
  let rest = Math.max(0, Math.floor(seconds));
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    const wanted = amount > 0 || (unit === 'second' && parts.length === 0);
    if (!wanted || parts.length === 2 || (unit === 'second' && parts.length > 0)) continue;
    parts.push(numberFormat(locale, unit).format(amount));
  }
  return parts.join(' ');
}

/** A duration by its largest unit alone: '2 hr'. */
export function formatAge(seconds: number, locale: Locale): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [unit, size] = UNITS.find(([, length]) => whole >= length) ?? (['second', 1] as const);
  return numberFormat(locale, unit).format(Math.floor(whole / size));
}

/** The time of day without seconds. */
export function formatHour(at: number, locale: Locale): string {
  return dateFormat(locale, 'hour').format(at);
}

/** A time of day, by its minutes since midnight. */
export function formatClock(minutes: number, locale: Locale): string {
  return dateFormat(locale, 'clock').format(minutes * 60_000);
}

/** A day of the week, 0 Monday to 6 Sunday, in short. */
export function formatWeekday(day: number, locale: Locale): string {
  // The fifth day of 1970 was a Monday.
  return dateFormat(locale, 'weekday').format((day + 4) * 86_400_000);
}

/** The name of a day of the week, 0 Monday to 6 Sunday. */
export function formatWeekdayName(day: number, locale: Locale): string {
  return dateFormat(locale, 'weekdayName').format((day + 4) * 86_400_000);
}

/** A day since 1970, with the name of its weekday in short. */
export function formatWeekDate(day: number, locale: Locale): string {
  return dateFormat(locale, 'weekDate').format(day * 86_400_000);
}

/** The time of day with seconds, as the feed and the console show it. */
export function formatTime(at: number, locale: Locale): string {
  return dateFormat(locale, 'time').format(at);
}

/** The day of a time zone, with the short name of its weekday. */
export function formatDayIn(at: number, timeZone: string, locale: Locale): string {
  return dateFormat(locale, 'dayIn', timeZone).format(at);
}

/** The day alone, with its name. */
export function formatDay(at: number, locale: Locale): string {
  return dateFormat(locale, 'day').format(at);
}

/** The day without its name, as it stands in a table. */
export function formatDate(at: number, locale: Locale): string {
  return dateFormat(locale, 'date').format(at);
}

/** The day without its name and year, where there is little room. */
export function formatShortDay(at: number, locale: Locale): string {
  return dateFormat(locale, 'shortDay').format(at);
}

/** Day and time without year and seconds, as a chart is read. */
export function formatPoint(at: number, locale: Locale): string {
  return dateFormat(locale, 'point').format(at);
}

/** The day by its weekday and number, within a week or two. */
export function formatDayOfWeek(at: number, locale: Locale): string {
  return dateFormat(locale, 'dayOfWeek').format(at);
}

/** Date and time with the zone, for titles and exact places. */
export function formatMoment(at: number, locale: Locale): string {
  return dateFormat(locale, 'moment').format(at);
}

/** Date and time by the clock of a time zone, with its name. */
export function formatMomentIn(at: number, locale: Locale, timeZone: string): string {
  return dateFormat(locale, 'momentIn', timeZone).format(at);
}

/** Several things, one after another ('unit'), or one of them ('disjunction'). */
export function formatList(
  parts: Iterable<string>,
  type: 'unit' | 'conjunction' | 'disjunction',
  locale: Locale,
): string {
  return new Intl.ListFormat(locale, { type }).format(parts);
}

const countries = new Map<string, string>();

/** A country by its code, in English as all texts are. */
export function countryName(code: string): string {
  let name = countries.get(code);
  if (name === undefined) {
    name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
    countries.set(code, name);
  }
  return name;
}
