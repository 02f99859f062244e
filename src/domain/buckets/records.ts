/** Lines of a text that somebody adds to a bucket, as records with cells. */
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { momentOfFile } from '../file-time.ts';

/** Lines of one record: a note is as long as that, if each of its lines has a few words. */
const RECORD_LINES = 200;
const MINUTE = 60_000;

/** Why a cell does not say until when. */
export type TimeFault = 'over' | 'time-unclear';

/** How many lines a record of a CSV takes: a cell in quotes may have several. One, where its quote is never closed. */
export function linesOfRecord(lines: readonly string[], at: number): number {
  let quotes = 0;
  for (let count = 1; count <= RECORD_LINES && at + count <= lines.length; count += 1) {
    quotes += lines[at + count - 1]?.match(/"/g)?.length ?? 0;
    if (quotes % 2 === 0) return count;
  }
  return 1;
}

/** What is between the cells of a line: tabs, else commas, else semicolons. */
export function separatorOf(line: string): string | undefined {
  return ['\t', ',', ';'].find((one) => line.includes(one));
}

/** The cells of a line; where nothing is between any, its first word, and the rest. `recordMark`: between those of its heading. */
export function cellsOf(line: string, recordMark?: string): readonly string[] {
  const isRecord = recordMark !== undefined;
  const plain = isRecord ? line : line.replace(/\s\/\/\s?/, ',').trim();
  const mark = recordMark ?? separatorOf(plain);
  if (mark === undefined) {
    const [, first = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(plain) ?? [];
    return [first, rest];
  }
  const cells: string[] = [];
  for (const part of plain.split(mark)) {
    const last = cells.at(-1);
    // A quote that is not closed goes on behind the mark.
    if (last !== undefined && isOpen(last)) cells[cells.length - 1] = `${last}${mark}${part}`;
    else cells.push(part);
  }
  return cells.map((cell) => {
    const bare = cell.trim();
    const said = /^".*"$/s.test(bare) ? bare.slice(1, -1).replaceAll('""', '"') : bare;
    // What keeps a spreadsheet from reading a formula.
    return isRecord ? said.replace(/^'(?='*[=+\-@\t\r])/, '') : said;
  });
}

function isOpen(cell: string): boolean {
  return cell.trimStart().startsWith('"') && (cell.match(/"/g)?.length ?? 0) % 2 === 1;
}

/** For how long what ends then is in force, null for ever; `endless`: it was to end later than what ends may. */
export function lastsUntil(
  text: string,
  now: number,
): { readonly minutes: number | null; readonly endless?: true } | TimeFault {
  if (text === '') return { minutes: null };
  const until = momentOfFile(text);
  if (until === undefined) return 'time-unclear';
  if (until <= now) return 'over';
  const minutes = Math.ceil((until - now) / MINUTE);
  return minutes > BAN_LIMIT.minutes ? { minutes: null, endless: true } : { minutes };
}
