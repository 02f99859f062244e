/** A list is shared with another installation: a link is made, used once, and ended by either side. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { writeLink } from '../../domain/federation/link.ts';
import { FEDERATION_LIMIT } from '../../protocol/federation/limits.ts';
import type {
  joinAnswer,
  joinRequest,
  leaveAnswer,
  leaveRequest,
} from '../../protocol/federation/wire.ts';
import { auditBanList, heldOn, lockBanList } from '../bans/list.ts';
import { seesPersonal } from '../bans/read.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { change, changeTold, type Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { sameSecret, type Secrets } from '../store/secrets/secrets.ts';
import { Refused, type Asker, type ServeDeps } from './asker.ts';
import { fingerprintOf, installationKey } from './key.ts';
import { beginNoting } from './noting.ts';
import { SHARE_ROWS } from './rows.ts';

/** A code has so many bytes. */
const CODE_BYTES = 16;
const HOUR = 3_600_000;

/** `POST banlist/:id/shares`. Sent again, it answers the same link. */
export const banListShare: Handler<'banListShare'> = async ({ params, body }, context) => {
  const { banlist_id: id } = params;
  const { share_id, addresses } = body;
  const origin = httpsOrigin(context.settings);
  const key = await installationKey(context, context.now);
  const told = await change(context, async (made) => {
    const { trx, now } = made;
    const list = await lockBanList(trx, id);
    if (!list.allow_followers) throw new HostError('not-followable', 'It cannot be followed.');
    const held = await readShare(trx, share_id);
    if (held !== undefined && held.banlist_id !== id) {
      throw new HostError('not-found', 'There is no such share.');
    }
    // A link that somebody else has made is answered as it was made.
    await refuseUnseen(trx, id, context.account.id, addresses || held?.addresses === true);
    if (held !== undefined) {
      return made.tellRows(SHARE_ROWS, id, [share_id]);
    }
    await refuseFull(trx, id);
    const until = now + FEDERATION_LIMIT.linkLasts;
    const row = { id: share_id, banlist_id: id, addresses, epoch: newId(now), created_at: now };
    await trx
      .insertInto('ban_list_shares')
      .values({ ...row, until })
      .execute();
    auditBanList(made, id, 'share', {
      text: list.identifier,
      detail: { share: share_id, addresses },
    });
    return made.tellRows(SHARE_ROWS, id, [share_id]);
  });
  const fingerprint = fingerprintOf(key.publicKey);
  const code = codeOf(context.secrets, share_id).toString('base64url');
  return { position: told(), link: writeLink({ origin, share_id, code, fingerprint }) };
};

/** `POST banlist/:id/shares/:share/remove`. */
export const banListShareEnd: Handler<'banListShareEnd'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, share_id } = params;
    const { identifier } = await lockBanList(made.trx, id);
    const gone = await made.trx
      .deleteFrom('ban_list_shares')
      .where('id', '=', share_id)
      .where('banlist_id', '=', id)
      .returning('origin')
      .executeTakeFirst();
    if (gone === undefined) return made.tellRows(SHARE_ROWS, id, []);
    auditBanList(made, id, 'share-end', {
      text: identifier,
      detail: { share: share_id, origin: gone.origin },
    });
    return made.tellRows(SHARE_ROWS, id, [share_id]);
  });

/** Another installation uses a link. It may say so again: its answer may have been lost. */
export function join(
  deps: ServeDeps,
  { key, now }: Asker,
  { share_id, code, addresses, origin }: z.output<typeof joinRequest>,
): Promise<z.input<typeof joinAnswer>> {
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    await lockOf(trx, share_id);
    const { share, list } = await sharedList(trx, share_id);
    const isCode = sameSecret(codeOf(deps.secrets, share_id), Buffer.from(code, 'base64url'));
    if (!isCode) throw new Refused('not-shared');
    if (share.key !== null) {
      if (share.key !== key) throw new Refused('not-shared');
      return { identifier: list.identifier, addresses: share.addresses };
    }
    if (share.until === null || share.until <= now) throw new Refused('not-shared');
    const agreed = share.addresses && addresses;
    await trx
      .updateTable('ban_list_shares')
      .set({ key, origin, since: now, until: null, addresses: agreed })
      .where('id', '=', share_id)
      .execute();
    await beginNoting(trx, list.id, share_id);
    auditBanList(made, list.id, 'share-joined', {
      text: list.identifier,
      detail: { share: share_id, origin, key: fingerprintOf(key), addresses: agreed },
    });
    made.tellRows(SHARE_ROWS, list.id, [share_id]);
    return { identifier: list.identifier, addresses: agreed };
  });
}

