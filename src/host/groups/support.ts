/** Staff are let act on a team or an organization, by its owner alone. */
import type { Handler } from '../calls/handler.ts';
import { changeTold } from '../change/change.ts';
import { authorize, endAuthorization } from '../support/authorize.ts';
import { lockOwned } from './own.ts';
import { tellSeen } from './tell.ts';

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
