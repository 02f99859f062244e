import i18next from 'i18next';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  type BanListPermission,
  type BucketPermission,
  type OrganizationPermission,
  type RolePermission,
  type ServerPermission,
  type TeamPermission,
} from '../../protocol/permissions.ts';

const OF_SERVERS: ReadonlySet<string> = new Set(SERVER_PERMISSION);
const OF_GROUPS: ReadonlySet<string> = new Set([
  ...ORGANIZATION_PERMISSION,
  ...TEAM_PERMISSION,
  ...BAN_LIST_PERMISSION,
]);
const OF_BUCKETS: ReadonlySet<string> = new Set(BUCKET_PERMISSION);

function isOfServers(name: string): name is ServerPermission {
  return OF_SERVERS.has(name);
}

function isOfGroups(
  name: string,
): name is OrganizationPermission | TeamPermission | BanListPermission {
  return OF_GROUPS.has(name);
}

/** A permission as people read it; empty where this page has no words for it. */
export function permissionName(name: RolePermission | BucketPermission | (string & {})): string {
  if (isOfServers(name)) return said('serverPages', `permission.${name}`);
  if (OF_BUCKETS.has(name)) return said('rights', `permission.${name}`);
  return isOfGroups(name) ? said('groups', `permission.${name}`) : '';
}

function said(ns: 'serverPages' | 'groups' | 'rights', key: string): string {
  return i18next.exists(key, { ns }) ? i18next.t(key as never, { ns }) : '';
}
