import type { Access } from '../../protocol/call.ts';
import {
  ACCOUNT_PERMISSION,
  HOST_PERMISSION,
  type HostPermission,
  type ServerPermission,
} from '../../protocol/permissions.ts';
import { HOST_RESOURCE, may, serverPermissions } from '../personnel/grants.ts';
import type { CurrentSession } from '../session/sessions.ts';
import type { Database } from '../store/database.ts';
import { HostError } from './host-error.ts';

/**
 * Refuses a call that this session may not make: `not-signed-in`, `permission-denied`, or `not-found` for
 * a server that the account may not even see, so that nobody can tell which servers exist.
 */
export async function checkAccess(
  db: Database,
  access: Access,
  session: CurrentSession | null,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (access === 'anyone') return;
  if (session === null) throw new HostError('not-signed-in', 'Sign in first.');
  if (access === 'signed-in' || isOneOf(access, ACCOUNT_PERMISSION)) return;
  if (isOneOf(access, HOST_PERMISSION)) return checkHost(db, access, session);
  return checkServer(db, access, session, params);
}

async function checkHost(
  db: Database,
  permission: HostPermission,
  session: CurrentSession,
): Promise<void> {
  if (await may(db, session.account.id, permission, HOST_RESOURCE)) return;
  throw new HostError('permission-denied', `This needs the permission ${permission}.`);
}

async function checkServer(
  db: Database,
  permission: ServerPermission,
  session: CurrentSession,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { server_id: serverId } = params;
  if (typeof serverId !== 'string') throw new TypeError('A call for a server names no server.');
  const held = await serverPermissions(db, session.account.id, serverId);
  if (held.includes(permission)) return;
  if (held.length === 0) throw new HostError('not-found', 'There is no such server.');
  throw new HostError('permission-denied', `This needs the permission ${permission}.`);
}

function isOneOf<T extends string>(value: string, set: readonly T[]): value is T {
  return (set as readonly string[]).includes(value);
}
