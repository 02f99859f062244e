import type { Change } from '../change.ts';
import { sameRow } from '../draft.ts';
import type { DomainEvent } from '../event.ts';
import { reduce } from '../reduce.ts';
import type { TableName } from '../rows.ts';
import { FACT_TABLES } from '../tables.ts';
import { applyChanges, type Rows } from '../state.ts';
import type { NumberedEvent, Reduce } from './player.ts';

/** A field in which two recordings' rows differ; `a` or `b` is undefined where it is absent. */
export interface FieldDifference {
  readonly table: TableName;
  readonly id: string;
  /** Names with dots between them; empty where the whole row is on one side alone. */
  readonly path: string;
  readonly a: unknown;
  readonly b: unknown;
}

export type RecordingDiff =
  /** `events` were played of both. */
  | { readonly kind: 'same'; readonly events: number }
  /** One is the other's beginning: up to there all rows are the same. */
  | { readonly kind: 'shorter'; readonly which: 'a' | 'b'; readonly events: number }
  | {
      readonly kind: 'different';
      /** How many events there were until then; 0 is at the beginning. */
      readonly position: number;
      /** The events that made the difference; null at the beginning, and where one of them lacks the event. */
      readonly a: NumberedEvent | null;
      readonly b: NumberedEvent | null;
      readonly fields: readonly FieldDifference[];
    };

/** A recording as diff takes it: where it begins, its events once, and what makes rows of them. */
export interface Side {
  readonly rows: Rows;
  readonly events: Iterable<NumberedEvent>;
  /** This version's reducers where none are given. */
  readonly makes?: RowMaker;
}

/** What one version makes of events; `apply` puts the changes that it told into its rows. */
export interface RowMaker {
  readonly reduce: Reduce;
  readonly apply: (rows: Rows, changes: readonly Change[]) => void;
}

const OWN: RowMaker = { reduce, apply: applyChanges };

/**
 * The first event after which the rows of facts of two recordings differ, and how; or of one recording that two
 * versions play. Events are paired by their numbers, which rise in every recording: an event that one of them
 * lacks, were it the first, moves no other.
 */
export function diffRecordings(one: Side, other: Side): RecordingDiff {
  const [a, b] = [one.rows, other.rows];
  const atStart = FACT_TABLES.flatMap((table) =>
    [...new Set([...idsOf(a, table), ...idsOf(b, table)])].map((id) => ({ table, id })),
  );
  const begun = differences(a, b, atStart);
  if (begun.length > 0) return { kind: 'different', position: 0, a: null, b: null, fields: begun };
  const [left, right] = [one.events[Symbol.iterator](), other.events[Symbol.iterator]()];
  let [nextA, nextB] = [left.next(), right.next()];
  for (let position = 1; ; position++) {
    if (nextA.done === true || nextB.done === true) {
      const events = position - 1;
      if (nextA.done === true && nextB.done === true) return { kind: 'same', events };
      return { kind: 'shorter', which: nextA.done === true ? 'a' : 'b', events };
    }
    const ahead = nextA.value.seq - nextB.value.seq;
    const toldA = ahead > 0 ? null : nextA.value;
    const toldB = ahead < 0 ? null : nextB.value;
    const touched = [...play(one, toldA), ...play(other, toldB)];
    const fields = differences(a, b, touched);
    if (fields.length > 0) return { kind: 'different', position, a: toldA, b: toldB, fields };
    if (toldA !== null) nextA = left.next();
    if (toldB !== null) nextB = right.next();
  }
}

type Touched = { readonly table: TableName; readonly id: string };

function play({ rows, makes = OWN }: Side, told: NumberedEvent | null): readonly Touched[] {
  if (told === null) return [];
  const changes = makes.reduce(rows, told.event as DomainEvent);
  makes.apply(rows, changes);
  return changes;
}

/** Another version may lack a table. */
function tableOf(rows: Rows, table: TableName): ReadonlyMap<string, unknown> | undefined {
  return rows[table];
}

function idsOf(rows: Rows, table: TableName): Iterable<string> {
  return tableOf(rows, table)?.keys() ?? [];
}

function differences(a: Rows, b: Rows, touched: readonly Touched[]): readonly FieldDifference[] {
  const seen = new Set<string>();
  const found: FieldDifference[] = [];
  for (const { table, id } of touched) {
    if (!FACTS.has(table) || seen.has(`${table}/${id}`)) continue;
    seen.add(`${table}/${id}`);
    const [left, right] = [tableOf(a, table)?.get(id), tableOf(b, table)?.get(id)];
    for (const field of fieldDifferences(left, right)) found.push({ table, id, ...field });
  }
  return found;
}

const FACTS: ReadonlySet<TableName> = new Set(FACT_TABLES);

/** Where two JSON values differ, as deep as both have the same shape. */
export function fieldDifferences(
  a: unknown,
  b: unknown,
  path = '',
): readonly Pick<FieldDifference, 'path' | 'a' | 'b'>[] {
  if (sameRow(a, b)) return [];
  if (!isObject(a) || !isObject(b)) return [{ path, a, b }];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return keys.flatMap((key) =>
    fieldDifferences(a[key], b[key], path === '' ? key : `${path}.${key}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
