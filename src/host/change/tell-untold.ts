import { sql } from 'kysely';
import { resourceStream } from '../../protocol/streams.ts';
import type { Database } from '../store/database.ts';
import { change, type ChangeContext } from './change.ts';
import type { ToldRows } from './told-rows.ts';

/** Hosts are replaced within a day. */
export const LATELY_MS = 2 * 86_400_000;

/** A row that something was done with, and when last. */
export interface Touched {
  /** A server, or an account. */
  readonly owner: string;
  readonly id: string;
  readonly at: number;
}

/**
 * Tells those rows that nothing was told of since: a host of an older version changed them beside a new one. Each row is
 * a change of its own.
 */
export async function tellUntold(
  context: ChangeContext,
  rows: ToldRows,
  touched: readonly Touched[],
): Promise<void> {
  for (const { owner, id } of await untold(context.db, rows, touched)) {
    await change(context, async (made) => made.tellRows(rows, owner, [id]));
  }
}

async function untold(
  db: Database,
  { resource }: ToldRows,
  touched: readonly Touched[],
): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select touched.owner, touched.id, touched.at
    from unnest(
      ${touched.map(({ owner }) => owner)}::text[],
      ${touched.map(({ owner }) => resourceStream(resource, owner))}::text[],
      ${touched.map(({ id }) => id)}::text[],
      ${touched.map(({ at }) => at)}::bigint[]
    ) as touched (owner, stream, id, at)
    where not exists (
      select from event_log told
      where told.stream = touched.stream and told.at >= touched.at
        and coalesce(told.data->'row'->>'id', told.data->>'id') = touched.id
    )
  `.execute(db);
  return rows;
}
