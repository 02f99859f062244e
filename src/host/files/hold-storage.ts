/** Holds accounts to their quotas where those became smaller, or the servers more: by the owners' policy, after a while. */
import { beyond, isGraceOver } from '../../domain/files/storage.ts';
import { ACCOUNTABLE, type StorageRule } from '../access/plan.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import { mailBeforeFilesGo } from './mail.ts';
import { removeFiles } from './remove.ts';
import { STORAGE_ROWS } from './rows.ts';
import { filesOf, lockStorage, storageOf } from './storage.ts';

/** The kind of the job. */
export const HOLD_STORAGE = 'hold-storage';

/**
 * Begins or ends the time after which the oldest files of an account go that its quota does not hold, and removes them
 * where it is over. Where its policy is to refuse, nothing ever goes. The account's storage is locked.
 */
export async function holdStorage(
  made: Change,
  rule: StorageRule,
  accountId: string,
): Promise<void> {
  const { trx, now } = made;
  const { quota, policy, overSince } = await storageOf(trx, rule, accountId, now);
  const goes = policy === 'refuse' ? [] : beyond(await filesOf(trx, accountId), quota);
  const isDue = goes.length > 0 && isGraceOver(overSince, now);
  if (isDue) {
    await removeFiles(made, accountId, goes, { action: 'files.delete-by-policy', actor: null });
  }
  const since = goes.length === 0 || isDue ? null : (overSince ?? now);
  if (since === overSince) return;
  await trx
    .updateTable('accounts')
    .set({ storage_over_since: since })
    .where('id', '=', accountId)
    .execute();
  made.tellRows(STORAGE_ROWS, accountId, [accountId]);
}

/** Servers of an account count by another now, with their files. The storages of both are locked. */
export async function holdMoved(
  made: Change,
  rule: StorageRule,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  // What is taken over has the whole time before it, however long others were beyond the quota.
  await made.trx
    .updateTable('accounts')
    .set({ storage_over_since: null })
    .where('id', '=', to)
    .execute();
  for (const one of [from, to]) {
    made.tellRows(STORAGE_ROWS, one, [one]);
    await holdStorage(made, rule, one);
  }
}

/** Holds every account that keeps something, or has a time that may be over, and mails those whose time has begun; where one cannot be, the others are, and it is tried again with all. */
export async function holdAllStorage(deps: HostDeps): Promise<void> {
  const { db, settings, clock, log } = deps;
  const owners = await db
    .selectFrom('servers')
    .innerJoin('stored_files', 'stored_files.server_id', 'servers.id')
    .select(ACCOUNTABLE.as('id'))
    .union(db.selectFrom('accounts').select('id').where('storage_over_since', 'is not', null))
    .execute();
  for (const { id } of owners) {
    try {
      await change({ ...deps, now: clock() }, async (made) => {
        await lockStorage(made.trx, id);
        await holdStorage(made, settings, id);
        await mailBeforeFilesGo(made, deps, id);
      });
    } catch (error) {
      log.error({ err: error, account: id }, 'an account could not be held to its storage quota');
    }
  }
}
