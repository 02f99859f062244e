/** The SQL twin of what is asked of a resource of pages. */
import { sql, type RawBuilder } from 'kysely';
import type { Asked, PageKey } from '../../../domain/resources/asked.ts';
import { nameLines, soughtIn } from '../../../domain/resources/kept-text.ts';
import { isShort, keyOf, soughtGrams } from '../../../domain/resources/keys.ts';
import type { Filter } from '../../../protocol/resources/paged.ts';
import { PAGED, type PagedName } from '../../../protocol/resources/registry.ts';
import { columnOf, orderOf, ownerOf } from './rows.ts';

/** What is asked of the rows of one owner: a server, an account, the host. */
export interface AskedOfOwner extends Asked {
  readonly owner_id: string;
  /** Of filters by a person, every id that leads there. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
}

/**
 * How rows are found that hold a text: by the index where they are few, which is asked for these of the grams of each text that
 * is looked for, else by looking at one after the other.
 */
export type Search = ReadonlyMap<string, readonly string[]> | 'scan';

/** Whether a row of the table is one of those that are asked for. */
export function isAskedSql(asked: AskedOfOwner, search: Search): RawBuilder<boolean> {
  const filters: Readonly<Record<string, Filter>> = PAGED[asked.resource].filters;
  const narrowed = Object.entries(asked.where).flatMap(([name, value]) => {
    const filter = filters[name];
    return filter === undefined ? [] : [passesSql(filter, value, asked.ids?.[name])];
  });
  const all = [
    sql`${ownerOf(asked.resource)} = ${asked.owner_id}`,
    ...narrowed,
    ...holdsSql(asked, search),
  ];
  return sql`(${sql.join(all, sql` and `)})`;
}

function passesSql(
  { kind, field }: Filter,
  value: string | number,
  ids: readonly string[] = [],
): RawBuilder<unknown> {
  const column = columnOf(field);
  const values = ids.length > 0 ? ids : [keyOf(value)];
  switch (kind) {
    case 'is':
      return sql`${column} = any(${values}::text[])`;
    case 'has':
      return sql`${column} && ${values}::text[]`;
    case 'least':
      return sql`${column} >= ${Number(value)}`;
    case 'most':
      return sql`${column} <= ${Number(value)}`;
  }
}

function holdsSql(
  { resource, text }: AskedOfOwner,
  search: Search,
): readonly RawBuilder<unknown>[] {
  const sought = soughtIn(resource, text);
  if (sought.length === 0) return [];
  const any = sought.map((one, at) => {
    if (isShort(one)) return sql`grams @> ${soughtGrams(one)}::text[]`;
    const holds = at === 0 ? sql`strpos(folded, ${one}) > 0` : isNamedSql(resource, one);
    return search === 'scan'
      ? holds
      : sql`(grams @> ${search.get(one) ?? []}::text[] and ${holds})`;
  });
  return [sql`(${sql.join(any, sql` or `)})`];
}

/** Whether the names of a row or their keys have a key. */
export function isNamedSql(resource: PagedName, key: string): RawBuilder<boolean> {
  const any = nameLines(resource).map((at) => {
    return sql`strpos(split_part(folded, ${'\n'}, ${at + 1}::int), ${key}) > 0`;
  });
  return sql`(${sql.join(any, sql` or `)})`;
}

/** The key of a row's name, where it has one name: what says so too is `paged_bans_whole_name`. */
export function nameKeySql(resource: PagedName): RawBuilder<string> {
  const [name = 0, key = 0] = nameLines(resource);
  const line = (at: number) => sql`split_part(folded, ${sql.lit('\n')}, ${sql.lit(at + 1)})`;
  return sql`coalesce(nullif(${line(key)}, ''), ${line(name)})`;
}

/** The columns of the order, one way or the other; `by`: what has it where it is no row of the table. */
export function inOrder(
  { resource, order, direction }: Asked,
  back = false,
  by = orderOf(resource, order),
): RawBuilder<unknown> {
  const way = sql.raw((direction === 'asc') === back ? 'desc' : 'asc');
  return sql`${by} ${way}, id ${way}`;
}

/** Whether a row stands behind this one; `back`: whether it stands up to this one, or is it. */
export function isBehind(
  { resource, order, direction }: Asked,
  [key, id]: PageKey,
  back = false,
  by = orderOf(resource, order),
): RawBuilder<unknown> {
  const past = (direction === 'asc') === back ? (back ? '<=' : '<') : back ? '>=' : '>';
  return sql`(${by}, id) ${sql.raw(past)} (${key}, ${id})`;
}
