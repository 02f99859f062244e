import { serverStream } from '../../protocol/streams.ts';
import { change, type Change } from '../change/change.ts';
import type { SessionAccount } from '../identity/sessions.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { serverResource } from '../access/grants.ts';
import { DELETE_SERVER } from './delete-job.ts';
import { readServerRow } from '../calls/server-row.ts';
import { configurationOf } from './snapshots.ts';

/** `POST server/:id/delete`: asks for it; a job does it. */
export const serverDelete: Handler<'serverDelete'> = async ({ params, body }, context) => {
  const { account } = context;
  const id = params.server_id;
  await change(context, async (made) => {
    const { trx } = made;
    const row = await readServerRow(trx, id, true);
    if (body.identifier !== row.identifier) {
      throw new HostError('confirmation-mismatch', 'That is not the name of the server.');
    }
    await requestDeletion(made, row, account);
  });
  return { status: true };
};

/** Asks for the deletion of a server whose row is locked; once it is asked for, that is all. */
export async function requestDeletion(
  made: Change,
  row: Awaited<ReturnType<typeof readServerRow>>,
  by: Pick<SessionAccount, 'id' | 'displayName'>,
): Promise<void> {
  const { trx, now } = made;
  const { id } = row;
  if (row.deleting !== null) return;
  await trx.updateTable('servers').set({ deleting: 'requested' }).where('id', '=', id).execute();
  // Its bans leave the game's own list first.
  made.notify({ kind: 'modules-changed', server: id });
  made.tell(serverStream(id, 'list'), 'update:server', {
    server_id: id,
    configuration: { ...configurationOf(row), deleting: 'requested' },
  });
  made.tellConfigured(id, 'deletion-requested', by);
  await enqueue(trx, {
    kind: DELETE_SERVER,
    key: id,
    payload: { server_id: id, since: now },
    runAt: now,
  });
  made.audit({ resource: serverResource(id), action: 'servers.delete' });
}
