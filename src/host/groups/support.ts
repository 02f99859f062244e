/** Staff are let act on a team or an organization, by its owner alone. */
import { sql } from 'kysely';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { Handler } from '../calls/handler.ts';
import { type Change, changeTold } from '../change/change.ts';
import { authorize, endAuthorization } from '../support/authorize.ts';
import { lockOwned } from './own.ts';
import { tellSeen } from './tell.ts';

/** Tells somebody who becomes staff, or is staff no longer, of each group that staff may act on now. */
export async function tellSupported(made: Change, account: string): Promise<void> {
  const { rows } = await sql<{ readonly id: string; readonly kind: GroupKind }>`
    select split_part(resource, '/', 2) as id, kind from supported where kind <> 'server'
  `.execute(made.trx);
  for (const group of rows) tellSeen(made, group, account);
}

/** `POST group/:id/support`. */
const groupSupportGive: Handler<'groupSupportGive'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { account } = context;
    const group = await lockOwned(made, params.group_id, account.id);
    return authorize(made, tellSeen, group, account.id, body);
  });

/** `POST group/:id/support/end`. */
const groupSupportEnd: Handler<'groupSupportEnd'> = ({ params }, context) =>
  changeTold(context, async (made) => {
    const { account } = context;
    const group = await lockOwned(made, params.group_id, account.id);
    return endAuthorization(made, tellSeen, group, account.id);
  });

export const groupSupportCalls = { groupSupportGive, groupSupportEnd };
