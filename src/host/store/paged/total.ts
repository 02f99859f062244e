/** How many rows there are, and where in them a place is, without counting all of them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { pageKey, type PageKey } from '../../../domain/resources/asked.ts';
import { fold } from '../../../domain/resources/keys.ts';
import { TOTAL_MAX } from '../../../protocol/resources/calls.ts';
import type { Filter } from '../../../protocol/resources/paged.ts';
import { PAGED } from '../../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../../protocol/resources/schemas.ts';
import type { Trx } from '../database.ts';
import { inOrder, isAskedSql, type AskedOfOwner } from './asked.ts';
import { tableName, tableOf } from './rows.ts';

export interface Total {
  readonly total: number;
  /** There are more than are counted, and the total is an estimate. */
  readonly about: boolean;
}

/** Of so many rows of the table, in blocks taken by chance, something is told of all. */
const SAMPLE = 4_000;
/** Where a sample tells of so many, they are not counted: it is hardly ever wrong by more than that. */
const MANY = 1.5 * TOTAL_MAX;

/** How many there are; `isFew`: so it seems, and those that are found by the index are counted there. */
export async function totalOf(
  trx: Trx,
  asked: AskedOfOwner,
): Promise<Total & { readonly isFew: boolean }> {
  if (fold(asked.text) === '') {
    // No index has several filters: to count, each row of one of them is looked at.
    const some = isNarrowedTwice(asked) ? await sampled(trx, asked) : 0;
    if (some > MANY) return { total: some, about: true, isFew: false };
    const total = await counted(trx, asked);
    if (total <= TOTAL_MAX) return { total, about: false, isFew: false };
    return { total: Math.max(total, await planned(trx, asked)), about: true, isFew: false };
  }
  // Few rows are looked at one after the other, whatever text they hold.
  if ((await planned(trx, { ...asked, text: '' })) <= TOTAL_MAX) {
    const total = await counted(trx, asked);
    return { total, about: total > TOTAL_MAX, isFew: false };
  }
  const some = await sampled(trx, asked);
  return { total: Math.max(some, TOTAL_MAX + 1), about: true, isFew: some <= MANY };
}

function isNarrowedTwice({ resource, where }: AskedOfOwner): boolean {
  const filters: Readonly<Record<string, Filter>> = PAGED[resource].filters;
  const kinds = Object.keys(where).map((name) => filters[name]?.kind);
  return kinds.filter((kind) => kind === 'is' || kind === 'has').length > 1;
}

async function counted(trx: Trx, asked: AskedOfOwner): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from ${tableOf(asked.resource)}
      where ${isAskedSql(asked, 'scan')} limit ${TOTAL_MAX + 1}
    ) as counted
  `.execute(trx);
  return rows[0]?.total ?? 0;
}

const plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/** As the database's statistics tell, which know values but no texts. */
async function planned(trx: Trx, asked: AskedOfOwner): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (format json)
    select 1 from ${tableOf(asked.resource)} where ${isAskedSql(asked, 'scan')}
  `.execute(trx);
  return plan.parse(rows[0]?.['QUERY PLAN'])[0].Plan['Plan Rows'];
}

async function sampled(trx: Trx, asked: AskedOfOwner): Promise<number> {
  const percent = await samplePercent(trx, asked);
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found
    from ${tableOf(asked.resource)} tablesample system (${percent}) repeatable (0)
    where ${isAskedSql(asked, 'scan')}
  `.execute(trx);
  return Math.round(((rows[0]?.found ?? 0) * 100) / percent);
}

async function samplePercent(trx: Trx, { resource }: AskedOfOwner): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 1) as rows from pg_class
    where oid = ${tableName(resource)}::regclass
  `.execute(trx);
  return Math.min(100, (100 * SAMPLE) / (rows[0]?.rows ?? 1));
}

/** The key of a row about at this share (0 to 1) of the rows; null where the sample has none of them. */
export async function sampledKey(
  trx: Trx,
  asked: AskedOfOwner,
  share: number,
): Promise<PageKey | null> {
  const table = tableOf(asked.resource);
  const percent = await samplePercent(trx, asked);
  const { rows } = await sql<{ data: unknown }>`
    with sampled as (
      select ctid as place, row_number() over (order by ${inOrder(asked)}) as number,
        count(*) over () as count
      from ${table} tablesample system (${percent}) where ${isAskedSql(asked, 'scan')}
    )
    select data from ${table} where ctid = (
      select place from sampled where number >= ${share}::float8 * count order by number limit 1
    )
  `.execute(trx);
  const row = rows[0];
  return row === undefined ? null : pageKey(asked, PAGED_ROW[asked.resource].parse(row.data));
}
