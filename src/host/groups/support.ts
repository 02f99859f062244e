/** Staff are let act on a team or an organization, by its owner alone. */
import { sql } from 'kysely';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { change, type Change, changeTold } from '../change/change.ts';
import { lockHeld } from '../support/ends.ts';
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

/** `POST support/:id/end`: staff give back what they were let do. */
const supportEnd: Handler<'supportEnd'> = async ({ params }, context) => {
  const { account, session, client, db, publish, secrets, now } = context;
  const { authorization_id: id } = params;
  const by = { session, client, through: `support/${id}` };
  await change({ db, publish, secrets, now, ...by }, async (made) => {
    const held = await lockHeld(made.trx, id, account.id);
    if (held === null) throw new HostError('not-found', 'There is no such authorization.');
    if (held.kind === 'server') made.tellConfigured(held.id, 'permissions', account);
    await endAuthorization(made, tellSeen, held, account.id);
  });
  return { status: true };
};

export const groupSupportCalls = { groupSupportGive, groupSupportEnd, supportEnd };
