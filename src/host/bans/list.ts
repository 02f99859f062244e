/** A ban list as it is held while something is done with it, and who hears of it. */
import type { Selectable } from 'kysely';
import type { AuditVerb } from '../../domain/audit/actions.ts';
import { banListResource, permissionsOn, subjectsOn } from '../access/grants.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import type { BanListRow } from '../store/tables/bans.ts';
import {
  BAN_LIST_FOLLOW_ROWS,
  BAN_LIST_ROWS,
  BAN_LIST_SERVER_ROWS,
  SERVER_BAN_LIST_ROWS,
} from './rows.ts';

export type BanList = Selectable<BanListRow>;

/** The row of a list, which nobody else changes until the transaction ends. Throws where it is gone or being deleted. */
export async function lockBanList(trx: Trx, id: string): Promise<BanList> {
  const list = await trx
    .selectFrom('ban_lists')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (list === undefined) throw noSuch('ban list');
  if (list.deleting !== null) throw new HostError('being-deleted', 'This is being deleted.');
  return list;
}

/** What an account may do with a list at this moment: rights may have changed since the call came. */
export async function heldOn(trx: Trx, id: string, accountId: string): Promise<readonly string[]> {
  return [...(await permissionsOn(trx, accountId, banListResource(id)))];
}

/** Tells everybody who sees a list how it is now, and the servers that obey it. `also`: who may not see it any more. */
export async function tellBanList(
  made: Change,
  id: string,
  also: readonly string[] = [],
): Promise<void> {
  const seers = await subjectsOn(made.trx, [banListResource(id)]);
  for (const seer of new Set([...seers, ...also])) made.tellRows(BAN_LIST_ROWS, seer, [id]);
  const servers = await serversOf(made.trx, id);
  for (const server of servers) made.tellRows(SERVER_BAN_LIST_ROWS, server, [id]);
  for (const follower of await followersOf(made.trx, id)) {
    made.tellRows(BAN_LIST_FOLLOW_ROWS, follower, [id]);
  }
}

/** Who may do what with a list is another now: `before` could do something with it. */
export async function changeSeers(
  made: Change,
  id: string,
  before: readonly string[],
): Promise<void> {
  const seers = await subjectsOn(made.trx, [banListResource(id)]);
  for (const seer of new Set([...before, ...seers])) {
    made.changeGrants(seer);
    made.tellAccount(seer, 'permissions');
    made.tellRows(BAN_LIST_ROWS, seer, [id]);
  }
}

/** Tells an account how it sees a list now: answers where that stream stands. */
export function tellSeer(made: Change, id: string, accountId: string): () => number {
  return made.tellRows(BAN_LIST_ROWS, accountId, [id]);
}

/** The servers that obey a list. */
export async function serversOf(trx: Trx, id: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('ban_list_servers')
    .select('server_id')
    .where('banlist_id', '=', id)
    .orderBy('server_id')
    .execute();
  return rows.map(({ server_id }) => server_id);
}

/** The lists that follow one. */
export async function followersOf(trx: Trx, id: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('ban_list_follows')
    .select('banlist_id')
    .where('followed_id', '=', id)
    .orderBy('banlist_id')
    .execute();
  return rows.map(({ banlist_id }) => banlist_id);
}

/** Every host looks who is on the servers that obey these lists. */
export function askDoors(made: Change, lists: readonly string[]): void {
  for (const list of lists) made.notify({ kind: 'bans-changed', list });
}

/** Servers obey a list from now on, or no more: it and they tell it. */
export function tellObeying(made: Change, id: string, servers: readonly string[]): () => number {
  for (const server of servers) made.tellRows(SERVER_BAN_LIST_ROWS, server, [id]);
  return made.tellRows(BAN_LIST_SERVER_ROWS, id, servers);
}

/** Puts into the protocol of a list who did what. */
export function auditBanList(
  made: Change,
  id: string,
  action: AuditVerb<'banlists'>,
  told: {
    readonly text?: string;
    readonly detail?: Readonly<Record<string, unknown>>;
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): void {
  const { detail = {}, ...words } = told;
  made.audit({
    resource: banListResource(id),
    action: `banlists.${action}`,
    detail,
    told: words,
  });
}