/** Another installation follows a list no more. */
export async function leave(
  deps: ServeDeps,
  { key, now }: Asker,
  { share_id }: z.output<typeof leaveRequest>,
): Promise<z.input<typeof leaveAnswer>> {
  return change({ ...deps, now }, async (made) => {
    const share = await readShare(made.trx, share_id);
    if (share === undefined || share.key !== key) throw new Refused('not-shared');
    const { identifier } = await lockBanList(made.trx, share.banlist_id);
    await made.trx.deleteFrom('ban_list_shares').where('id', '=', share_id).execute();
    auditBanList(made, share.banlist_id, 'share-left', {
      text: identifier,
      detail: { share: share_id, origin: share.origin },
    });
    made.tellRows(SHARE_ROWS, share.banlist_id, [share_id]);
    return {};
  });
}

/** The share that an installation asks by. */
export async function shareOf(made: Change, share_id: string, { key, now }: Asker) {
  const { share, list } = await sharedList(made.trx, share_id);
  if (share.key !== key) throw new Refused('not-shared');
  if (share.asked_at === null || share.asked_at <= now - HOUR) {
    await made.trx
      .updateTable('ban_list_shares')
      .set({ asked_at: now })
      .where('id', '=', share_id)
      .execute();
    made.tellRows(SHARE_ROWS, list.id, [share_id]);
  }
  return { share, list };
}

/** Whether an installation may have all that is shared compared now: that is work, and once an hour is enough. */
export async function takesDigest(trx: Trx, share_id: string, now: number): Promise<boolean> {
  const taken = await trx
    .updateTable('ban_list_shares')
    .set({ digest_at: now })
    .where('id', '=', share_id)
    .where(sql<boolean>`coalesce(digest_at, 0) <= ${now - HOUR}::bigint`)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** A share, and its list where that can be followed. */
async function sharedList(trx: Trx, share_id: string) {
  const share = await readShare(trx, share_id);
  if (share === undefined) throw new Refused('not-shared');
  const list = await trx
    .selectFrom('ban_lists')
    .select(['id', 'identifier', 'bans'])
    .where('id', '=', share.banlist_id)
    .where('allow_followers', '=', true)
    .where('deleting', 'is', null)
    .executeTakeFirst();
  if (list === undefined) throw new Refused('not-shared');
  return { share, list };
}

/** The list of a share is nobody else's to change until the transaction ends. */
async function lockOf(trx: Trx, share_id: string): Promise<void> {
  await sql`
    select from ban_lists where id = (select banlist_id from ban_list_shares where id = ${share_id})
    for update
  `.execute(trx);
}

function readShare(trx: Trx, id: string) {
  return trx.selectFrom('ban_list_shares').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The code of a share follows from its id, by the key of the host: it is kept nowhere. */
function codeOf(secrets: Pick<Secrets, 'mac'>, share_id: string): Buffer {
  return secrets.mac('share link', share_id).subarray(0, CODE_BYTES);
}

/** Whoever has another installation reads there what they share: nobody shares what they may not see. */
async function refuseUnseen(
  trx: Trx,
  id: string,
  accountId: string,
  addresses: boolean,
): Promise<void> {
  const needs = [
    ...((await heldOn(trx, id, accountId)).includes('banlist.list')
      ? []
      : (['banlist.list'] as const)),
    ...(!addresses || (await seesPersonal(trx, id, accountId))
      ? []
      : (['server.view.personal'] as const)),
  ];
  if (needs.length === 0) return;
  const text = `This needs the permission ${needs.join(', ')}.`;
  throw new HostError('permission-denied', text, { needs });
}

async function refuseFull(trx: Trx, id: string): Promise<void> {
  const { shares } = await trx
    .selectFrom('ban_list_shares')
    .select(({ fn }) => fn.countAll<number>().as('shares'))
    .where('banlist_id', '=', id)
    .executeTakeFirstOrThrow();
  if (shares < FEDERATION_LIMIT.shares) return;
  throw new HostError('limit-reached', `A list has ${FEDERATION_LIMIT.shares} shares at most.`);
}

/** Where others reach the API of this installation. */
function httpsOrigin(settings: HostDeps['settings']): string {
  const origin = ownOrigin(settings);
  if (origin !== null) return origin;
  throw new HostError(
    'https-needed',
    'Other installations reach this one over HTTPS alone: set MUSTER_ORIGIN to its address.',
  );
}

/** null: it has no address over HTTPS that anybody knows. */
export function ownOrigin({ apiOrigin, origin }: HostDeps['settings']): string | null {
  const own = apiOrigin ?? origin;
  return own?.startsWith('https://') === true ? own : null;
}
