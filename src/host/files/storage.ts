/** What an account may keep and keeps. */
import type { CountedFile, Storage } from '../../domain/files/storage.ts';
import { ACCOUNTABLE, ofAccount, PLAN_COLUMNS, quotaOf, type StorageRule } from '../access/plan.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Database, Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';
import { evidenceOf } from './evidence.ts';
import { policyNamed } from './rows.ts';

/** A file of an account, as it is chosen and named. */
export interface OwnFile extends CountedFile {
  readonly name: string;
  readonly sha256: string;
}

/** By whose quota the files of a server count. */
export async function ownerOf(db: Database | Trx, serverId: string): Promise<string> {
  const row = await db
    .selectFrom('servers')
    .select(ACCOUNTABLE.as('owner'))
    .where('id', '=', serverId)
    .executeTakeFirst();
  if (row === undefined) throw noSuch('server');
  return row.owner;
}

/** Until the transaction ends nobody else adds to what an account keeps, nor holds it to its quota. */
export async function lockStorage(trx: Trx, accountId: string): Promise<void> {
  await lockName(trx, `storage of ${accountId}`);
}

/** The same for whoever owns a server; answers their id. */
export async function lockStorageOf(trx: Trx, serverId: string): Promise<string> {
  const owner = await ownerOf(trx, serverId);
  await lockStorage(trx, owner);
  if ((await ownerOf(trx, serverId)) === owner) return owner;
  throw justMoved();
}

export function justMoved(): HostError {
  return new HostError(
    'service-unavailable',
    'Somebody else has just moved this server. Try again.',
  );
}

/** Locks the storages of several accounts, in one order for everybody. Comes before locks of servers and accounts. */
export async function lockStorages(trx: Trx, accountIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(accountIds)].toSorted()) await lockStorage(trx, id);
}

/** What an account may keep of its servers’ files: what evidence of bans takes of its quota is no room for them. */
export async function storageOf(
  db: Database | Trx,
  rule: StorageRule,
  accountId: string,
  now: number,
): Promise<Storage & { readonly evidence: number }> {
  const evidence = await evidenceOf(db, accountId);
  const account = await db
    .selectFrom('accounts')
    .select([...PLAN_COLUMNS, 'storage_policy', 'storage_over_since'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    quota: Math.max(0, quotaOf(account, rule, now) - evidence),
    evidence,
    policy: policyNamed(account.storage_policy),
    overSince: account.storage_over_since,
  };
}

/** All files that count by an account. */
export async function filesOf(db: Database | Trx, accountId: string): Promise<readonly OwnFile[]> {
  return db
    .selectFrom('stored_files as f')
    .innerJoin('servers', 'servers.id', 'f.server_id')
    .select(['f.id', 'f.bytes', 'f.at', 'f.server_id', 'f.name', 'f.sha256'])
    .where(ofAccount(accountId))
    .execute();
}
