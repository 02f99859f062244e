import { sql } from 'kysely';
import { resourceStream } from '../../protocol/streams.ts';
import { change, type ChangeContext } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { LOG_ROWS } from '../game-logs/rows.ts';
import { PERSONNEL_ROWS, personnelId } from '../personnel/rows.ts';
import type { Database } from '../store/database.ts';
import { SETTINGS_ROWS } from './settings.ts';

/** Hosts are replaced within a day. */
const LATELY_MS = 2 * 86_400_000;

/** A row that something was done with, and when last. */
interface Touched {
  readonly server: string;
  readonly id: string;
  readonly at: number;
}

/**
 * Tells the rows that a host of an older version changed beside a new one, and told nobody. The audit has what was
 * done; a new host tells the row at the moment of its entry. Each row is a change of its own.
 */
export async function tellLeftRows(context: ChangeContext): Promise<void> {
  const { db, now } = context;
  const { rows: done } = await sql<{ server: string; subject: string | null; at: number }>`
    select servers.id as server, audit.detail::json->>'subject' as subject, max(audit.at) as at
    from audit join servers on audit.resource = 'server/' || servers.id
    where audit.at > ${now - LATELY_MS} and audit.action in ('personnel.set', 'servers.edit')
      and servers.deleting is null
    group by 1, 2 order by 1, 2
  `.execute(db);
  const edited = done.flatMap(({ server, subject, at }) =>
    subject === null ? [{ server, id: server, at }] : [],
  );
  const set = done.flatMap(({ server, subject, at }) =>
    subject === null ? [] : [{ server, id: personnelId(server, subject), at }],
  );
  const touched: readonly (readonly [ToldRows, readonly Touched[]])[] = [
    [PERSONNEL_ROWS, set],
    [SETTINGS_ROWS, edited],
    [LOG_ROWS, edited],
  ];
  for (const [rows, all] of touched) {
    for (const { server, id } of await untold(db, rows, all)) {
      await change(context, async (made) => made.tellRows(rows, server, [id]));
    }
  }
}

/** Those that nothing was told of since. */
async function untold(
  db: Database,
  { resource }: ToldRows,
  touched: readonly Touched[],
): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select touched.server, touched.id, touched.at
    from unnest(
      ${touched.map(({ server }) => server)}::text[],
      ${touched.map(({ server }) => resourceStream(resource, server))}::text[],
      ${touched.map(({ id }) => id)}::text[],
      ${touched.map(({ at }) => at)}::bigint[]
    ) as touched (server, stream, id, at)
    where not exists (
      select from event_log told
      where told.stream = touched.stream and told.at >= touched.at
        and coalesce(told.data->'row'->>'id', told.data->>'id') = touched.id
    )
  `.execute(db);
  return rows;
}
