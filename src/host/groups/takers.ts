/** Who gives something to another owner, and who takes it. */
import { heldIn } from '../../domain/groups/rules.ts';
import { GROUP_NEEDS } from '../../protocol/groups/access.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import { groupResource, rightsOn, throughOf } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import type { Change } from '../change/change.ts';
import { justMoved, lockStorages } from '../files/storage.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { actingIn, goneGroup, lockGroups } from './group.ts';

/** An account, a team or an organization. */
export interface Taker {
  readonly kind: 'account' | GroupKind;
  readonly id: string;
}

/** The groups among these owners, locked; before them, what is kept by all of these. */
export async function lockTakers(
  { trx }: Change,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupRow>> {
  const found = await trx
    .selectFrom('groups')
    .select(['id', 'owner'])
    .where('id', 'in', ids)
    .execute();
  const owners = new Map(found.map(({ id, owner }) => [id, owner]));
  await lockStorages(
    trx,
    ids.map((id) => owners.get(id) ?? id),
  );
  if (found.length === 0) return new Map();
  const groups = await lockGroups(trx, [...owners.keys()]);
  for (const [id, { owner }] of groups) if (owners.get(id) !== owner) throw justMoved();
  return groups;
}

/** Through what an account may change a group; throws where it may not. */
export async function throughChange(
  { trx }: Change,
  group: GroupRow,
  accountId: string,
): Promise<string | null> {
  const needed = GROUP_NEEDS[group.kind].modify;
  if (heldIn(await actingIn(trx, group, accountId)).has(needed)) {
    return throughOf(await rightsOn(trx, accountId, groupResource(group.id)), needed);
  }
  throw new HostError('permission-denied', `This needs the permission ${needed}.`, {
    needs: [needed],
  });
}

/**
 * The group that takes something, which the account may change, and through what it may; undefined: the account itself.
 * Throws where it is neither.
 */
export async function takenBy(
  made: Change,
  groups: ReadonlyMap<string, GroupRow>,
  to: Taker,
  accountId: string,
): Promise<{ readonly taker: GroupRow | undefined; readonly takes: string | null | undefined }> {
  const taker = groups.get(to.id);
  if (to.kind === 'account' ? to.id !== accountId : taker?.kind !== to.kind) throw goneGroup();
  return { taker, takes: taker && (await throughChange(made, taker, accountId)) };
}
