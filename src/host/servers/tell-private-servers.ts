import type { FastifyBaseLogger } from 'fastify';
import type { AddressRule } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import type { Database } from '../store/database.ts';

/** Tells the operator which servers have an address that no new server may have. */
export async function tellPrivateServers(
  db: Database,
  resolve: ConnectorPorts['resolve'],
  { allows, keeps }: AddressRule,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const rows = await db
    .selectFrom('servers')
    .select(['id', 'host'])
    .where('private_address', '=', true)
    .where('deleting', 'is', null)
    .orderBy('id')
    .execute();
  const kept: string[] = [];
  const refused: string[] = [];
  for (const { id, host } of rows) {
    const resolved = await resolve(host);
    if (!resolved.ok || allows(resolved.address)) continue;
    (keeps(resolved.address) ? kept : refused).push(id);
  }
  if (kept.length > 0) {
    log.warn(
      { servers: kept },
      'servers stay connected in private networks, where no new one is let in: set MUSTER_PRIVATE_ADDRESSES to decide',
    );
  }
  if (refused.length > 0) {
    log.warn(
      { servers: refused },
      'servers are not connected, since MUSTER_PRIVATE_ADDRESSES or the kind of their address forbids it',
    );
  }
}
