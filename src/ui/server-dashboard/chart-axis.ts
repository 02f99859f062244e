import type { HistoryRow } from '../../domain/rows.ts';

/** Labels for the moments below a chart (seconds), by the locale: hours of a day, days of more. */
export function axisLabels(
  moments: readonly number[],
  span: HistoryRow['span'],
  locale: string,
): string[] {
  const format = new Intl.DateTimeFormat(
    locale,
    span === '24h' ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' },
  );
  return moments.map((seconds) => format.format(seconds * 1_000));
}
