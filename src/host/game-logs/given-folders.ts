/** The folders of the host's machine that the operator gave to accounts. */
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { Logger } from '../logger.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { accountResource } from '../access/grants.ts';
import type { Database, Trx } from '../store/database.ts';

/** What an account may have logs read from. */
export async function givenFolders(db: Database | Trx, account: string): Promise<string[]> {
  const rows = await db
    .selectFrom('log_folders')
    .select('path')
    .where('account_id', '=', account)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path);
}

type FolderDeps = Omit<ChangeContext, 'now' | 'session'>;

/** The operator gives an account a folder, or says that one may stay which it had. */
export async function giveFolder(
  deps: FolderDeps,
  account: string,
  path: string,
  now: number,
): Promise<void> {
  await change({ ...deps, now }, async (made) => {
    await made.trx
      .insertInto('log_folders')
      .values({ account_id: account, path, given_at: now, by_upgrade: false })
      .onConflict((known) =>
        known.columns(['account_id', 'path']).doUpdateSet({ by_upgrade: false }),
      )
      .execute();
    audit(made, account, 'log-folders.give');
  });
}

/** The operator takes a folder back: what is in it is read no more. Answers whether the account had it. */
export async function takeFolder(
  deps: FolderDeps,
  account: string,
  path: string,
  now: number,
): Promise<boolean> {
  return change({ ...deps, now }, async (made) => {
    const row = await made.trx
      .deleteFrom('log_folders')
      .where('account_id', '=', account)
      .where('path', '=', path)
      .returning('path')
      .executeTakeFirst();
    if (row === undefined) return false;
    audit(made, account, 'log-folders.take');
    return true;
  });
}

/** Tells the operator of folders that nobody gave: they were named before that was asked for. */
export async function tellKeptFolders(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const folders = await db
    .selectFrom('log_folders')
    .select(['account_id as account', 'path'])
    .where('by_upgrade', '=', true)
    .orderBy('path')
    .execute();
  if (folders.length === 0) return;
  log.warn(
    { folders },
    'log folders that were named before stay with their accounts: look whether they may, with muster admin log-folder',
  );
}

function audit(made: Change, account: string, action: AuditAction): void {
  made.audit({ resource: accountResource(account), action });
}
