import { sql } from 'kysely';
import type { GroupPermission } from '../../domain/permissions.ts';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  type BanListPermission,
  type BucketPermission,
  type HostPermission,
  type Permission,
  type ServerPermission,
} from '../../protocol/permissions.ts';
import type { Database, Trx } from '../store/database.ts';

/** The resource of what concerns the host itself. */
export const HOST_RESOURCE = 'host';

/** The resource name of a server in `grants` and in the audit. */
export function serverResource(serverId: string): string {
  return `server/${serverId}`;
}

/** The resource name of an account. */
export function accountResource(accountId: string): string {
  return `account/${accountId}`;
}

/** The resource name of a team or an organization. */
export function groupResource(groupId: string): string {
  return `group/${groupId}`;
}

/** The resource name of a ban list. */
export function banListResource(banListId: string): string {
  return `banlist/${banListId}`;
}

/** The resource name of a bucket. */
export function bucketResource(bucketId: string): string {
  return `bucket/${bucketId}`;
}

/**
 * Where it stands who may do what with a resource. Rights on buckets follow from those on servers and groups, and are
 * computed for those who ask for them.
 */
function rightsOf(resource: string): 'rights' | 'bucket_rights' {
  return resource.startsWith(bucketResource('')) ? 'bucket_rights' : 'rights';
}

/** The resource name of a saved wall. */
export function wallResource(wallId: string): string {
  return `wall/${wallId}`;
}

/** The resource name of a paired screen. */
export function displayResource(displayId: string): string {
  return `display/${displayId}`;
}

