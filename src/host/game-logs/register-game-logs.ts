import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { auditKey } from '../audit/chain.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { route } from '../http/route.ts';
import { readServerRow } from '../calls/server-row.ts';
import type { DatabaseConnection } from '../store/database.ts';
import { parseUpload, receivedUpload } from './parse-upload.ts';
import { parseInThread, tellInThread } from './upload-thread.ts';

interface GameLogDeps extends HostDeps {
  /** For the threads that tell what was uploaded. */
  readonly connection: DatabaseConnection;
}

/** What every other call may send is parsed at once; bytes. */
const SMALL = 65_536;

/** The calls for the games' own logs. */
export function registerGameLogs(app: FastifyInstance, deps: GameLogDeps): void {
  route(
    app,
    deps,
    CALLS.serverLogs,
  )(async ({ params, db }) => {
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
  });

  void app.register(async (own) => registerUpload(own, deps));
}

/** The one call whose body is too large to be parsed between other things. */
function registerUpload(app: FastifyInstance, deps: GameLogDeps): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, json: Buffer) =>
      json.length <= SMALL ? parseUpload(json) : parseInThread(json),
  );
  const call = { ...CALLS.serverLogUpload, body: receivedUpload };
  route(
    app,
    deps,
    call,
  )(async ({ params, body, account, db, now }) => {
    const serverId = params.server_id;
    const { timezone, deleting } = await readServerRow(db, serverId);
    if (deleting !== null) throw new HostError('not-found', 'The server is being deleted.');
    const { name, text, modified_at } = body;
    return tellInThread({
      upload: { name, text, modified_at },
      timezone,
      uploader: { serverId, actor: account.id, now },
      connection: deps.connection,
      auditKey: auditKey(deps.secrets),
    });
  });
}
