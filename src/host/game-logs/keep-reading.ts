/** What is kept of reading logs: how far, and what stands in the way. */
import { sql } from 'kysely';
import type { LogFolderProblem, LogKind } from '../../protocol/enumerations.ts';
import type { ReaderState } from '../connectors/logs/log-reader.ts';
import { factsOf } from '../change/told-rows.ts';
import { publish } from '../realtime/log.ts';
import type { Database, Trx } from '../store/database.ts';
import type { LogBookmark, LogReading } from './follow-log.ts';
import { LOG_ROWS } from './rows.ts';

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

/** Tells which logs are read, or why none is. */
export async function tellLogs(db: Database, serverId: string, now: number): Promise<void> {
  await db.transaction().execute((trx) => appendLogs(trx, serverId, now));
}

async function appendLogs(trx: Trx, serverId: string, now: number): Promise<void> {
  const changed = { rows: LOG_ROWS, ownerId: serverId, ids: [serverId] };
  await publish.append(trx, await factsOf(trx, changed, now));
}

/** Keeps and tells why a folder is not read; null: it is. */
export async function keepProblem(
  db: Database,
  serverId: string,
  problem: LogFolderProblem | null,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeProblem(trx, serverId, problem, now);
    await appendLogs(trx, serverId, now);
  });
}

async function writeProblem(
  db: Trx,
  serverId: string,
  problem: LogFolderProblem | null,
  now: number,
): Promise<void> {
  if (problem === null) {
    await db.deleteFrom('game_log_problems').where('server_id', '=', serverId).execute();
    return;
  }
  await sql`
    insert into game_log_problems (server_id, problem, since)
    select id, ${problem}, ${now} from servers where id = ${serverId}
    on conflict (server_id) do update set problem = excluded.problem, since = excluded.since
  `.execute(db);
}
