/** To whom what is made belongs: an account, a team or an organization. */
import { GROUP_NEEDS } from '../../protocol/groups/access.ts';
import { groupResource, may, subjectsOn } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';
import { HostError, noSuch } from './host-error.ts';

/** An account, or a group. */
interface Owner {
  readonly kind: 'account' | 'team' | 'organization';
  readonly id: string;
}

/** By whose plan something counts that an account makes for itself or for a group. Throws where it may not. */
export async function payerOf(trx: Trx, { kind, id }: Owner, accountId: string): Promise<string> {
  if (kind === 'account') {
    if (id !== accountId) throw noSuch('account');
    return accountId;
  }
  await lockName(trx, `group ${id}`);
  const group = await trx
    .selectFrom('groups')
    .select(['owner', 'deleting'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const seen = await subjectsOn(trx, [groupResource(id)]);
  if (group === undefined || !seen.includes(accountId)) throw noSuch('team or organization');
  if (group.deleting !== null) throw new HostError('being-deleted', 'This is being deleted.');
  const needed = GROUP_NEEDS[kind].modify;
  if (await may(trx, accountId, needed, groupResource(id))) return group.owner;
  throw new HostError('permission-denied', `This needs the permission ${needed}.`, {
    needs: [needed],
  });
}
