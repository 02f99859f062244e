/** Numbers, moments and durations by the locale. Units are those of `Intl`. */

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formatters are dear to make and are asked for in every row. */
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

function numberFormat(locale: string, unit?: string, digits?: number): Intl.NumberFormat {
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

function dateFormat(
  locale: string,
  dateStyle: Intl.DateTimeFormatOptions['dateStyle'],
  timeStyle: Intl.DateTimeFormatOptions['timeStyle'],
): Intl.DateTimeFormat {
  const key = `${locale} ${dateStyle} ${timeStyle}`;
  let format = dates.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle });
    dates.set(key, format);
  }
  return format;
}

/** A number with the locale's separators. */
export function formatCount(value: number, locale: string): string {
  return numberFormat(locale).format(value);
}

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size by units of 1024, with two decimals from the first of them on. */
export function formatBytes(bytes: number, locale: string): string {
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
export function formatAmount(value: number, locale: string): string {
  return numberFormat(locale, undefined, 1).format(value);
}

/** Metres: to a tenth where somebody stands near, whole ones further off. */
export function formatDistance(metres: number, locale: string): string {
  return numberFormat(locale, 'meter', metres < 10 ? 1 : 0).format(metres);
}

/** A duration by its two largest units: '2 hr 5 min'. */
export function formatDuration(seconds: number, locale: string): string {
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
export function formatAge(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [unit, size] = UNITS.find(([, length]) => whole >= length) ?? (['second', 1] as const);
  return numberFormat(locale, unit).format(Math.floor(whole / size));
}

/** The time of day without seconds. */
export function formatHour(at: number, locale: string): string {
  return dateFormat(locale, undefined, 'short').format(at);
}

/** The time of day with seconds, as the feed and the console show it. */
export function formatTime(at: number, locale: string): string {
  return dateFormat(locale, undefined, 'medium').format(at);
}

/** The day alone, with its name. */
export function formatDay(at: number, locale: string): string {
  return dateFormat(locale, 'full', undefined).format(at);
}

/** Date and time with the zone, for titles and exact places. */
export function formatMoment(at: number, locale: string): string {
  return dateFormat(locale, 'medium', 'long').format(at);
}
