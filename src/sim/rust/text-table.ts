/** A table as Rust prints it: columns as wide as their widest entry, one blank between them. */
export function textTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ');
  return `${[columns, ...rows].map(line).join('\n')}\n`;
}
