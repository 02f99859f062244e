import { serverStream } from '../../protocol/streams.ts';
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { serverResource } from '../access/grants.ts';
import { DELETE_SERVER } from './delete-job.ts';
import { readServerRow } from '../calls/server-row.ts';
import { configurationOf } from './snapshots.ts';

/** `POST server/:id/delete`: asks for it; a job does it. */
export const serverDelete: Handler<'serverDelete'> = async ({ params, body }, context) => {
  const { account, now } = context;
  const id = params.server_id;
  await change(context, async (made) => {
    const { trx } = made;
    const row = await readServerRow(trx, id, true);
    if (body.identifier !== row.identifier) {
      throw new HostError('confirmation-mismatch', 'That is not the name of the server.');
    }
    if (row.deleting !== null) return;
    await trx.updateTable('servers').set({ deleting: 'requested' }).where('id', '=', id).execute();
    made.tell(serverStream(id, 'list'), 'update:server', {
      server_id: id,
      configuration: { ...configurationOf(row), deleting: 'requested' },
    });
    made.tellConfigured(id, 'deletion-requested', account);
    await enqueue(trx, {
      kind: DELETE_SERVER,
      key: id,
      payload: { server_id: id },
      runAt: now,
    });
    made.audit({ resource: serverResource(id), action: 'servers.delete' });
  });
  return { status: true };
};
