/** The rows of resources, as the database keeps them. */
import { sql } from 'kysely';
import { TOTAL_MAX } from '../../protocol/resources/calls.ts';
import { KEPT, type KeptName, type RowOf } from '../../protocol/resources/registry.ts';
import { ROW } from '../../protocol/resources/schemas.ts';
import { showPersons } from '../identity/show-persons.ts';
import type { Database, Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';
import type { PageEnd } from './page-end.ts';

/** Where a row stands: `server_id` is whose it has to be. */
export interface RowPlace {
  readonly resource: KeptName;
  readonly server_id: string;
  readonly id: string;
}

export interface KeptRow {
  /** To be read by `readRow`. */
  readonly data: unknown;
  readonly removed_at: number | null;
}

/** One row, locked until the transaction ends; null where the server has none of this id. */
export async function lockRow(
  trx: Trx,
  { resource, server_id, id }: RowPlace,
): Promise<KeptRow | null> {
  const kept = await trx
    .selectFrom('resource_rows')
    .select(['data', 'removed_at'])
    .where('resource', '=', resource)
    .where('server_id', '=', server_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return kept ?? null;
}

/** A row as its schema has it; null where it does not fit: then the others must not go with it. */
export function readRow<R extends KeptName>(resource: R, data: unknown): RowOf<R> | null {
  const read = ROW[resource].safeParse(data);
  return read.success ? (read.data as unknown as RowOf<R>) : null;
}

/** Writes a row as it is from now on. False where another server's row has its id. */
export async function putRow<R extends KeptName>(
  trx: Trx,
  resource: R,
  row: RowOf<R>,
): Promise<boolean> {
  const data = JSON.stringify(row);
  const order_key = JSON.stringify(
    (row as Readonly<Record<string, unknown>>)[KEPT[resource].order.by],
  );
  const { id, server_id } = row;
  const result = await trx
    .insertInto('resource_rows')
    .values({ resource, server_id, id, order_key, data, removed_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['resource', 'id'])
        .doUpdateSet({ order_key, data, removed_at: null })
        .where('resource_rows.server_id', '=', server_id),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Marks a row as removed. */
export async function markRemoved(trx: Trx, place: RowPlace, now: number): Promise<void> {
  await trx
    .updateTable('resource_rows')
    .set({ removed_at: now })
    .where('resource', '=', place.resource)
    .where('id', '=', place.id)
    .execute();
}

/** How many rows a server has of a resource; nobody adds one in the meantime. */
export async function countRows(trx: Trx, resource: KeptName, serverId: string): Promise<number> {
  await lockName(trx, `${resource}/${serverId}`);
  return totalOf(trx, resource, serverId);
}

async function totalOf(db: Database | Trx, resource: KeptName, serverId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from resource_rows
      where resource = ${resource} and server_id = ${serverId} and removed_at is null
      limit ${TOTAL_MAX + 1}
    ) as counted
  `.execute(db);
  return rows[0]?.total ?? 0;
}

export interface AskedRows {
  readonly resource: KeptName;
  readonly server_id: string;
  readonly after: PageEnd | null;
  readonly limit: number;
}

/** A page of rows in the resource's order, how many of it cannot be read, and how many there are in all. */
export async function readPage(db: Trx, { resource, server_id, after, limit }: AskedRows) {
  const { direction } = KEPT[resource].order;
  const way = sql.raw(direction);
  const past = sql.raw(direction === 'asc' ? '>' : '<');
  const behind =
    after === null
      ? sql``
      : sql`and (order_key, id) ${past} (${JSON.stringify(after[0])}::jsonb, ${after[1]})`;
  const { rows } = await sql<{ id: string; order_key: unknown; data: unknown }>`
    select id, order_key, data from resource_rows
    where resource = ${resource} and server_id = ${server_id} and removed_at is null ${behind}
    order by order_key ${way}, id ${way}
    limit ${limit + 1}
  `.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const total = await totalOf(db, resource, server_id);
  const read = shown.map(({ data }) => readRow(resource, data)).filter((row) => row !== null);
  return {
    rows: (await showPersons(db, KEPT[resource], read)).map(({ row }) => row),
    unread: shown.length - read.length,
    end: rows.length > limit && last !== undefined ? ([last.order_key, last.id] as const) : null,
    total: Math.min(total, TOTAL_MAX),
    about: total > TOTAL_MAX,
  };
}

/** Forgets rows that were removed before a moment. */
export async function forgetRemoved(db: Database, before: number): Promise<void> {
  await db.deleteFrom('resource_rows').where('removed_at', '<', before).execute();
}
