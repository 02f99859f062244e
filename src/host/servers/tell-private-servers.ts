import type { Logger } from '../logger.ts';
import type { AddressRule } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import type { Database } from '../store/database.ts';

/** Tells the operator which servers have an address that no new server may have; ends without a word at `stopping`. */
export async function tellPrivateServers(
  db: Database,
  resolve: ConnectorPorts['resolve'],
  { allows, keeps }: AddressRule,
  { log, stopping }: { readonly log: Pick<Logger, 'warn'>; readonly stopping: AbortSignal },
): Promise<void> {
  const rows = await db
    .selectFrom('servers')
    .select(['id', 'host'])
    .where('private_address', '=', true)
    .where('deleting', 'is', null)
    .orderBy('id')
    .execute();
  const stopped = new Promise<null>((resolved) => {
    stopping.addEventListener('abort', () => resolved(null), { once: true });
  });
  const kept: string[] = [];
  const refused: string[] = [];
  for (const { id, host } of rows) {
    if (stopping.aborted) return;
    const resolved = await Promise.race([resolve(host), stopped]);
    if (resolved === null) return;
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
