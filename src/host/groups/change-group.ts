import type { Acting } from '../../domain/groups/rules.ts';
import { change, type Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { actingIn, lockGroup, type Doing } from './group.ts';

/** A group that is held while it is changed, and by what whoever asks acts in it. */
interface Held {
  readonly made: Change;
  readonly trx: Trx;
  readonly group: GroupRow;
  readonly acting: Acting;
}

/** Changes a group; `work` answers what is told of it, and this where that stands in its stream. */
export async function changeGroup(
  context: Doing,
  groupId: string,
  work: (held: Held) => Promise<() => number>,
): Promise<{ position: number }> {
  const told = await change(context, async (made) => {
    const { trx } = made;
    const group = await lockGroup(trx, groupId);
    return work({ made, trx, group, acting: await actingIn(trx, group, context.account.id) });
  });
  return { position: told() };
}
