import { roomFor } from '../../domain/files/storage.ts';
import {
  accountResource,
  grantedServers,
  serverPermissions,
  serverResource,
} from '../access/grants.ts';
import type { DownloadHandler, Handler, Handlers } from '../calls/handler.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, changeTold } from '../change/change.ts';
import { holdStorage } from './hold-storage.ts';
import { readParts } from './parts.ts';
import { removeFiles } from './remove.ts';
import { FILE_ROWS, STORAGE_ROWS } from './rows.ts';
import { filesOf, lockStorage, lockStorageOf, ownerOf, storageOf } from './storage.ts';

/** What whoever sees the list of files may. */
const LISTS = 'server.view.server-log';

const fileDownload: DownloadHandler<'fileDownload'> = {
  async download({ params }, context) {
    const { account, db } = context;
    const { server_id, file_id } = params;
    const file = await db
      .selectFrom('stored_files')
      .select(['id', 'name', 'bytes', 'packed'])
      .where('id', '=', file_id)
      .where('server_id', '=', server_id)
      .executeTakeFirst();
    if (file === undefined) throw noSuch('file');
    if (!(await serverPermissions(db, account.id, server_id)).includes(LISTS)) {
      throw new HostError('permission-denied', `This needs the permission ${LISTS}.`, {
        needs: [LISTS],
      });
    }
    // It has addresses and identifiers of everybody who was there.
    await change(context, async (made) => {
      const resource = serverResource(server_id);
      made.audit({
        resource,
        action: 'files.download',
        detail: { file: file_id },
        told: { text: file.name },
      });
    });
    return { ...file, parts: readParts(db, file) };
  },
};

const fileDelete: Handler<'fileDelete'> = async ({ params }, context) => {
  const { server_id, file_id } = params;
  return changeTold(context, async (made) => {
    const owner = await lockStorageOf(made.trx, server_id);
    const file = await made.trx
      .selectFrom('stored_files')
      .select(['id', 'server_id', 'name', 'bytes', 'at', 'sha256'])
      .where('id', '=', file_id)
      .where('server_id', '=', server_id)
      .executeTakeFirst();
    if (file === undefined) throw noSuch('file');
    await removeFiles(made, owner, [file], { action: 'files.delete' });
    await holdStorage(made, context.settings, owner);
    return made.tellRows(FILE_ROWS, server_id, [file_id]);
  });
};

const fileRoom: Handler<'fileRoom'> = async ({ params, query }, context) => {
  const { account, db, settings, now } = context;
  const owner = await ownerOf(db, params.server_id);
  const storage = await storageOf(db, settings, owner, now);
  const { quota, policy, evidence } = storage;
  const files = await filesOf(db, owner);
  const used = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const upload = { serverId: params.server_id, bytes: query.bytes, now };
  const room = roomFor(storage, files, upload);
  const goes = room.fits ? room.goes : [];
  const servers = new Set(goes.map(({ server_id }) => server_id));
  const open = new Set<string>();
  for (const id of servers) {
    if ((await grantedServers(db, account.id, id)).get(id)?.includes(LISTS)) open.add(id);
  }
  const named = goes.filter(({ server_id }) => open.has(server_id));
  const all = { quota: quota + evidence, used: used + evidence };
  return { ...all, policy, fits: room.fits, goes: named, others: goes.length - named.length };
};

const storagePolicySet: Handler<'storagePolicySet'> = async ({ body }, context) => {
  const { account, settings } = context;
  const { id } = account;
  return changeTold(context, async (made) => {
    const { trx } = made;
    await lockStorage(trx, id);
    const { storage_policy: before } = await trx
      .selectFrom('accounts')
      .select('storage_policy')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (before !== body.policy) {
      await trx
        .updateTable('accounts')
        .set({ storage_policy: body.policy })
        .where('id', '=', id)
        .execute();
      made.audit({
        resource: accountResource(id),
        action: 'storage.policy',
        detail: { policy: body.policy },
      });
      await holdStorage(made, settings, id);
    }
    return made.tellRows(STORAGE_ROWS, id, [id]);
  });
};

export const fileCalls = {
  fileDownload,
  fileDelete,
  fileRoom,
  storagePolicySet,
} satisfies Partial<Handlers<HostDeps>>;
