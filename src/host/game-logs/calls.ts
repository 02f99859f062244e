import { auditKey } from '../audit/chain.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { BytesHandler } from '../calls/handler.ts';
import { readKeptServer } from '../calls/server-row.ts';
import type { DatabaseConnection } from '../store/database.ts';
import { parseUpload, receivedUpload, type ReceivedUpload } from './parse-upload.ts';
import { parseInThread, tellInThread } from './upload-thread.ts';

export interface GameLogDeps extends HostDeps {
  /** For the threads that tell what was uploaded. */
  readonly connection: DatabaseConnection;
}

/** What every other call may send is parsed at once; bytes. */
const SMALL = 65_536;

export const serverLogUpload: BytesHandler<'serverLogUpload', GameLogDeps, ReceivedUpload> = {
  body: receivedUpload,
  parse: async (json) => (json.length <= SMALL ? parseUpload(json) : parseInThread(json)),
  async handle(
    { params, body },
    { account, session, through, db, now, connection, secrets, settings },
  ) {
    const serverId = params.server_id;
    const { timezone } = await readKeptServer(db, serverId);
    const { name, text, modified_at } = body;
    const { plans, plan, storageMib, planStorageMib } = settings;
    const rule = { plans, plan, storageMib, planStorageMib };
    const by = session && { session: session.id, through };
    return tellInThread({
      upload: { name, text, modified_at },
      timezone,
      uploader: { serverId, actor: account.id, by, now, rule },
      connection,
      auditKey: auditKey(secrets),
    });
  },
};
