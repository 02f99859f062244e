/**
 * A ban list follows another one: servers that obey it obey that, too. No ban is copied, so that what becomes of one holds
 * everywhere at once, and nothing is handed on: what the other list follows is no part of it.
 */
import { randomInt } from 'node:crypto';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { banListResource } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Handler } from '../calls/handler.ts';
import { changeTold, type Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import {
  askDoors,
  auditBanList,
  followersOf,
  lockBanList,
  serversOf,
  tellBanList,
  tellObeying,
  tellSeer,
  type BanList,
} from './list.ts';
import { BAN_LIST_FOLLOW_ROWS } from './rows.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 80 random bits, in four groups. */
export function newShareCode(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return Array.from({ length: 4 }, () => group().join('')).join('-');
}

/** `POST banlist/:id/code`. */
export const banListCodeRenew: Handler<'banListCodeRenew'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id } = params;
    const list = await lockBanList(made.trx, id);
    if (!list.allow_followers) throw new HostError('not-followable', 'It cannot be followed.');
    await made.trx
      .updateTable('ban_lists')
      .set({ share_code: newShareCode() })
      .where('id', '=', id)
      .execute();
    auditBanList(made, id, 'code', { text: list.identifier });
    await tellBanList(made, id);
    return tellSeer(made, id, context.account.id);
  });

/** `POST banlist/:id/follows`. */
export const banListFollow: Handler<'banListFollow'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id } = params;
    const { trx, now } = made;
    const found = await followable(trx, id, body.share_code);
    const followed = await lockBoth(trx, id, found.id);
    if (followed.share_code !== body.share_code) {
      throw refused('share-code-unknown', 'No ban list has this code any more.');
    }
    if (!followed.allow_followers || followed.deleting !== null) {
      throw refused('not-followable', 'It cannot be followed.');
    }
    await refuseKnown(trx, id, followed.id);
    await refuseFull(trx, id, followed.id);
    await trx
      .insertInto('ban_list_follows')
      .values({ banlist_id: id, followed_id: followed.id, since: now })
      .execute();
    auditBanList(made, id, 'follow', {
      text: followed.identifier,
      detail: { banlist: followed.id },
    });
    return tellFollows(made, id, followed.id);
  });

/** The list that one could follow by a code, at this moment; throws where there is none. */
export async function followable(trx: Trx, id: string, share_code: string): Promise<BanList> {
  const found = await trx
    .selectFrom('ban_lists')
    .selectAll()
    .where('share_code', '=', share_code)
    .executeTakeFirst();
  if (found === undefined) throw refused('share-code-unknown', 'No ban list has this code.');
  if (found.id === id) throw refused('follows-itself', 'That is the list itself.');
  if (!found.allow_followers || found.deleting !== null) {
    throw refused('not-followable', 'It cannot be followed.');
  }
  return found;
}

/** `POST banlist/:id/follows/:followed/remove`. */
export const banListUnfollow: Handler<'banListUnfollow'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, followed_id } = params;
    await lockBanList(made.trx, id);
    const gone = await made.trx
      .deleteFrom('ban_list_follows')
      .where('banlist_id', '=', id)
      .where('followed_id', '=', followed_id)
      // What another installation keeps is followed no more by a call of its own.
      .where('followed_id', 'not in', made.trx.selectFrom('remote_lists').select('id'))
      .returning('followed_id')
      .executeTakeFirst();
    if (gone === undefined) return made.tellRows(BAN_LIST_FOLLOW_ROWS, id, []);
    const followed = await made.trx
      .selectFrom('ban_lists')
      .select('identifier')
      .where('id', '=', followed_id)
      .executeTakeFirst();
    const text = followed?.identifier ?? '';
    auditBanList(made, id, 'unfollow', { text, detail: { banlist: followed_id } });
    return tellFollows(made, id, followed_id);
  });

/** A list can be followed no more: those that do so are told, and obey it no more. */
export async function endFollowers(
  made: Change,
  { id, identifier }: Pick<BanList, 'id' | 'identifier'>,
): Promise<void> {
  await endShares(made.trx, id);
  const followers = await followersOf(made.trx, id);
  if (followers.length === 0) return;
  await made.trx.deleteFrom('ban_list_follows').where('followed_id', '=', id).execute();
  for (const follower of followers) {
    made.audit({
      resource: banListResource(follower),
      action: 'banlists.unfollowed',
      // Who of those did it whose list it was is nothing for others.
      actor: null,
      detail: { banlist: id },
      told: { text: identifier },
    });
    await tellFollows(made, follower, id);
  }
}

