/** Rows that the host tells from tables of their feature. */
import { scopeOf, TOLD, type RowOf, type ToldName } from '../../protocol/resources/registry.ts';
import { ownerBy } from '../../protocol/resources/resource.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { HostError } from '../calls/host-error.ts';
import type { Fact } from '../realtime/contract.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';

/** How the rows of a resource are read. */
export interface ToldRows<R extends ToldName = ToldName> {
  readonly resource: R;
  /** Those of a server, of a group, or of an account: of these ids, or with null all. It may answer more than was asked. */
  read(trx: Trx, ownerId: string, ids: readonly string[] | null): Promise<readonly RowOf<R>[]>;
}

/**
 * Refuses one more than somebody may have, by the resource's own limit; until the transaction ends nobody else adds one.
 * `id`: of the new one, which may be there already.
 */
export async function refuseFull(
  trx: Trx,
  rows: ToldRows,
  ownerId: string,
  id?: string,
): Promise<void> {
  const { most, many } = TOLD[rows.resource];
  await lockName(trx, `${many} of ${ownerId}`);
  const others = (await rows.read(trx, ownerId, null)).filter((row) => row.id !== id);
  if (others.length < most) return;
  throw new HostError('limit-reached', `There are ${most} ${many} already. Delete one first.`);
}

/** Rows that are to be told again. */
export interface ChangedRows {
  readonly rows: ToldRows;
  /** A server, a group, or an account. */
  readonly ownerId: string;
  readonly ids: readonly string[];
}

/** The stream that tells them. */
export function streamOfChanged({ rows, ownerId }: ChangedRows): string {
  return resourceStream(rows.resource, ownerId);
}

/**
 * The facts that tell how rows are now. Whoever changes other parts of them waits until this is committed, and reads
 * them then: so the last word of a row has all of it.
 */
export async function factsOf(
  trx: Trx,
  changed: ChangedRows,
  at: number,
): Promise<readonly Fact[]> {
  const { rows, ownerId, ids } = changed;
  const { resource } = rows;
  const stream = streamOfChanged(changed);
  await lockName(trx, stream);
  const held = new Map((await rows.read(trx, ownerId, ids)).map((row) => [row.id, row]));
  const of = { resource, ...ownerBy(scopeOf(resource), ownerId) };
  return ids.map((id) => {
    const row = held.get(id);
    return (
      row === undefined
        ? { stream, event: 'row:gone', data: { ...of, id }, at }
        : { stream, event: 'row:put', data: { ...of, row }, at }
    ) as Fact;
  });
}
