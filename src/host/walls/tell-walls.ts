import { accountStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
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
  await deps.publish.append(
    trx,
    [owner, ...displays].map((id) => changed(id, now)),
  );
  for (const display of displays) await deps.publish.grantsChanged(trx, display);
}

/** Tells these accounts that their walls or displays changed. Once in a transaction, as late as possible. */
export async function tellOwners(
  deps: Pick<HostDeps, 'publish'>,
  trx: Trx,
  owners: ReadonlySet<string>,
  now: number,
): Promise<void> {
  if (owners.size > 0)
    await deps.publish.append(
      trx,
      Array.from(owners, (id) => changed(id, now)),
    );
}

function changed(id: string, at: number): Fact {
  const data = { muster_id: id, reason: 'walls' as const };
  return { stream: accountStream(id), event: 'update', data, at };
}
