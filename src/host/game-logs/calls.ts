import { auditKey } from '../audit/chain.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { BytesHandler, Handler } from '../calls/handler.ts';
import { readKeptServer, readServerRow } from '../calls/server-row.ts';
import type { DatabaseConnection } from '../store/database.ts';
import { parseUpload, receivedUpload, type ReceivedUpload } from './parse-upload.ts';
import { parseInThread, tellInThread } from './upload-thread.ts';

export interface GameLogDeps extends HostDeps {
  /** For the threads that tell what was uploaded. */
  readonly connection: DatabaseConnection;
}

/** What every other call may send is parsed at once; bytes. */
const SMALL = 65_536;

export const serverLogs: Handler<'serverLogs'> = async ({ params }, { db }) => {
  const { log_folder: folder } = await readServerRow(db, params.server_id);
  const of = params.server_id;
  const [problem, files] = await Promise.all([
    db
      .selectFrom('game_log_problems')
      .select('problem')
      .where('server_id', '=', of)
      .executeTakeFirst(),
    db
      .selectFrom('game_logs')
      .select(['kind', 'file', 'read_at', 'line_at'])
      .where('server_id', '=', of)
      .orderBy('kind')
      .execute(),
  ]);
  if (folder === null) return { problem: null, files: [] };
  return { problem: problem?.problem ?? null, files };
};

export const serverLogUpload: BytesHandler<'serverLogUpload', GameLogDeps, ReceivedUpload> = {
  body: receivedUpload,
  parse: async (json) => (json.length <= SMALL ? parseUpload(json) : parseInThread(json)),
  async handle({ params, body }, { account, db, now, connection, secrets }) {
    const serverId = params.server_id;
    const { timezone } = await readKeptServer(db, serverId);
    const { name, text, modified_at } = body;
    return tellInThread({
      upload: { name, text, modified_at },
      timezone,
      uploader: { serverId, actor: account.id, now },
      connection,
      auditKey: auditKey(secrets),
    });
  },
};
