import { sql } from 'kysely';
import { whileRestricted } from '../../domain/permissions.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { Database, Trx } from '../store/database.ts';
import { serverPermissions } from './grants.ts';
import { ACCOUNTABLE } from './plan.ts';

/** The restricted servers that the subject has something on, with what is left of it. */
export async function restrictedServers(
  db: Database | Trx,
  subject: string,
): Promise<ReadonlyMap<string, readonly ServerPermission[]>> {
  const { rows } = await sql<{ id: string; owner: string }>`
    select id, ${ACCOUNTABLE} as owner from servers
    where restricted and exists (
      select from rights where subject = ${subject} and resource = 'server/' || servers.id
    )
  `.execute(db);
  const left = new Map<string, readonly ServerPermission[]>();
  for (const { id, owner } of rows) {
    const held = await serverPermissions(db, subject, id);
    left.set(id, whileRestricted(held, owner === subject));
  }
  return left;
}

/**
 * Whether a server is closed to somebody who may do something with it: it is restricted, and `permission` is not what is
 * left to its owner. null: no single one is asked for.
 */
export async function isClosed(
  db: Database | Trx,
  subject: string,
  serverId: string,
  permission: ServerPermission | null,
): Promise<boolean> {
  const server = await db
    .selectFrom('servers')
    .select(ACCOUNTABLE.as('owner'))
    .where('id', '=', serverId)
    .where('restricted', '=', true)
    .executeTakeFirst();
  if (server === undefined) return false;
  const asked = permission === null ? [] : [permission];
  return whileRestricted(asked, server.owner === subject).length === 0;
}
