/** How many rows there are, and where in them a place is, without counting all of them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { pageKey, type PageKey } from '../../../domain/resources/asked.ts';
import { TOTAL_MAX } from '../../../protocol/resources/calls.ts';
import { PAGED } from '../../../protocol/resources/registry.ts';
import type { Trx } from '../database.ts';
import { inOrder, isAskedSql, type AskedOfServer } from './asked.ts';
import { tableOf } from './rows.ts';

/** `about`: there are more than are counted, and the database's statistics tell how many. */
export interface Total {
  readonly total: number;
  readonly about: boolean;
}

export async function totalOf(trx: Trx, asked: AskedOfServer): Promise<Total> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from ${tableOf(asked.resource)} where ${isAskedSql(asked)} limit ${TOTAL_MAX + 1}
    ) as counted
  `.execute(trx);
  const total = rows[0]?.total ?? 0;
  if (total <= TOTAL_MAX) return { total, about: false };
  return { total: Math.max(total, await estimate(trx, asked)), about: true };
}

const plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

async function estimate(trx: Trx, asked: AskedOfServer): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (format json) select 1 from ${tableOf(asked.resource)} where ${isAskedSql(asked)}
  `.execute(trx);
  return plan.parse(rows[0]?.['QUERY PLAN'])[0].Plan['Plan Rows'];
}

/** So many rows of the table, of its blocks taken by chance, tell where a place is. */
const SAMPLE = 20_000;

/** The key of a row about at this share (0 to 1) of the rows; null where the sample has none of them. */
export async function sampledKey(
  trx: Trx,
  asked: AskedOfServer,
  share: number,
): Promise<PageKey | null> {
  const table = tableOf(asked.resource);
  const { rows: sizes } = await sql<{ rows: number }>`
    select greatest(reltuples, 1) as rows from pg_class
    where oid = ${`paged_${asked.resource}`}::regclass
  `.execute(trx);
  const percent = Math.min(100, (100 * SAMPLE) / (sizes[0]?.rows ?? 1));
  const { rows } = await sql<{ data: unknown }>`
    with sampled as (
      select ctid as place, row_number() over (order by ${inOrder(asked)}) as number,
        count(*) over () as count
      from ${table} tablesample system (${percent}) where ${isAskedSql(asked)}
    )
    select data from ${table} where ctid = (
      select place from sampled where number >= ${share} * count order by number limit 1
    )
  `.execute(trx);
  const row = rows[0];
  return row === undefined ? null : pageKey(asked, PAGED[asked.resource].row.parse(row.data));
}
