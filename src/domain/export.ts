/** Files for other programs: what is exported, as lines. */
export const EXPORT_FORMAT = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMAT)[number];

/** What a file of this format begins with. The mark says that it is UTF-8, which spreadsheets ask for. */
export function exportHead(format: ExportFormat, columns: readonly string[]): string {
  return format === 'csv' ? `\uFEFF${csvLine(columns)}` : '';
}

/** A line of these cells; as JSON, of what they stand for. */
export function exportedLine<Column extends string>(
  format: ExportFormat,
  columns: readonly Column[],
  cells: Readonly<Partial<Record<Column, string | null>>>,
  whole: object,
): string {
  if (format === 'ndjson') return `${JSON.stringify(whole)}\n`;
  return csvLine(columns.map((name) => cells[name] ?? ''));
}

/**
 * A line of cells. A spreadsheet takes a cell that begins with one of these for a formula, and players choose their
 * names: an apostrophe before it says that it is text. One more before those that have some, so that it can be taken off again.
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}
