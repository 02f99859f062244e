/**
 * Reads filters out of a text: a term a line, as lists of bad words and of names are kept; or a CSV with a heading, as buckets are
 * saved. Nothing is guessed: a line that is no filter is named, with why.
 */
import { entryMinutes, filterMessage, filterTerm } from '../../protocol/buckets/fields.ts';
import {
  ACTIONS_OF,
  BUCKET_LIMIT,
  FILTER_ACTION,
  TERM_KIND,
  type FilterAction,
  type FilterBucketType,
} from '../../protocol/buckets/limits.ts';
import { problemOf, type TermKind, type TermProblem } from '../filters/term.ts';
import { cut } from '../resources/keys.ts';
import { cellsOf, lastsUntil, linesOfRecord, separatorOf, type TimeFault } from './records.ts';

/** As much of a refused line is shown. */
const SHOWN = 120;
const COLUMNS = ['term', 'term_kind', 'action', 'message', 'minutes', 'comment', 'until'] as const;
type Column = (typeof COLUMNS)[number];

/** A filter of a text; what is undefined, the text does not say. */
export interface ReadFilter {
  readonly term: string;
  readonly term_kind?: TermKind;
  readonly action?: FilterAction;
  readonly message?: string;
  /** For how long it bans; null: for good. */
  readonly ban_minutes?: number | null;
  readonly comment: string;
  /** For how long it is in force; null: for ever. */
  readonly minutes: number | null;
}

/** Why a line is no filter. */
type FilterFault = 'no-term' | 'no-action' | 'no-message' | TimeFault | TermProblem;

/** A line that is no filter. */
interface RefusedFilter {
  readonly line: number;
  /** As much of it as is shown. */
  readonly text: string;
  readonly fault: FilterFault;
}

interface ReadFilters {
  readonly filters: readonly ReadFilter[];
  /** In which line each of them stands. */
  readonly lines: readonly number[];
  readonly refused: readonly RefusedFilter[];
}

interface How {
  readonly type: FilterBucketType;
  /** What terms are of which the text does not say it. */
  readonly kind: TermKind;
  readonly now: number;
}

/** Where a heading says that the cells of a record are, and what is between them. */
interface Heading {
  readonly places: ReadonlyMap<Column, number>;
  readonly mark: string;
}

export function readFilters(text: string, how: How): ReadFilters {
  const filters: ReadFilter[] = [];
  const places: number[] = [];
  const refused: RefusedFilter[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  let heading: Heading | null = null;
  for (let at = 0, count = 1; at < lines.length; at += count) {
    count = heading === null ? 1 : linesOfRecord(lines, at);
    const line = lines.slice(at, at + count).join('\n');
    if (line.trim() === '') continue;
    if (heading === null) {
      if (/^(#|\/\/)/.test(line.trim())) continue;
      heading = headingOf(line);
      if (heading !== null) continue;
    }
    const read =
      heading === null ? filterOf({ term: line.trim() }, how) : ofRecord(line, heading, how);
    if (typeof read === 'string') {
      refused.push({ line: at + 1, text: line.slice(0, SHOWN), fault: read });
    } else {
      filters.push(read);
      places.push(at + 1);
    }
  }
  return { filters, lines: places, refused };
}

function headingOf(line: string): Heading | null {
  const mark = separatorOf(line);
  if (mark === undefined) return null;
  const names = cellsOf(line, mark).map((cell) => cell.toLowerCase());
  if (!names.includes('term')) return null;
  const found = COLUMNS.flatMap((column) => {
    const at = names.indexOf(column);
    return at === -1 ? [] : [[column, at] as const];
  });
  return { places: new Map(found), mark };
}

type Cells = Readonly<Partial<Record<Column, string>>>;

function ofRecord(line: string, { places, mark }: Heading, how: How): ReadFilter | FilterFault {
  const cells = cellsOf(line, mark);
  const said = [...places].map(([column, at]) => [column, cells[at] ?? ''] as const);
  return filterOf(Object.fromEntries(said.filter(([, cell]) => cell !== '')), how);
}

/** A cell that is absent says nothing. */
function filterOf(cells: Cells, { type, kind, now }: How): ReadFilter | FilterFault {
  const term = filterTerm.safeParse(cells.term);
  const term_kind = TERM_KIND.find((one) => one === cells.term_kind);
  if (!term.success || isStrange(cells.term_kind, term_kind)) return 'no-term';
  const problem = problemOf({ kind: term_kind ?? kind, term: term.data });
  if (problem !== null) return problem;
  const action = FILTER_ACTION.find((one) => one === cells.action);
  const can: readonly FilterAction[] = ACTIONS_OF[type];
  if (isStrange(cells.action, action) || (action && !can.includes(action))) return 'no-action';
  const message = filterMessage.optional().safeParse(cells.message);
  if (!message.success) return 'no-message';
  const bans = entryMinutes.safeParse(cells.minutes === undefined ? null : Number(cells.minutes));
  const lasts = lastsUntil(cells.until ?? '', now);
  if (!bans.success) return 'time-unclear';
  if (typeof lasts === 'string') return lasts;
  return {
    term: term.data,
    ...(term_kind && { term_kind }),
    ...(action && { action, ban_minutes: bans.data }),
    ...(message.data !== undefined && { message: message.data }),
    comment: cut((cells.comment ?? '').trim(), BUCKET_LIMIT.comment),
    minutes: lasts.minutes,
  };
}

function isStrange(cell: string | undefined, read: string | undefined): boolean {
  return cell !== undefined && read === undefined;
}
