/** The codes that screens show, and the secrets that they ask with. */
import { randomInt } from 'node:crypto';
import {
  PAIRING_ALPHABET,
  PAIRING_CODE_LENGTH,
  PAIRING_LASTS,
} from '../../protocol/walls/fields.ts';
import { USER_AGENT_MAX } from '../../protocol/walls/limits.ts';
import type { HostDeps } from '../calls/deps.ts';
import { hashToken, newToken } from '../store/ids.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { change } from '../change/change.ts';
import { removeDisplays } from './display-edit.ts';

/** A code that was typed at the last moment can be claimed so much later. */
const GRACE_MS = 60_000;

/** A new code for a screen to show, and the secret that it asks with. */
export async function beginPairing(
  db: Database,
  secrets: Secrets,
  userAgent: string,
  now: number,
): Promise<{ readonly code: string; readonly secret: string; readonly expires_at: number }> {
  const [code, secret, expires_at] = [newCode(), newToken(), now + PAIRING_LASTS];
  await db
    .insertInto('pairings')
    .values({
      code_hash: codeHash(secrets, code),
      secret_hash: hashToken(secret),
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
      expires_at,
    })
    .execute();
  return { code, secret, expires_at };
}

/** The screen that shows a code now, locked until the transaction ends; null where none does. */
export async function findCode(
  trx: Trx,
  secrets: Secrets,
  code: string,
  now: number,
): Promise<{ readonly code_hash: Buffer; readonly user_agent: string } | null> {
  const row = await trx
    .selectFrom('pairings')
    .select(['code_hash', 'user_agent'])
    .where('code_hash', '=', codeHash(secrets, code))
    .where('expires_at', '>', now)
    .where('display_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type Claim =
  | { readonly kind: 'expired' }
  | { readonly kind: 'waiting' }
  /** `token`: of the display that the screen is from now on. */
  | { readonly kind: 'paired'; readonly token: string };

/**
 * What became of a code. Where it was typed, the display's token begins. An answer can be lost on its way:
 * until the display has connected, whoever holds the secret may ask again, and the token before is void.
 */
export async function claim(db: Database, secret: string, now: number): Promise<Claim> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('pairings')
      .leftJoin('displays', 'displays.id', 'pairings.display_id')
      .select(['expires_at', 'display_id', 'displays.last_seen'])
      .where('secret_hash', '=', hashToken(secret))
      .forUpdate('pairings')
      .executeTakeFirst();
    if (row === undefined) return { kind: 'expired' };
    if (row.display_id === null) return { kind: row.expires_at > now ? 'waiting' : 'expired' };
    if (row.last_seen !== null || row.expires_at + GRACE_MS <= now) return { kind: 'expired' };
    const token = newToken();
    await trx
      .updateTable('displays')
      .set({ token_hash: hashToken(token) })
      .where('id', '=', row.display_id)
      .execute();
    return { kind: 'paired', token };
  });
}

/**
 * Forgets codes that nobody can type or claim any more, and with them the displays that never connected:
 * no screen has a token of theirs, or ever gets one.
 */
export async function sweepPairings(
  deps: Pick<HostDeps, 'db' | 'publish' | 'secrets'>,
  now: number,
): Promise<void> {
  await change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const over = await trx
      .deleteFrom('pairings')
      // A screen that claimed at the last moment has as long again to connect.
      .where('expires_at', '<=', now - 2 * GRACE_MS)
      .returning('display_id')
      .execute();
    const paired = over.flatMap(({ display_id: id }) => (id === null ? [] : [id]));
    if (paired.length === 0) return;
    const unused = await trx
      .selectFrom('displays')
      .select('id')
      .where('id', 'in', paired)
      .where('last_seen', 'is', null)
      .forUpdate()
      .execute();
    await removeDisplays(
      made,
      unused.map(({ id }) => id),
    );
  });
}

function codeHash(secrets: Secrets, code: string): Buffer {
  return secrets.mac('pairing-code', code);
}

function newCode(): string {
  return Array.from(
    { length: PAIRING_CODE_LENGTH },
    () => PAIRING_ALPHABET[randomInt(PAIRING_ALPHABET.length)],
  ).join('');
}
