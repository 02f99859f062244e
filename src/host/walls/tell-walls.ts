import { accountStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../http/deps.ts';
import type { Fact } from '../realtime/contract.ts';
import type { Trx } from '../store/database.ts';

/**
 * Tells the account that its walls or displays changed, and each display that its wall did: what it may
 * hear changes with it. Call it once in a transaction, as late as possible.
 */
export async function tellWalls(
  deps: Pick<HostDeps, 'publish'>,
  trx: Trx,
  owner: string,
  displays: readonly string[],
  now: number,
): Promise<void> {
  const facts = [owner, ...displays].map((id): Fact => ({
    stream: accountStream(id),
    event: 'update',
    data: { muster_id: id, reason: 'walls' },
    at: now,
  }));
  await deps.publish.append(trx, facts);
  for (const display of displays) await deps.publish.grantsChanged(trx, display);
}
