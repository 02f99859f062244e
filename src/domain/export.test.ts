import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from './export.ts';

/** A line of cells read as RFC 4180 says. */
function readCsv(line: string): readonly string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(line); found !== null; found = cell.exec(line)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
  }
  return cells;
}

it('no cell is a formula, and every cell can be read again', () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'=", "''-"), fc.string())
      .map((two) => two.join('')),
    fc.constantFrom('a,b', 'a "b"', 'a\nb', 'a\r\nb'),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const read = readCsv(csvLine(cells));
      expect(read.map((cell) => cell.replace(/^'(?='*[=+\-@\t\r])/, ''))).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
