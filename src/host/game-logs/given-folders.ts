/** The folders of the host's machine that the operator gave to accounts. */
import type { FastifyBaseLogger } from 'fastify';
import { appendAudit } from '../audit/append.ts';
import { accountResource } from '../access/grants.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';

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

interface AuditedDatabase {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'mac'>;
}

/** The operator gives an account a folder, or says that one may stay which it had. */
export async function giveFolder(
  { db, secrets }: AuditedDatabase,
  account: string,
  path: string,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('log_folders')
      .values({ account_id: account, path, given_at: now, by_upgrade: false })
      .onConflict((known) =>
        known.columns(['account_id', 'path']).doUpdateSet({ by_upgrade: false }),
      )
      .execute();
    await audit(trx, secrets, account, 'log-folders.give', now);
  });
}

/** The operator takes a folder back: what is in it is read no more. Answers whether the account had it. */
export async function takeFolder(
  { db, secrets }: AuditedDatabase,
  account: string,
  path: string,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('log_folders')
      .where('account_id', '=', account)
      .where('path', '=', path)
      .returning('path')
      .executeTakeFirst();
    if (row === undefined) return false;
    await audit(trx, secrets, account, 'log-folders.take', now);
    return true;
  });
}

/** Tells the operator of folders that nobody gave: they were named before that was asked for. */
export async function tellKeptFolders(
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
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

function audit(
  trx: Trx,
  secrets: AuditedDatabase['secrets'],
  account: string,
  action: string,
  at: number,
): Promise<void> {
  return appendAudit(trx, secrets, {
    at,
    actor: null,
    resource: accountResource(account),
    action,
    detail: {},
  });
}
