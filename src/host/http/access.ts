import { passes } from '../../domain/routes/gates.ts';
import type { Access } from '../../protocol/call.ts';
import {
  ACCOUNT_PERMISSION,
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  DISPLAY_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_PERMISSION,
  TEAM_PERMISSION,
  WALL_PERMISSION,
  type HostPermission,
  type Permission,
  type ServerPermission,
} from '../../protocol/permissions.ts';
import {
  banListResource,
  bucketResource,
  displayResource,
  grantedServers,
  groupResource,
  HOST_RESOURCE,
  may,
  inOrder,
  rightsOn,
  serverResource,
  throughOf,
  wallResource,
} from '../access/grants.ts';
import { PLAN_COLUMNS, subscriberOf } from '../access/plan.ts';
import { isClosed } from '../access/restricted.ts';
import type { CurrentSession } from '../identity/sessions.ts';
import type { Database } from '../store/database.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { restrictedServer } from '../calls/server-row.ts';

/**
 * Refuses a call that this session may not make: `not-signed-in`, `permission-denied`, or `not-found` for
 * a server, a wall or a display that the account may not even see, so that nobody can tell which exist.
 * Calls for displays know no sessions: their route asks for the display's own token. Answers through what the account may,
 * as the audit tells it.
 */
export async function checkAccess(
  db: Database,
  access: Exclude<Access, 'display'>,
  session: CurrentSession | null,
  params: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  if (access === 'anyone') return null;
  if (session === null) throw new HostError('not-signed-in', 'Sign in first.');
  if (access === 'signed-in' || isOneOf(access, ACCOUNT_PERMISSION)) return null;
  if (isOneOf(access, HOST_PERMISSION)) return checkHost(db, access, session);
  if (isOneOf(access, TEAM_PERMISSION)) {
    return checkOwn(db, access, session, groupResource(named(params, 'group_id')), 'team');
  }
  if (isOneOf(access, ORGANIZATION_PERMISSION)) {
    return checkOwn(db, access, session, groupResource(named(params, 'group_id')), 'organization');
  }
  if (isOneOf(access, BAN_LIST_PERMISSION)) {
    return checkOwn(db, access, session, banListResource(named(params, 'banlist_id')), 'ban list');
  }
  if (isOneOf(access, BUCKET_PERMISSION)) {
    return checkOwn(db, access, session, bucketResource(named(params, 'bucket_id')), 'bucket');
  }
  if (isOneOf(access, WALL_PERMISSION)) {
    return checkOwn(db, access, session, wallResource(named(params, 'wall_id')), 'wall');
  }
  if (isOneOf(access, DISPLAY_PERMISSION)) {
    return checkOwn(db, access, session, displayResource(named(params, 'display_id')), 'display');
  }
  return checkServer(db, access, session, params);
}

/** Refuses a call of players to whoever has neither a subscription nor a server. */
export async function checkGate(
  { db, settings, clock }: Pick<HostDeps, 'db' | 'settings' | 'clock'>,
  accountId: string,
): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const now = clock();
  const subscription = subscriberOf(account, settings, now);
  if (passes(subscription, 0, now)) return;
  if (passes(subscription, (await grantedServers(db, accountId)).size, now)) return;
  throw new HostError('gate-closed', 'This is open to whoever has a server here.');
}

async function checkOwn(
  db: Database,
  permission: Permission,
  session: CurrentSession,
  resource: string,
  what: string,
): Promise<string | null> {
  const rights = await rightsOn(db, session.account.id, resource);
  if (rights.some((one) => one.permission === permission)) return throughOf(rights, permission);
  if (rights.length === 0) throw noSuch(what);
  throw new HostError('permission-denied', `This needs the permission ${permission}.`, {
    needs: [permission],
  });
}

async function checkHost(
  db: Database,
  permission: HostPermission,
  session: CurrentSession,
): Promise<null> {
  if (await may(db, session.account.id, permission, HOST_RESOURCE)) return null;
  throw new HostError('permission-denied', `This needs the permission ${permission}.`);
}

async function checkServer(
  db: Database,
  permission: ServerPermission,
  session: CurrentSession,
  params: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const id = named(params, 'server_id');
  const rights = await rightsOn(db, session.account.id, serverResource(id));
  const held = inOrder(new Set(rights.map((one) => one.permission)));
  if (held.length === 0) throw noSuch('server');
  if (await isClosed(db, session.account.id, id, permission)) throw restrictedServer();
  if (held.includes(permission)) return throughOf(rights, permission);
  throw new HostError('permission-denied', `This needs the permission ${permission}.`, {
    needs: [permission],
  });
}

function named(params: Readonly<Record<string, unknown>>, name: string): string {
  const id = params[name];
  if (typeof id !== 'string') throw new TypeError(`A call names no ${name} in its path.`);
  return id;
}

function isOneOf<T extends string>(value: string, set: readonly T[]): value is T {
  return (set as readonly string[]).includes(value);
}
