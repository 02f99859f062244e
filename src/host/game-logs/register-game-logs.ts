import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { appendAudit } from '../audit/append.ts';
import type { HostDeps } from '../http/deps.ts';
import { HostError } from '../http/host-error.ts';
import { route } from '../http/route.ts';
import { serverResource } from '../personnel/grants.ts';
import { readServerRow } from '../servers/settings.ts';
import { readBackground } from './known.ts';
import { decide, tellLog } from './tell-log.ts';
import { readInThread } from './upload-thread.ts';

/** The calls for the games' own logs. */
export function registerGameLogs(app: FastifyInstance, deps: HostDeps): void {
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

  route(
    app,
    deps,
    CALLS.serverLogUpload,
  )(async ({ params, body, account, db, now }) => {
    const id = params.server_id;
    const { timezone, deleting } = await readServerRow(db, id);
    if (deleting !== null) throw new HostError('not-found', 'The server is being deleted.');
    const { name, text, modified_at } = body;
    const read = await readInThread({ upload: { name, text, modified_at }, timezone, now });
    if (read === null) {
      throw new HostError('log-not-recognized', 'This is none of the logs that are read.');
    }
    const background = await readBackground(db, id, read.events);
    const decided = decide(read.events, background.known, now);
    const outcome = await db.transaction().execute(async (trx) => {
      const told = await tellLog(trx, id, decided, background, now);
      await appendAudit(trx, deps.secrets, {
        at: now,
        actor: account.id,
        resource: serverResource(id),
        action: 'servers.log-upload',
        detail: { log: read.kind, told: told.told },
      });
      return told;
    });
    const { lines, unexplained, firstUnexplained } = read.counts;
    const other = lines - unexplained - read.events.length;
    return { ...outcome, lines, other, unexplained, first_unexplained: firstUnexplained };
  });
}
