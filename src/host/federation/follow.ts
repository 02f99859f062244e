/** A list begins to follow one of another installation, is asked to look now, and follows it no more. */
import { sql } from 'kysely';
import { readLink } from '../../domain/federation/link.ts';
import { UNREAD } from '../../domain/federation/merge.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { joinAnswer } from '../../protocol/federation/wire.ts';
import { DELETE_BAN_LIST } from '../bans/delete-job.ts';
import { askDoors, auditBanList, lockBanList, tellBanList } from '../bans/list.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { changeTold, type Change } from '../change/change.ts';
import type { AddressRule } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { lockName } from '../store/lock.ts';
import { ask, AskFailure, type Asked } from './ask.ts';
import { wakeAt } from './due.ts';
import { fingerprintOf, installationKey } from './key.ts';
import { REMOTE_ROWS } from './rows.ts';
import { ownOrigin } from './share.ts';

export interface FollowDeps extends HostDeps {
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
}

/** `POST banlist/:id/remotes`. The other installation is asked before anything is locked here. */
export const banListRemoteFollow: Handler<'banListRemoteFollow', FollowDeps> = async (
  { params, body },
  context,
) => {
  const { banlist_id: id } = params;
  const { remote_id, addresses } = body;
  const { db, settings, ports, addressRule, clock } = context;
  const { origin, share_id, code, fingerprint } = readLink(body.link);
  const key = await installationKey(context, context.now);
  if (fingerprint === fingerprintOf(key.publicKey)) {
    const text = 'That is a list of this Muster: follow it by its share code.';
    throw refused('follows-itself', text);
  }
  const held = await db
    .selectFrom('remote_lists')
    .select('banlist_id')
    .where('id', '=', remote_id)
    .executeTakeFirst();
  if (held === undefined) await db.transaction().execute((trx) => refuse(trx, id, share_id));
  const joined = await joinedAt(() =>
    ask(
      { ports, addressRule, key, clock },
      { origin, fingerprint, key: null },
      'join',
      { share_id, code, addresses, origin: ownOrigin(settings) },
      joinAnswer,
    ),
  );
  return changeTold(context, async (made) => {
    const { trx, now } = made;
    await lockBanList(trx, id);
    const known = await readRemote(trx, id, remote_id);
    if (known !== undefined) return made.tellRows(REMOTE_ROWS, id, [remote_id]);
    await lockName(trx, `share ${share_id}`);
    await refuse(trx, id, share_id);
    await refuseTaken(trx, remote_id);
    const { identifier, addresses: agreed } = joined.answer;
    await trx
      .insertInto('ban_lists')
      .values({
        id: remote_id,
        // Nobody’s: an id that nobody has, or could be given rights by.
        owner: newId(now),
        owner_kind: 'remote',
        identifier,
        keep_inactive: true,
        allow_followers: true,
        created_at: now,
        deleting: null,
      })
      .execute();
    await trx
      .insertInto('ban_list_follows')
      .values({ banlist_id: id, followed_id: remote_id, since: now })
      .execute();
    const row = { id: remote_id, banlist_id: id, origin, share_id, key: joined.key, identifier };
    await trx
      .insertInto('remote_lists')
      .values({ ...row, ...UNREAD, addresses: agreed, since: now, due_at: now })
      .execute();
    await wakeAt(trx, { id: remote_id, asked: 0, due_at: now });
    auditBanList(made, id, 'remote-follow', {
      text: identifier,
      detail: { remote: remote_id, origin, key: fingerprint, addresses: agreed },
    });
    await tellBanList(made, id);
    return made.tellRows(REMOTE_ROWS, id, [remote_id]);
  });
};

/** `POST banlist/:id/remotes/:remote/now`. */
export const banListRemoteNow: Handler<'banListRemoteNow'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, remote_id } = params;
    await lockBanList(made.trx, id);
    const row = await made.trx
      .updateTable('remote_lists')
      .set(({ eb }) => ({ asked: eb('asked', '+', 1), due_at: made.now }))
      .where('id', '=', remote_id)
      .where('banlist_id', '=', id)
      .where('ended', 'is', null)
      .returning(['id', 'asked', 'due_at'])
      .executeTakeFirst();
    if (row !== undefined) await wakeAt(made.trx, row);
    return made.tellRows(REMOTE_ROWS, id, [remote_id]);
  });

