import type { EventData } from '../../protocol/events.ts';
import {
  isPaged,
  isResource,
  type PagedName,
  type ResourceName,
  type RowOf,
} from '../../protocol/resources/registry.ts';
import { ownerOf } from '../../protocol/resources/resource.ts';
import { parseStream } from '../../protocol/streams.ts';
import { NO_CHANGES, type Change } from '../change.ts';
import { Draft } from '../draft.ts';
import { headChange } from '../feed/head.ts';
import type { StreamRow } from '../rows.ts';
import { ownerKey, type Rows } from '../state.ts';
import type { OwnedTable } from '../tables.ts';
import { streamOfRows } from './stream.ts';
import { settleWrites } from './writes.ts';

/** All rows that there are of a resource, as the host answered them; `ownerOf` says whose. */
export type RowsAnswer = {
  readonly [R in ResourceName]: {
    readonly resource: R;
    readonly server_id: RowOf<R>['server_id'];
    readonly group_id?: string;
    readonly banlist_id?: string;
    readonly bucket_id?: string;
    readonly position: number;
    readonly rows: readonly RowOf<R>[];
  };
}[ResourceName];

/** The resource that a stream tells of; null where it tells of something else. */
export function resourceOf(stream: string): ResourceName | PagedName | null {
  const name = parseStream(stream);
  if (name === null || name.resource === 'account') return null;
  return isResource(name.audience) || isPaged(name.audience) ? name.audience : null;
}

type Put = EventData<'row:put'>;
type Gone = EventData<'row:gone'>;

/** The next frame of a resource's stream: a row is as it tells. */
export function reducePut(rows: Rows, head: StreamRow, told: Put, seq: number): readonly Change[] {
  const moved = headChange(head, seq);
  if (isOfPages(told)) return [moved];
  const { resource, row } = told;
  const owner = ownerOf(told);
  const settled = settleWrites(rows, { resource, owner }, seq, [row.id]);
  const isIts = streamOfRows(rows, resource, owner) === head.id && ownerOf(row) === owner;
  if (!isIts) return [moved, ...settled];
  const before = rows[resource].get(row.id);
  return [{ table: resource, id: row.id, before, after: row } as Change, moved, ...settled];
}

/** The next frame of a resource's stream: a row is gone. */
export function reduceGone(
  rows: Rows,
  head: StreamRow,
  told: Gone,
  seq: number,
): readonly Change[] {
  const moved = headChange(head, seq);
  if (isOfPages(told)) return [moved];
  const { resource, id } = told;
  const owner = ownerOf(told);
  const settled = settleWrites(rows, { resource, owner }, seq, []);
  const before = rows[resource].get(id);
  const isIts = before !== undefined && streamOfRows(rows, resource, ownerOf(before)) === head.id;
  if (!isIts) return [moved, ...settled];
  return [{ table: resource, id, before, after: undefined } as Change, moved, ...settled];
}

/** Rows of pages are no rows of ours: whoever holds a page hears of them. */
export function isOfPages<D extends Put | Gone>(
  told: D,
): told is D & { readonly resource: PagedName } {
  return isPaged(told.resource);
}

/** These rows are there of a resource, and no others. An answer older than what is held says nothing. */
export function reduceRows(rows: Rows, answer: RowsAnswer): readonly Change[] {
  const { resource, server_id, position } = answer;
  const owner = ownerOf(answer);
  const stream = streamOfRows(rows, resource, owner);
  if (stream === null) return NO_CHANGES;
  const held = rows.streams.get(stream);
  if (held !== undefined && position < held.position) return NO_CHANGES;
  const draft = new Draft(rows);
  dropRows(rows, draft, resource, owner);
  for (const row of answer.rows) {
    if (ownerOf(row) === owner) draft.put(resource, row.id, row);
  }
  draft.put('streams', stream, { id: stream, server_id, position, floor: 1, more: false });
  const told = answer.rows.map(({ id }) => id);
  for (const { id } of settleWrites(rows, { resource, owner }, position, told)) {
    draft.put('writes', id, undefined);
  }
  return draft.changes();
}

/** Removes the rows that a server or a group, or with null the account itself, has in a table, into a draft. */
export function dropRows(rows: Rows, draft: Draft, table: OwnedTable, owner: string | null): void {
  for (const id of rows.owned[table].get(ownerKey(owner)) ?? []) {
    const row = draft.get(table, id);
    if (row !== undefined && ownerOf(row) === owner) draft.put(table, id, undefined);
  }
}
