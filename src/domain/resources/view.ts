import { RESOURCES } from '../../protocol/resources/registry.ts';
import { ownerOf, type Owner } from '../../protocol/resources/resource.ts';
import type { Change } from '../change.ts';
import { sameRow } from '../draft.ts';
import type { Query, ResourceView } from '../queries.ts';
import { ownerKey, type Rows } from '../state.ts';
import { fold, holds, searchedText } from './keys.ts';
import { lastWrite } from './writes.ts';
import { ListIndex } from '../views/list-index.ts';
import type { SortKey } from '../views/sort-key.ts';

type RowsQuery = Extract<Query, { view: 'rows' }>;

/** A row of whatever resource, by the names of its fields. */
type Told = Readonly<Record<string, unknown>>;

/**
 * The rows that there are of a resource, with what this client's own writes make of them: as they will be, until
 * the host has told it or refused.
 */
export function resourceIndex(rows: Rows, query: RowsQuery): ListIndex<ResourceView> {
  const { resource } = query;
  const { by, direction } = RESOURCES[resource].order;
  const sought = fold(query.text);
  return new ListIndex<ResourceView>({
    ids: () => [
      ...(rows.owned[resource].get(ownerKey(ownerOf(query))) ?? []),
      ...[...rows.writes.values()]
        .filter((write) => isOf(query, write))
        .map(({ row_id }) => row_id)
        .filter((id) => !rows[resource].has(id)),
    ],
    touched: (change) => touched(query, change),
    row: (id) => {
      const row = shown(rows, query, id);
      return row !== undefined && matches(query, sought, row) ? row : undefined;
    },
    key: (row) => sortKey((row as Told)[by]),
    same: sameRow,
    direction,
  });
}

/** Texts are sorted as people do, without case. */
function sortKey(value: unknown): SortKey {
  return typeof value === 'string' ? value.toLowerCase() : (value as SortKey);
}

function isOf(query: RowsQuery, told: Owner & { readonly resource: string }): boolean {
  return told.resource === query.resource && ownerOf(told) === ownerOf(query);
}

function touched(query: RowsQuery, change: Change): string | undefined {
  if (change.table === 'writes') {
    const write = change.after ?? change.before;
    return write !== undefined && isOf(query, write) ? write.row_id : undefined;
  }
  if (change.table !== query.resource) return undefined;
  const row: Owner | undefined = change.after ?? change.before;
  return row !== undefined && ownerOf(row) === ownerOf(query) ? change.id : undefined;
}

function shown(rows: Rows, query: RowsQuery, id: string): ResourceView | undefined {
  const last = lastWrite(rows, query.resource, id);
  const row = last === undefined ? rows[query.resource].get(id) : last.row;
  if (row === undefined || row === null || ownerOf(row) !== ownerOf(query)) return undefined;
  return { ...row, pending: last !== undefined } as ResourceView;
}

/** Whether a row is one of those that are looked for. */
function matches({ resource, where }: RowsQuery, sought: string, row: ResourceView): boolean {
  const told = row as Told;
  const isRight = Object.entries(where).every(([field, value]) => told[field] === value);
  if (!isRight || sought === '') return isRight;
  return holds(searchedText(RESOURCES[resource].searched, row), sought);
}