/** `POST banlist/:id/remotes/:remote/remove`. */
export const banListRemoteUnfollow: Handler<'banListRemoteUnfollow'> = (
  { params, body: _ },
  context,
) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, remote_id } = params;
    await lockBanList(made.trx, id);
    const row = await readRemote(made.trx, id, remote_id);
    if (row === undefined || row.ended === 'left') return made.tellRows(REMOTE_ROWS, id, []);
    if (row.ended === null) await endRemote(made, row, 'left');
    else await made.trx.deleteFrom('remote_lists').where('id', '=', remote_id).execute();
    auditBanList(made, id, 'remote-unfollow', {
      text: row.identifier,
      detail: { remote: remote_id, origin: row.origin },
    });
    return made.tellRows(REMOTE_ROWS, id, [remote_id]);
  });

/**
 * A list of another installation is followed no more, by the will of either side: its bans hold nowhere from now on, and a
 * job removes them. Where this side ended it, the other one is told by whoever pulls next.
 */
export async function endRemote(
  made: Change,
  {
    id,
    banlist_id,
    asked,
  }: { readonly id: string; readonly banlist_id: string; readonly asked: number },
  ended: 'left' | 'not-shared',
): Promise<void> {
  const { trx, now } = made;
  await trx
    .deleteFrom('ban_list_follows')
    .where('banlist_id', '=', banlist_id)
    .where('followed_id', '=', id)
    .execute();
  await trx.updateTable('ban_lists').set({ deleting: 'requested' }).where('id', '=', id).execute();
  await enqueue(trx, { kind: DELETE_BAN_LIST, key: id, payload: { banlist_id: id }, runAt: now });
  const next = {
    asked: asked + 1,
    due_at: now,
    tries: 0,
    cause: null,
    failing_since: null,
    leased_by: null,
    lease_until: 0,
  };
  await trx
    .updateTable('remote_lists')
    .set({ ended, ended_at: now, ...next })
    .where('id', '=', id)
    .execute();
  if (ended === 'left') await wakeAt(trx, { id, ...next });
  await tellBanList(made, banlist_id);
  made.tellRows(REMOTE_ROWS, banlist_id, [id]);
  askDoors(made, [banlist_id]);
}

async function joinedAt<A>(
  join: () => Promise<Asked<A>>,
): Promise<Extract<Asked<A>, { ok: true }>> {
  try {
    const joined = await join();
    if (joined.ok) return joined;
    throw usedLink();
  } catch (error) {
    if (!(error instanceof AskFailure)) throw error;
    throw new HostError('remote-failed', error.message, {
      fields: { link: error.reason },
      cause: error,
    });
  }
}

async function refuse(trx: Trx, id: string, share_id: string): Promise<void> {
  // The other side knows this installation, and not which of its lists: whichever used the link, it is used.
  const known = await trx
    .selectFrom('remote_lists')
    .select(['banlist_id', 'ended'])
    .where('share_id', '=', share_id)
    .where(sql<boolean>`ended is distinct from 'not-shared'`)
    .executeTakeFirst();
  if (known?.banlist_id === id && known.ended === null) {
    throw refused('already-followed', 'The list follows it already.');
  }
  if (known !== undefined) throw usedLink();
  const { follows } = await trx
    .selectFrom('ban_list_follows')
    .select(({ fn }) => fn.countAll<number>().as('follows'))
    .where('banlist_id', '=', id)
    .executeTakeFirstOrThrow();
  if (follows < BAN_LIMIT.follows) return;
  throw refused('limit-reached', `A list follows ${BAN_LIMIT.follows} at most.`);
}

/** Ids are the caller's to choose, and another list has this one. */
async function refuseTaken(trx: Trx, id: string): Promise<void> {
  const taken = await trx
    .selectFrom('ban_lists')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (taken !== undefined) throw noSuch('list');
}

function readRemote(trx: Trx, id: string, remote_id: string) {
  return trx
    .selectFrom('remote_lists')
    .selectAll()
    .where('id', '=', remote_id)
    .where('banlist_id', '=', id)
    .executeTakeFirst();
}

function usedLink(): HostError {
  const text = 'The other installation does not take this link: it may be used, too old or ended.';
  return refused('share-link-refused', text);
}

function refused(code: ErrorCode, text: string): HostError {
  return new HostError(code, text, { fields: { link: code } });
}
