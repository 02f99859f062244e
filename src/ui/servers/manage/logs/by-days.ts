/** The lines of a log under their days. */

export type LogItem<Row> =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'row'; readonly key: string; readonly row: Row };

/** A day before the first line of each, where the person is. Rows are in their order. */
export function byDays<Row extends { readonly id: string; readonly at: number }>(
  rows: readonly Row[],
): readonly LogItem<Row>[] {
  const items: LogItem<Row>[] = [];
  const days = new Set<number>();
  let from = 0;
  let to = 0;
  for (const row of rows) {
    const { at } = row;
    // A date is made once for a day, not for each of ten thousand lines.
    if (at < from || at >= to) {
      from = new Date(at).setHours(0, 0, 0, 0);
      to = nextDay(from);
      // A day is the same one while its first lines fall out; set back, a clock begins it twice.
      items.push({ kind: 'day', key: `day ${from}${days.has(from) ? ` ${row.id}` : ''}`, at });
      days.add(from);
    }
    items.push({ kind: 'row', key: row.id, row });
  }
  return items;
}

function nextDay(from: number): number {
  const next = new Date(from);
  next.setDate(next.getDate() + 1);
  return next.getTime();
}
