/** Numbers, moments and durations by the locale. Units are those of `Intl`. */

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A number with the locale's separators. */
export function formatCount(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A duration by its two largest units: '2 hr, 5 min'. */
export function formatDuration(seconds: number, locale: string): string {
  const parts: string[] = [];
  let rest = Math.max(0, Math.floor(seconds));
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    const wanted = amount > 0 || (unit === 'second' && parts.length === 0);
    if (!wanted || parts.length === 2 || (unit === 'second' && parts.length > 0)) continue;
    parts.push(
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    );
  }
  return parts.join(' ');
}

/** The time of day with seconds, as the feed and the console show it. */
export function formatTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at);
}

/** Date and time with the zone, for titles and exact places. */
export function formatMoment(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at);
}
