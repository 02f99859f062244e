import type { HistoryRow } from '../../../domain/rows.ts';
import { formatHour, formatShortDay } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';

/** Labels for the moments below a chart (seconds), by the locale: hours of a day, days of more. */
export function axisLabels(
  moments: readonly number[],
  span: HistoryRow['span'],
  locale: Locale,
): string[] {
  const format = span === '24h' ? formatHour : formatShortDay;
  return moments.map((seconds) => format(seconds * 1_000, locale));
}
