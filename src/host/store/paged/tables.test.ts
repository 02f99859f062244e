import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestDeps, type TestDeps } from '../../../../tests/support/host.ts';
import { isNullLast, LAST_KEY } from '../../../domain/resources/asked.ts';
import { PAGED, PAGED_RESOURCE, type PagedName } from '../../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../../protocol/resources/schemas.ts';
import { shapeOf } from '../../../protocol/shape.ts';
import { tableName } from './rows.ts';

/** Each resource's migration makes its table; what the declaration asks of it is told here. */

const TEXT = 'text collate C';
const SEVERAL = 'text[] collate default';

/** Columns by their names, with their types. */
function columnsOf(resource: PagedName): Readonly<Record<string, string>> {
  const { orders, filters } = PAGED[resource];
  const fields: Readonly<Record<string, z.ZodType>> = PAGED_ROW[resource].shape;
  const columns: Record<string, string> = {
    [PAGED[resource].scope === 'server' ? 'server_id' : 'owner_id']:
      'character(24) collate default',
    id: TEXT,
    data: 'json',
    folded: 'text collate default',
    grams: SEVERAL,
  };
  const typeOf = (field: string) => {
    const shape = fields[field] && shapeOf(fields[field]);
    return (shape?.kind === 'nullable' ? shape.inner : shape)?.kind === 'number' ? 'bigint' : TEXT;
  };
  const inColumns = orders.filter((field) => !isNullLast(resource, field));
  for (const field of inColumns) columns[`key_${field}`] = typeOf(field);
  for (const { kind, field } of Object.values(filters)) {
    columns[`key_${field}`] = kind === 'has' ? SEVERAL : typeOf(field);
  }
  return columns;
}

/** How indexes have to begin, for nothing that is asked to look at every row. */
function indexesOf(resource: PagedName): readonly string[] {
  const { orders, filters, scope } = PAGED[resource];
  const owner = scope === 'server' ? 'server_id' : 'owner_id';
  return [
    'btree (id',
    'gin (grams',
    ...orders.map((field) =>
      isNullLast(resource, field)
        ? `btree (${owner}, COALESCE(((data ->> '${field}'::text))::bigint, '${LAST_KEY}'::bigint), id`
        : `btree (${owner}, key_${field}, id`,
    ),
    ...Object.values(filters).map(({ kind, field }) =>
      kind === 'has' ? `gin (key_${field}` : `btree (${owner}, key_${field},`,
    ),
  ];
}

let host: TestDeps;

beforeAll(async () => {
  host = await createTestDeps();
});
afterAll(() => host.close());

test.each(PAGED_RESOURCE)(
  'the table of %s has the columns of its declaration',
  async (resource) => {
    const { rows } = await sql<{ name: string; type: string; filled: boolean }>`
    select attname as name, attnotnull as filled,
      concat_ws(' collate ', format_type(atttypid, atttypmod), collname) as type
    from pg_attribute left join pg_collation c on c.oid = attcollation
    where attrelid = ${tableName(resource)}::regclass and attnum > 0 and not attisdropped
  `.execute(host.deps.db);
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual(
      columnsOf(resource),
    );
    expect(rows.filter(({ filled }) => !filled)).toEqual([]);
  },
);

test.each(PAGED_RESOURCE)('%s is found by an index, whatever is asked', async (resource) => {
  const { rows } = await sql<{ index: string }>`
    select split_part(indexdef, ' USING ', 2) as index from pg_indexes
    where schemaname = 'public' and tablename = ${tableName(resource)}
  `.execute(host.deps.db);
  for (const start of indexesOf(resource)) {
    expect(rows.map(({ index }) => index)).toContainEqual(expect.stringContaining(start));
  }
});