/** Other installations that follow it find that it is shared no more when they ask; links are of no use. */
async function endShares(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('ban_list_shares').where('banlist_id', '=', id).execute();
}

/** A list is being deleted: it follows nothing, and nothing follows it. */
export async function endFollowing(made: Change, id: string): Promise<void> {
  const { trx } = made;
  const list = await trx
    .selectFrom('ban_lists')
    .select(['id', 'identifier'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (list === undefined) return;
  await endFollowers(made, list);
  const follows = await trx
    .deleteFrom('ban_list_follows')
    .where('banlist_id', '=', id)
    .returning('followed_id')
    .execute();
  for (const { followed_id } of follows) await tellFollows(made, id, followed_id);
}

/** A list is called something else: so servers are told that obey it through another. */
export async function tellFollowing(made: Change, id: string): Promise<void> {
  for (const follower of await followersOf(made.trx, id)) {
    tellObeying(made, follower, await serversOf(made.trx, follower));
  }
}

/** Locks both in one order, so that two lists that begin to follow each other wait; answers the second. */
async function lockBoth(trx: Trx, id: string, followed: string): Promise<BanList> {
  const rows = await trx
    .selectFrom('ban_lists')
    .selectAll()
    .where('id', 'in', [id, followed])
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockBanList(trx, id);
  const other = rows.find((row) => row.id === followed);
  if (other === undefined) throw refused('share-code-unknown', 'No ban list has this code.');
  return other;
}

async function refuseKnown(trx: Trx, id: string, followed: string): Promise<void> {
  const known = (await followersOf(trx, followed)).includes(id);
  if (known) throw refused('already-followed', 'The list follows it already.');
  const primary = await trx
    .selectFrom('ban_list_servers as own')
    .innerJoin('ban_list_servers as other', 'other.server_id', 'own.server_id')
    .select('own.server_id')
    .where('own.banlist_id', '=', id)
    .where('other.banlist_id', '=', followed)
    .where('other.is_primary', '=', true)
    .executeTakeFirst();
  if (primary !== undefined) {
    throw refused('already-primary', 'It is the primary list of a server that obeys this one.');
  }
  const brought = await trx
    .selectFrom('ban_list_servers as own')
    .innerJoin('ban_list_servers as other', 'other.server_id', 'own.server_id')
    .innerJoin('ban_list_follows as follow', 'follow.banlist_id', 'other.banlist_id')
    .select('own.server_id')
    .where('own.banlist_id', '=', id)
    .where('other.is_primary', '=', true)
    .where('follow.followed_id', '=', followed)
    .executeTakeFirst();
  if (brought === undefined) return;
  const text = 'The primary list of a server that obeys this one follows it.';
  throw refused('followed-by-primary', text);
}

async function refuseFull(trx: Trx, id: string, followed: string): Promise<void> {
  const { follows } = await trx
    .selectFrom('ban_list_follows')
    .select(({ fn }) => fn.countAll<number>().as('follows'))
    .where('banlist_id', '=', id)
    .executeTakeFirstOrThrow();
  const followers = (await followersOf(trx, followed)).length;
  if (follows < BAN_LIMIT.follows && followers < BAN_LIMIT.followers) return;
  const text = `A list follows ${BAN_LIMIT.follows} at most, and ${BAN_LIMIT.followers} follow one.`;
  throw refused('limit-reached', text);
}

function refused(code: ErrorCode, text: string): HostError {
  return new HostError(code, text, { fields: { share_code: code } });
}

/** Tells both lists, and the servers that obey the first: whoever is on them is looked at. */
async function tellFollows(made: Change, id: string, followed: string): Promise<() => number> {
  await tellBanList(made, id);
  await tellBanList(made, followed);
  askDoors(made, [id]);
  return made.tellRows(BAN_LIST_FOLLOW_ROWS, id, [followed]);
}