/** Whether the subject has this permission on the resource; the one question behind every refusal. */
export async function may(
  db: Database | Trx,
  subject: string,
  permission: Permission,
  resource: string,
): Promise<boolean> {
  const row = await db
    .selectFrom(rightsOf(resource))
    .select('permission')
    .where('subject', '=', subject)
    .where('resource', '=', resource)
    .where('permission', '=', permission)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the subject may do with one server, in the protocol's order; empty where it may not even see it. */
export async function serverPermissions(
  db: Database | Trx,
  subject: string,
  serverId: string,
): Promise<readonly ServerPermission[]> {
  return inOrder(await permissionsOn(db, subject, serverResource(serverId)));
}

/**
 * What the subject may do with one server as long as nobody takes it: all but what owners let staff do for a while. Nobody
 * gives more than this, or it would outlast what it came of.
 */
export async function lastingPermissions(
  db: Database | Trx,
  subject: string,
  serverId: string,
): Promise<readonly ServerPermission[]> {
  return inOrder(await lastingOn(db, subject, serverResource(serverId)));
}

/** The same with any resource. */
export async function lastingOn(
  db: Database | Trx,
  subject: string,
  resource: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom(rightsOf(resource))
    .select('permission')
    .where('subject', '=', subject)
    .where('resource', '=', resource)
    .where('via', '<>', 'support')
    .execute();
  return new Set(rows.map(({ permission }) => permission));
}

/** What the subject may do with the host, in the protocol's order. */
export async function hostPermissions(
  db: Database | Trx,
  subject: string,
): Promise<readonly HostPermission[]> {
  const held = await permissionsOn(db, subject, HOST_RESOURCE);
  return HOST_PERMISSION.filter((permission) => held.has(permission));
}

/**
 * Every server that the subject may do something with, and what, or this one alone. Of the restricted ones, with nothing,
 * those that it may see: nothing of them but that they are there is for anybody.
 */
export async function grantedServers(
  db: Database | Trx,
  subject: string,
  only?: string,
): Promise<ReadonlyMap<string, readonly ServerPermission[]>> {
  const held = await heldOf(db, subject, serverResource(''), only);
  const { rows: restricted } = await sql<{ id: string }>`
    select id from servers where restricted and id = any(${[...held.keys()]}::text[])
  `.execute(db);
  const closed = new Set(restricted.map(({ id }) => id));
  const seen = [...held].filter(([id, own]) => !closed.has(id) || own.has('server.view'));
  return new Map(seen.map(([id, own]) => [id, closed.has(id) ? [] : inOrder(own)]));
}

/** Every team and organization that the subject may see something of, with what it may do there, or this one alone. */
export async function grantedGroups(
  db: Database | Trx,
  subject: string,
  only?: string,
): Promise<ReadonlyMap<string, readonly GroupPermission[]>> {
  const held = await heldOf(db, subject, groupResource(''), only);
  const inOrderOf = (own: ReadonlySet<string>) =>
    [...TEAM_PERMISSION, ...ORGANIZATION_PERMISSION].filter((permission) => own.has(permission));
  return new Map([...held].map(([id, own]) => [id, inOrderOf(own)]));
}

/** Every ban list that the subject may do something with, and what, or this one alone. */
export async function grantedBanLists(
  db: Database | Trx,
  subject: string,
  only?: string,
): Promise<ReadonlyMap<string, readonly BanListPermission[]>> {
  const held = await heldOf(db, subject, banListResource(''), only);
  return new Map(
    [...held].map(([id, own]) => [id, BAN_LIST_PERMISSION.filter((one) => own.has(one))]),
  );
}

/** Every bucket that the subject may do something with, and what, or this one alone. */
export async function grantedBuckets(
  db: Database | Trx,
  subject: string,
  only?: string,
): Promise<ReadonlyMap<string, readonly BucketPermission[]>> {
  const held = await heldOf(db, subject, bucketResource(''), only);
  return new Map(
    [...held].map(([id, own]) => [id, BUCKET_PERMISSION.filter((one) => own.has(one))]),
  );
}

/** What the subject holds on each resource of one kind, by its id, or on one of them alone. */
async function heldOf(
  db: Database | Trx,
  subject: string,
  prefix: string,
  only: string | undefined,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom(rightsOf(prefix))
    .select(['resource', 'permission'])
    .where('subject', '=', subject)
    .where('resource', only === undefined ? 'like' : '=', prefix + (only ?? '%'))
    .orderBy('resource')
    .execute();
  const held = new Map<string, Set<string>>();
  for (const { resource, permission } of rows) {
    const id = resource.slice(prefix.length);
    const permissions = held.get(id);
    if (permissions === undefined) held.set(id, new Set([permission]));
    else permissions.add(permission);
  }
  return held;
}

/** Gives permissions; those that the subject has already stay as they are. `grantedBy` null: the system. */
export async function grant(
  trx: Database | Trx,
  subject: string,
  resource: string,
  permissions: readonly Permission[],
  grantedBy: string | null,
  now: number,
): Promise<void> {
  if (permissions.length === 0) return;
  await trx
    .insertInto('grants')
    .values(
      permissions.map((permission) => ({
        subject,
        resource,
        permission,
        granted_by: grantedBy,
        since: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes permissions; one that the subject does not have is not missed. */
export async function revoke(
  trx: Trx,
  subject: string,
  resource: string,
  permissions: readonly Permission[],
): Promise<void> {
  if (permissions.length === 0) return;
  await trx
    .deleteFrom('grants')
    .where('subject', '=', subject)
    .where('resource', '=', resource)
    .where('permission', 'in', permissions)
    .execute();
}

/** Gives every permission on a server: to the account that adds it. */
export async function grantOwnServer(
  trx: Trx,
  subject: string,
  serverId: string,
  now: number,
): Promise<void> {
  await grant(trx, subject, serverResource(serverId), SERVER_PERMISSION, null, now);
}

/** Takes everything that anybody has on a resource (it is gone); answers who could do something with it. */
export async function revokeAll(trx: Trx, resource: string): Promise<readonly string[]> {
  const subjects = await subjectsOn(trx, [resource]);
  await trx.deleteFrom('grants').where('resource', '=', resource).execute();
  await trx.deleteFrom('support_authorizations').where('resource', '=', resource).execute();
  return subjects;
}

/** Everybody who may do something with one of these resources of one kind, each once, in one order. */
export async function subjectsOn(
  trx: Trx,
  resources: readonly string[],
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom(rightsOf(resources[0] ?? ''))
    .select('subject')
    .distinct()
    .where('resource', 'in', resources)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** Whoever operates the host. */
export async function operatorsOf(trx: Trx): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('rights')
    .select('subject')
    .distinct()
    .where('resource', '=', HOST_RESOURCE)
    .where('permission', '=', 'host.operate')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** A permission that somebody holds on a resource, and through what. */
export interface HeldRight {
  readonly permission: string;
  readonly via: 'shared' | 'role' | 'support';
  /** The role of a team or an organization that brings it. */
  readonly role_id: string | null;
}

/** Everything that the subject may do with a resource, by every way in which they may. */
export async function rightsOn(
  db: Database | Trx,
  subject: string,
  resource: string,
): Promise<readonly HeldRight[]> {
  return db
    .selectFrom(rightsOf(resource))
    .select(['permission', 'via', 'role_id'])
    .where('subject', '=', subject)
    .where('resource', '=', resource)
    .orderBy('since')
    .execute();
}

/**
 * Through what somebody may do something, for the audit: the id of a role, or `support`; null where it is their own to do.
 * Of several ways the nearest is told.
 */
export function throughOf(rights: readonly HeldRight[], permission: string): string | null {
  const ways = rights.filter((one) => one.permission === permission);
  const by = (via: HeldRight['via']) => ways.find((way) => way.via === via);
  if (by('shared') !== undefined) return null;
  return by('role')?.role_id ?? by('support')?.via ?? null;
}

/** Everything that the subject may do with a resource. */
export async function permissionsOn(
  db: Database | Trx,
  subject: string,
  resource: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom(rightsOf(resource))
    .select('permission')
    .where('subject', '=', subject)
    .where('resource', '=', resource)
    .execute();
  return new Set(rows.map((row) => row.permission));
}

/** Permissions on a server, in the protocol's order. */
export function inOrder(held: ReadonlySet<string>): readonly ServerPermission[] {
  return SERVER_PERMISSION.filter((permission) => held.has(permission));
}

/** The authorization by which staff act on a resource for its owner now; null where there is none. */
export async function authorizationOn(
  db: Database | Trx,
  resource: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select authorization_id as id from supported where resource = ${resource}
  `.execute(db);
  return rows[0]?.id ?? null;
}
