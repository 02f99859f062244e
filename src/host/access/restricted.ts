import { sql } from 'kysely';
import { whileRestricted } from '../../domain/permissions.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { Database, Trx } from '../store/database.ts';
import { inOrder } from './grants.ts';
import { ACCOUNTABLE } from './plan.ts';

/** The restricted servers that the subject has something on, with what is left of it. */
export async function restrictedServers(
  db: Database | Trx,
  subject: string,
): Promise<ReadonlyMap<string, readonly ServerPermission[]>> {
  const { rows } = await sql<{ id: string; owns: boolean; held: readonly string[] }>`
    select servers.id, ${ACCOUNTABLE} = ${subject} as owns, array_agg(rights.permission) as held
    from rights join servers on rights.resource = 'server/' || servers.id
    where rights.subject = ${subject} and servers.restricted
    group by servers.id
  `.execute(db);
  return new Map(
    rows.map(({ id, owns, held }) => [id, whileRestricted(inOrder(new Set(held)), owns)]),
  );
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
