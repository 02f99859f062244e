import type { z } from 'zod';
import type { Call } from './call.ts';
import { compileGuard } from './compile-guard.ts';
import { consolePage, feedPage, personalPage } from './feed/calls.ts';
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
  [consolePage.name, { rows: 'entries', row: consolePage.answer.shape.entries.element }],
  [personalPage.name, { rows: 'entries', row: personalPage.answer.shape.entries.element }],
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
  /** Rows of which a part was not known; they are in it. */
  readonly partly: number;
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
  let partly = 0;
  for (const row of told as unknown[]) {
    const read = guard?.(row) === true ? { success: true, data: row } : list.row.safeParse(row);
    const kept = read.success ? read : list.lenient?.safeParse(row);
    if (kept?.success !== true) {
      left.push(idOf(row));
      continue;
    }
    rows.push(kept.data);
    if (!read.success) partly += 1;
  }
  const data = { ...(around.data as object), [list.rows]: rows };
  return { data, left, partly };
}

function idOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null;
  return typeof row.id === 'string' ? row.id : null;
}
