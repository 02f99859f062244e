import {
  isReadPermission,
  SERVER_PERMISSION,
  type BanListPermission,
  type BucketPermission,
  type HostPermission,
  type OrganizationPermission,
  type ServerPermission,
  type TeamPermission,
} from '../protocol/permissions.ts';
import type { AccountRow, ServerRow } from './rows.ts';

/** What somebody can be allowed to do with a group. */
export type GroupPermission = TeamPermission | OrganizationPermission;

type Account = Pick<AccountRow, 'servers' | 'capabilities'> | undefined;

/** What lets somebody see a server, and change nothing of it. */
export const SEEING: readonly ServerPermission[] = SERVER_PERMISSION.filter(
  (permission) => /^server\.view\b/.test(permission) || isReadPermission(permission),
);

/** Whether it lets somebody see a part of a group, of a ban list or of a bucket, and change nothing of it. */
export function isSeeing(
  permission: GroupPermission | BanListPermission | BucketPermission,
): boolean {
  return /\.(?:view|list)$/.test(permission);
}

const MANAGING: readonly ServerPermission[] = [
  'server.modify.settings',
  'server.personnel',
  'server.view.audit',
  'server.delete',
  ...SERVER_PERMISSION.filter(isReadPermission),
];

/** Whether the account may do something with a server. Nobody is signed in: no. */
export function may(account: Account, serverId: string, permission: ServerPermission): boolean {
  if (account === undefined || !Object.hasOwn(account.servers, serverId)) return false;
  return account.servers[serverId]?.includes(permission) ?? false;
}

/** Whether the account may do something with a team or an organization. */
export function mayInGroup(
  account: Pick<AccountRow, 'groups'> | undefined,
  groupId: string,
  permission: GroupPermission,
): boolean {
  const groups = account?.groups ?? {};
  return Object.hasOwn(groups, groupId) && (groups[groupId]?.includes(permission) ?? false);
}

/** Whether the account may do something with a ban list. */
export function mayInBanList(
  account: Pick<AccountRow, 'ban_lists'> | undefined,
  banListId: string,
  permission: BanListPermission,
): boolean {
  const lists = account?.ban_lists ?? {};
  return Object.hasOwn(lists, banListId) && (lists[banListId]?.includes(permission) ?? false);
}

/** Whether the account may do something with a bucket. */
export function mayInBucket(
  account: Pick<AccountRow, 'buckets'> | undefined,
  bucketId: string,
  permission: BucketPermission,
): boolean {
  const buckets = account?.buckets ?? {};
  return Object.hasOwn(buckets, bucketId) && (buckets[bucketId]?.includes(permission) ?? false);
}

/** What lets somebody add a ban that ends, or one that does not. */
const ADDS_BANS = ['banlist.add-temporary', 'banlist.add-permanent'] as const;

/** Whether somebody with these permissions in a ban list may add a ban to it, for a time or for good. */
export function mayAddBans(held: readonly BanListPermission[]): boolean {
  return ADDS_BANS.some((permission) => held.includes(permission));
}

/** Whether the account may ban somebody, on whichever list. */
export function mayBan(account: Pick<AccountRow, 'ban_lists'> | undefined): boolean {
  return Object.values(account?.ban_lists ?? {}).some(mayAddBans);
}

/** Whether the account may add entries, to whichever bucket. */
export function mayAddEntries(account: Pick<AccountRow, 'buckets'> | undefined): boolean {
  return Object.values(account?.buckets ?? {}).some((held) => held.includes('bucket.add'));
}

/** Whether the account may read bans, on whichever list. */
export function readsBans(account: Pick<AccountRow, 'ban_lists'> | undefined): boolean {
  return Object.values(account?.ban_lists ?? {}).some((held) => held.includes('banlist.list'));
}

/** Whether a server's overview has more for the account than what the server is. */
export function mayManage(account: Account, serverId: string): boolean {
  return MANAGING.some((permission) => may(account, serverId, permission));
}

/** Whether the account may know who another one is, as seen from a server or, with null, from the host. */
export function mayKnowAccount(
  account: (Account & Pick<AccountRow, 'muster_id'>) | undefined,
  serverId: string | null,
  id: string,
): boolean {
  if (account?.muster_id === id || mayHost(account, 'host.operate')) return true;
  return (
    serverId !== null &&
    (may(account, serverId, 'server.view.audit') || may(account, serverId, 'server.personnel'))
  );
}

/** Whether the account may read a server's feed or its console, the whole of it or filtered. */
export function mayRead(account: Account, serverId: string, which: 'feed' | 'console'): boolean {
  const held = ['server.view.filtered', `server.view.${which}`] as const;
  return held.some((permission) => may(account, serverId, permission));
}

/** Whether the account may read any log of a server. */
export function mayReadLogs(account: Account, serverId: string): boolean {
  return mayRead(account, serverId, 'feed') || mayRead(account, serverId, 'console');
}

/** Whether the account manages the people of any server, and so may bring in somebody. */
export function mayInvite(account: Pick<AccountRow, 'servers'> | undefined): boolean {
  if (account === undefined) return false;
  return Object.values(account.servers).some((held) => held.includes('server.personnel'));
}

/** Whether the account may do something with the host itself. */
export function mayHost(account: Account, permission: HostPermission): boolean {
  return account?.capabilities.includes(permission) ?? false;
}

/**
 * Whether the account may open a server's pages. Nobody opens those of a restricted one: not its managers, nor its owner.
 * First specification, section 4.
 */
export function mayOpen(
  account: Account,
  server: {
    readonly id: string;
    readonly configuration: Pick<ServerRow['configuration'], 'restricted'>;
  },
): boolean {
  return !server.configuration.restricted && may(account, server.id, 'server.view');
}

/** What is left of somebody's permissions while a server is restricted: its owner may delete it. */
export function whileRestricted(
  held: readonly ServerPermission[],
  isOwner: boolean,
): readonly ServerPermission[] {
  return isOwner ? held.filter((permission) => permission === 'server.delete') : [];
}
