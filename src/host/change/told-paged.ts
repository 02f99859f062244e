/** Rows of pages that are another now. */
import { sql } from 'kysely';
import { PAGED, type PagedName, type PagedRow } from '../../protocol/resources/registry.ts';
import { ownerOf as ownerOfRow, ownedBy } from '../../protocol/resources/resource.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { operatorsOf } from '../access/grants.ts';
import { showPersons, showRow } from '../identity/show-persons.ts';
import { ownerOf, tableOf } from '../store/paged/rows.ts';
import type { Trx } from '../store/database.ts';
import type { Change } from './change.ts';

/**
 * Tells a stored row to everybody who may read it, as it is shown now. `before`: as it was; null: nobody is to be told
 * that. `who`: whom ids meant then, where they mean others now.
 */
export async function tellPaged(
  made: Change,
  resource: PagedName,
  stored: PagedRow,
  before: PagedRow | null,
  who?: (id: string) => string,
): Promise<void> {
  const kept = { row: stored, before: before ?? stored };
  const [row, then] = await showPersons(made.trx, PAGED[resource], [kept.row, kept.before]);
  const was = who === undefined ? then : showRow(PAGED[resource], kept.before, who);
  const shown = { row: row?.row ?? kept.row, before: was?.row ?? kept.before };
  const of = { resource, ...ownedBy(stored) };
  const [told, keptAs] = [{ ...of, ...shown } as never, { ...of, ...kept } as never];
  for (const reader of await readersOf(made.trx, resource, stored)) {
    made.tell(resourceStream(resource, reader), 'row:put', told, made.now, keptAs);
  }
}

/** Rows that were not there before, of a server, a group, a ban list or a bucket. */
export async function tellPagedNew<R extends PagedName>(
  made: Change,
  resource: R,
  stored: readonly PagedRow<R>[],
): Promise<void> {
  for (const { row, kept } of await showPersons(made.trx, PAGED[resource], stored)) {
    const stream = resourceStream(resource, ownerOfRow(row) ?? '');
    const of = (one: PagedRow<R>) =>
      ({ resource, ...ownedBy(one), row: one, before: null }) as never;
    made.tell(stream, 'row:put', of(row), made.now, of(kept));
  }
}

/** Rows that are gone, as they were. */
export async function tellPagedGone<R extends PagedName>(
  made: Change,
  resource: R,
  stored: readonly PagedRow<R>[],
): Promise<void> {
  for (const { row, kept } of await showPersons(made.trx, PAGED[resource], stored)) {
    const stream = resourceStream(resource, ownerOfRow(row) ?? '');
    const of = (one: PagedRow<R>) => ({ resource, ...ownedBy(one), before: one }) as never;
    made.tell(stream, 'row:gone', of(row), made.now, of(kept));
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
