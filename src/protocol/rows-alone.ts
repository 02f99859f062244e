import type { z } from 'zod';
import type { Call } from './call.ts';
import { compileGuard } from './compile-guard.ts';
import {
  consoleFilteredPage,
  consolePage,
  feedFilteredPage,
  feedPage,
  personalPage,
} from './feed/calls.ts';
import { historyPage } from './history/calls.ts';
import { playersByIdentifier } from './players/calls.ts';
import { serversList } from './servers/calls.ts';
import { serverOfNewerHost } from './servers/newer-host.ts';
import { displayServers } from './walls/calls.ts';

interface List {
  /** The property of the answer that the rows are in. */
  readonly rows: string;
  readonly row: z.ZodType;
  /** What reads of a row what can be kept where `row` refuses it. */
  readonly lenient?: z.ZodType;
}

const { element: server } = serversList.answer.shape.servers;
const servers: List = { rows: 'servers', row: server, lenient: serverOfNewerHost };

/** The calls that are answered with rows, each of which stands alone. */
const LISTS: ReadonlyMap<string, List> = new Map([
  [serversList.name, servers],
  [displayServers.name, servers],
  [feedPage.name, { rows: 'entries', row: feedPage.answer.shape.entries.element }],
  [feedFilteredPage.name, { rows: 'entries', row: feedFilteredPage.answer.shape.entries.element }],
  [consolePage.name, { rows: 'entries', row: consolePage.answer.shape.entries.element }],
  [
    consoleFilteredPage.name,
    { rows: 'entries', row: consoleFilteredPage.answer.shape.entries.element },
  ],
  [personalPage.name, { rows: 'entries', row: personalPage.answer.shape.entries.element }],
  [historyPage.name, { rows: 'entries', row: historyPage.answer.shape.entries.element }],
  [
    playersByIdentifier.name,
    { rows: 'players', row: playersByIdentifier.answer.shape.players.element },
  ],
]);

/** An answer with the rows that could be read. */
export interface AnswerOfRows {
  readonly data: unknown;
  /** The ids of the rows that are not in it; null for one whose id cannot be read. */
  readonly left: readonly (string | null)[];
  /** Each row of which anything could not be read, left out or not, by what is its own in the list. */
  readonly unread: readonly string[];
}

/**
 * Reads an answer that its schema refuses row by row, so that one row costs no other. Null where the answer is no
 * list of rows, or is wrong beside them.
 */
export function readRows(
  { name, answer }: Pick<Call, 'name' | 'answer'>,
  json: unknown,
): AnswerOfRows | null {
  const list = LISTS.get(name);
  if (list === undefined || typeof json !== 'object' || json === null) return null;
  const told: unknown = (json as Record<string, unknown>)[list.rows];
  const around = answer.safeParse({ ...json, [list.rows]: [] });
  if (!Array.isArray(told) || !around.success) return null;
  const guard = compileGuard(list.row);
  const rows: unknown[] = [];
  const left: (string | null)[] = [];
  const unread: string[] = [];
  for (const [place, row] of (told as unknown[]).entries()) {
    const read = guard?.(row) === true ? { success: true, data: row } : list.row.safeParse(row);
    const kept = read.success ? read : list.lenient?.safeParse(row);
    if (!read.success) unread.push(nameOf(row) ?? `#${place}`);
    if (kept?.success === true) rows.push(kept.data);
    else left.push(idOf(row));
  }
  const data = { ...(around.data as object), [list.rows]: rows };
  return { data, left, unread };
}

function idOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null;
  return typeof row.id === 'string' ? row.id : null;
}

/** What tells a row from the others of its list; null where that cannot be read. */
function nameOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null;
  return idOf(row) ?? ('seq' in row && typeof row.seq === 'number' ? String(row.seq) : null);
}
