import type { Database, Trx } from '../store/database.ts';
import type { Account } from '../store/tables/account.ts';

/** A name or an address as it is compared: without regard to case. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

/**
 * The account that a person means: by username, or by e-mail address, where a verified one comes first and
 * then the oldest. null: nobody.
 */
export async function findByIdentifier(
  db: Database | Trx,
  identifier: string,
): Promise<Account | null> {
  const key = nameKey(identifier);
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where(key.includes('@') ? 'email_key' : 'username_key', '=', key)
    .orderBy((account) => account('email_verified_at', 'is', null))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The id of an account by its username or its id, which goes before a username that looks like one; null: nobody. */
export async function accountIdOf(db: Database | Trx, identifier: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', nameKey(identifier)), eb('id', '=', identifier)]))
    .orderBy((account) => account('id', '!=', identifier))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Keeps an account as it is, and others who lock it waiting, until the transaction ends. */
export async function lockAccount(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
}

/** What an account that is there is called. */
export async function displayNameOf(db: Database | Trx, id: string): Promise<string> {
  const { display_name } = await db
    .selectFrom('accounts')
    .select('display_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return display_name;
}
