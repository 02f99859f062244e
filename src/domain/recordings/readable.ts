import type { Change } from '../change.ts';
import { sortedRows } from '../fold.ts';
import type { RecordedEvent } from '../known.ts';
import type { TableName } from '../rows.ts';
import { FACT_TABLES } from '../tables.ts';
import type { Rows } from '../state.ts';
import { fieldDifferences } from './diff.ts';

/**
 * Rows as lines that read well in a diff: one for each field, each table in the order of its ids. The
 * same rows give the same lines.
 */
export function* readableRows(
  rows: Rows,
  tables: readonly TableName[] = FACT_TABLES,
): Generator<string> {
  for (const table of tables) {
    const all = sortedRows(rows, table);
    if (all.length > 0) yield `${table} (${all.length})`;
    for (const row of all) {
      yield `  ${row.id}`;
      for (const [path, value] of leaves(row)) {
        if (path !== 'id') yield `    ${path}: ${JSON.stringify(value)}`;
      }
    }
  }
}

/** What changed, a line for each field: `servers 0a1b population.players: 3 → 4`. */
export function readableChanges(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ table, id, before, after }) => {
    if (before === undefined) return [`${table} ${id} came`];
    if (after === undefined) return [`${table} ${id} went`];
    return fieldDifferences(before, after).map(
      ({ path, a, b }) => `${table} ${id} ${path}: ${readableValue(a)} → ${readableValue(b)}`,
    );
  });
}

/** A JSON value in one short line; what is absent says so. */
export function readableValue(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** An event in one line: `event 17 at 2026-03-29T02:00:00.000Z: realtime server:state of server/0a1b/list (4)`. */
export function readableEvent(seq: number, event: RecordedEvent): string {
  const { at, source, event: name, stream, seq: position } = event;
  const of = stream === undefined ? '' : ` of ${stream} (${position ?? '?'})`;
  return `event ${seq} at ${new Date(at).toISOString()}: ${source} ${name}${of}`;
}

/** Every value in a row that is no object, with its path; so is a list that holds none. */
function* leaves(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  const flat = !isObject(value) || !Object.values(value).some(isObject);
  if (!isObject(value) || (flat && (Array.isArray(value) || Object.keys(value).length === 0))) {
    yield [path, value];
    return;
  }
  const names = Array.isArray(value) ? Object.keys(value) : Object.keys(value).sort();
  for (const name of names) {
    const inner = value[name];
    if (inner !== undefined) yield* leaves(inner, path === '' ? name : `${path}.${name}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
