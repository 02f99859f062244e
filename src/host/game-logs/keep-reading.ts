/** What is kept of reading logs: how far, and what stands in the way. */
import { sql } from 'kysely';
import type { LogFolderProblem, LogKind } from '../../protocol/enumerations.ts';
import type { ReaderState } from '../connectors/logs/log-reader.ts';
import type { Database, Trx } from '../store/database.ts';
import type { LogBookmark, LogReading } from './follow-log.ts';

/** How far each log of a server was read. */
export async function readBookmarks(
  db: Database,
  serverId: string,
): Promise<ReadonlyMap<LogKind, LogBookmark>> {
  const rows = await db
    .selectFrom('game_logs')
    .selectAll()
    .where('server_id', '=', serverId)
    .execute();
  return new Map(
    rows.map(({ kind, file, position: offset, head_length, head_digest, reader }) => [
      kind,
      {
        file,
        position: { offset, head: { length: head_length, digest: head_digest } },
        reader: reader as ReaderState,
      },
    ]),
  );
}

export async function keepBookmark(
  trx: Trx,
  serverId: string,
  { kind, events, bookmark }: Pick<LogReading, 'kind' | 'events' | 'bookmark'>,
  now: number,
): Promise<void> {
  const { file, position, reader } = bookmark;
  const lineAt = events.at(-1)?.at ?? null;
  const row = {
    file,
    position: position.offset,
    head_length: position.head.length,
    head_digest: position.head.digest,
    reader: JSON.stringify(reader),
    read_at: now,
  };
  await trx
    .insertInto('game_logs')
    .values({ server_id: serverId, kind, ...row, line_at: lineAt })
    .onConflict((conflict) =>
      conflict
        .columns(['server_id', 'kind'])
        .doUpdateSet(lineAt === null ? row : { ...row, line_at: lineAt }),
    )
    .execute();
}

/** Keeps why a folder is not read; null: it is. */
export async function keepProblem(
  trx: Trx,
  serverId: string,
  problem: LogFolderProblem | null,
  now: number,
): Promise<void> {
  if (problem === null) {
    await trx.deleteFrom('game_log_problems').where('server_id', '=', serverId).execute();
    return;
  }
  await sql`
    insert into game_log_problems (server_id, problem, since)
    select id, ${problem}, ${now} from servers where id = ${serverId}
    on conflict (server_id) do update set problem = excluded.problem, since = excluded.since
  `.execute(trx);
}
