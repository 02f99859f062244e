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
  shortDay: { day: 'numeric', month: 'short' },
  day: { dateStyle: 'full' },
  moment: { dateStyle: 'medium', timeStyle: 'long' },
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

function dateFormat(locale: Locale, style: keyof typeof DATE_STYLES): Intl.DateTimeFormat {
  const key = `${locale} ${style}`;
  let format = dates.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, DATE_STYLES[style]);
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
    unitDisplay: 'short',
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

/** The time of day with seconds, as the feed and the console show it. */
export function formatTime(at: number, locale: Locale): string {
  return dateFormat(locale, 'time').format(at);
}

/** The day alone, with its name. */
export function formatDay(at: number, locale: Locale): string {
  return dateFormat(locale, 'day').format(at);
}

/** The day without its name and year, where there is little room. */
export function formatShortDay(at: number, locale: Locale): string {
  return dateFormat(locale, 'shortDay').format(at);
}

/** Date and time with the zone, for titles and exact places. */
export function formatMoment(at: number, locale: Locale): string {
  return dateFormat(locale, 'moment').format(at);
}

/** Several things, one after another ('unit'), or one of them ('disjunction'). */
export function formatList(
  parts: Iterable<string>,
  type: 'unit' | 'disjunction',
  locale: Locale,
): string {
  return new Intl.ListFormat(locale, { type }).format(parts);
}
