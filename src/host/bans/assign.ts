/** Which servers obey a ban list, and which of a server's lists is its primary one. */
import { sql } from 'kysely';
import type { ErrorCode } from '../../protocol/errors.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseServer } from '../calls/open-server.ts';
import { refuseWatched } from '../calls/watched.ts';
import { changeTold, type Change } from '../change/change.ts';
import { lockName } from '../store/lock.ts';
import type { Trx } from '../store/database.ts';
import {
  askDoors,
  auditBanList,
  followersOf,
  heldOn,
  lockBanList,
  tellBanList,
  tellObeying,
} from './list.ts';

/** What it takes of a server that it obeys a list, or no more. */
const NEEDED: ServerPermission = 'server.modify.configuration';

/** `POST banlist/:id/servers`. Sent again, it says whether the list is the primary one. */
export const banListAssign: Handler<'banListAssign'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id } = params;
    const { server_id, primary } = body;
    await lockBanList(made.trx, id);
    await refuseServer(made.trx, context.account.id, server_id, NEEDED);
    return assign(made, id, server_id, primary);
  });

/** Lets a server obey a list. */
export async function assign(
  made: Change,
  id: string,
  server_id: string,
  primary: boolean,
): Promise<() => number> {
  const { trx, now } = made;
  const held = await lockListsOf(trx, server_id);
  const own = held.find(({ banlist_id }) => banlist_id === id);
  if (own === undefined) {
    await refuseWatched(trx, server_id);
    await refuseFull(trx, id, held.length);
  }
  const is_primary = primary || held.every((one) => !one.is_primary || one.banlist_id === id);
  if (own !== undefined && own.is_primary === is_primary) return tellObeying(made, id, []);
  await refuseFollowed(trx, id, held, { added: own === undefined, is_primary });
  const former = held.filter((one) => is_primary && one.is_primary);
  await trx
    .updateTable('ban_list_servers')
    .set({ is_primary: false })
    .where('server_id', '=', server_id)
    .where(sql.lit(is_primary), '=', true)
    .execute();
  await trx
    .insertInto('ban_list_servers')
    .values({ banlist_id: id, server_id, is_primary, since: now })
    .onConflict((conflict) =>
      conflict.columns(['banlist_id', 'server_id']).doUpdateSet({ is_primary }),
    )
    .execute();
  for (const { banlist_id } of former) tellObeying(made, banlist_id, [server_id]);
  auditBanList(made, id, 'assign', { detail: { server: server_id, primary: is_primary } });
  if (own === undefined) await tellBanList(made, id);
  askDoors(made, [id]);
  return tellObeying(made, id, [server_id]);
}

/** The lists that a server obeys, which nobody else changes until the transaction ends. */
async function lockListsOf(trx: Trx, server: string) {
  await lockName(trx, `ban lists of ${server}`);
  return trx
    .selectFrom('ban_list_servers')
    .selectAll()
    .where('server_id', '=', server)
    .orderBy('since')
    .execute();
}

/** A server is given nothing that its primary list brings, and no primary list that another of its lists follows. */
async function refuseFollowed(
  trx: Trx,
  id: string,
  held: readonly { readonly banlist_id: string; readonly is_primary: boolean }[],
  { added, is_primary }: { readonly added: boolean; readonly is_primary: boolean },
): Promise<void> {
  const followers = await followersOf(trx, id);
  const following = held.filter(({ banlist_id }) => followers.includes(banlist_id));
  const fields = (code: ErrorCode) => ({ fields: { server_id: code } });
  if (added && following.some((one) => one.is_primary)) {
    const text = 'The primary list of the server follows it.';
    throw new HostError('followed-by-primary', text, fields('followed-by-primary'));
  }
  if (!is_primary || following.length === 0) return;
  const text = 'A list of the server follows it.';
  throw new HostError('followed-by-another', text, fields('followed-by-another'));
}

async function refuseFull(trx: Trx, id: string, lists: number): Promise<void> {
  const { servers } = await trx
    .selectFrom('ban_list_servers')
    .select(({ fn }) => fn.countAll<number>().as('servers'))
    .where('banlist_id', '=', id)
    .executeTakeFirstOrThrow();
  if (servers < BAN_LIMIT.servers && lists < BAN_LIMIT.lists) return;
  const text = `At most ${BAN_LIMIT.servers} servers of a list, and ${BAN_LIMIT.lists} lists of a server.`;
  throw new HostError('limit-reached', text, { fields: { server_id: 'limit-reached' } });
}

/** `POST banlist/:id/servers/:server/remove`: whoever may change either of both may part them. */
export const banListUnassign: Handler<'banListUnassign'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, server_id } = params;
    const { trx } = made;
    await lockBanList(trx, id);
    const held = await heldOn(trx, id, context.account.id);
    if (!held.includes('banlist.modify')) {
      const obeys = (await lockListsOf(trx, server_id)).some(({ banlist_id }) => banlist_id === id);
      // Whether there is such a list is for those to know who see it, or whose server obeys it.
      if (held.length === 0 && !obeys)
        throw new HostError('not-found', 'There is no such ban list.');
      await refuseServer(trx, context.account.id, server_id, NEEDED);
    }
    return unassign(made, id, server_id);
  });

async function unassign(made: Change, id: string, server_id: string): Promise<() => number> {
  if (!(await obeyNoMore(made, id, server_id))) return tellObeying(made, id, []);
  auditBanList(made, id, 'unassign', { detail: { server: server_id } });
  await tellBanList(made, id);
  return tellObeying(made, id, [server_id]);
}

/**
 * Lets a server obey a list no more; answers whether it did. Where it was the primary one, the one that it obeys longest
 * is from then on.
 */
export async function obeyNoMore(made: Change, id: string, server_id: string): Promise<boolean> {
  const { trx } = made;
  const held = await lockListsOf(trx, server_id);
  const own = held.find(({ banlist_id }) => banlist_id === id);
  if (own === undefined) return false;
  await trx
    .deleteFrom('ban_list_servers')
    .where('banlist_id', '=', id)
    .where('server_id', '=', server_id)
    .execute();
  const heir = own.is_primary ? held.find(({ banlist_id }) => banlist_id !== id) : undefined;
  if (heir !== undefined) {
    await trx
      .updateTable('ban_list_servers')
      .set({ is_primary: true })
      .where('banlist_id', '=', heir.banlist_id)
      .where('server_id', '=', server_id)
      .execute();
    tellObeying(made, heir.banlist_id, [server_id]);
  }
  // Nobody is to leave for it, but its bans are to leave the game's own list.
  made.notify({ kind: 'modules-changed', server: server_id });
  return true;
}

/** A server is about to be deleted: no list knows it any more. */
export async function leaveLists(made: Change, server_id: string): Promise<void> {
  for (const { banlist_id } of await lockListsOf(made.trx, server_id)) {
    await made.trx
      .deleteFrom('ban_list_servers')
      .where('banlist_id', '=', banlist_id)
      .where('server_id', '=', server_id)
      .execute();
    tellObeying(made, banlist_id, [server_id]);
    await tellBanList(made, banlist_id);
  }
}
