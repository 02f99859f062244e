import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { csvLine, exportHead, exportLine } from './export.ts';

/** A line of cells read as RFC 4180 says. */
function readCsv(line: string): readonly string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(line); found !== null; found = cell.exec(line)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
  }
  return cells;
}

const place = { server_id: 'e'.repeat(24), seq: 1, at: Date.UTC(2026, 10, 22, 20) };
const said = (name: string, text: string): HistoryEntry => ({
  of: 'feed',
  ...place,
  entry: {
    kind: 'chat',
    player: { id: null, muster_id: 'a'.repeat(24), name },
    channel: 'Global',
    text,
  },
});

it('no cell is a formula, and every cell can be read again', () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string())
      .map((two) => two.join('')),
    fc.constantFrom('a,b', 'a "b"', 'a\nb', 'a\r\nb'),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const read = readCsv(csvLine(cells));
      expect(read.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

it('a line has the moment, the server, who and what', () => {
  expect(exportHead('csv')).toBe(
    '\uFEFFtime,server,server_id,kind,person,person_id,by,text,detail\r\n',
  );
  expect(exportLine('csv', said('=cmd|x', 'hello, "you"'), 'East')).toBe(
    `2026-11-22T20:00:00.000Z,East,${'e'.repeat(24)},chat,'=cmd|x,${'a'.repeat(24)},,"hello, ""you""",Global\r\n`,
  );
});

it('a line of JSON has the entry as it is', () => {
  const told = said('=Ada', 'hello');
  expect(JSON.parse(exportLine('ndjson', told, 'East'))).toEqual({
    time: '2026-11-22T20:00:00.000Z',
    server: 'East',
    server_id: told.server_id,
    of: 'feed',
    seq: 1,
    entry: told.entry,
  });
});
