/** Rows of pages that are another now. */
import { sql } from 'kysely';
import { PAGED, type PagedName, type PagedRow } from '../../protocol/resources/registry.ts';
import { ownerOf as ownerOfRow, ownedBy } from '../../protocol/resources/resource.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { operatorsOf } from '../access/grants.ts';
import { showPersons } from '../identity/show-persons.ts';
import { ownerOf, tableOf } from '../store/paged/rows.ts';
import type { Trx } from '../store/database.ts';
import type { Change } from './change.ts';

/**
 * Tells a stored row to everybody who may read it, as it is shown now. `before`: as it was shown; null: nobody is to be
 * told that.
 */
export async function tellPaged(
  made: Change,
  resource: PagedName,
  stored: PagedRow,
  before: PagedRow | null,
): Promise<void> {
  const [shown = { row: stored }] = await showPersons(made.trx, PAGED[resource], [stored]);
  const { row, under } = shown;
  const told = { resource, ...ownedBy(row), row, before: before ?? row } as never;
  for (const reader of await readersOf(made.trx, resource, row)) {
    made.tell(resourceStream(resource, reader), 'row:put', told, made.now, under);
  }
}

/** Rows that were not there before, of a server, a group, a ban list or a bucket. */
export async function tellPagedNew<R extends PagedName>(
  made: Change,
  resource: R,
  stored: readonly PagedRow<R>[],
): Promise<void> {
  for (const { row, under } of await showPersons(made.trx, PAGED[resource], stored)) {
    const data = { resource, ...ownedBy(row), row, before: null } as never;
    made.tell(resourceStream(resource, ownerOfRow(row) ?? ''), 'row:put', data, made.now, under);
  }
}

/** Rows that are gone, as they were. */
export async function tellPagedGone<R extends PagedName>(
  made: Change,
  resource: R,
  stored: readonly PagedRow<R>[],
): Promise<void> {
  for (const { row } of await showPersons(made.trx, PAGED[resource], stored)) {
    const data = { resource, ...ownedBy(row), before: row } as never;
    made.tell(resourceStream(resource, ownerOfRow(row) ?? ''), 'row:gone', data);
  }
}

async function readersOf(trx: Trx, resource: PagedName, row: PagedRow): Promise<readonly string[]> {
  const owner = ownerOfRow(row);
  if (owner !== null) return [owner];
  if (PAGED[resource].scope === 'host') return operatorsOf(trx);
  const { rows } = await sql<{ owner: string }>`
    select ${ownerOf(resource)} as owner from ${tableOf(resource)} where id = ${row.id}
  `.execute(trx);
  return rows.map(({ owner }) => owner);
}
