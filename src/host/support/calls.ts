import { STAFF_MOST } from '../../protocol/support/calls.ts';
import type { Handler } from '../calls/handler.ts';
import { readKeptServer } from '../calls/server-row.ts';
import { changeTold } from '../change/change.ts';
import { authorize, endAuthorization, IS_STAFF } from './authorize.ts';

/** No group is told with a server. */
const tellNobody = () => undefined;

/** `POST server/:id/support`. */
const serverSupportGive: Handler<'serverSupportGive'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { account } = context;
    const { server_id: id } = params;
    await readKeptServer(made.trx, id);
    made.tellConfigured(id, 'permissions', account);
    return authorize(made, tellNobody, { kind: 'server', id }, account.id, body);
  });

/** `POST server/:id/support/end`. */
const serverSupportEnd: Handler<'serverSupportEnd'> = ({ params }, context) =>
  changeTold(context, async (made) => {
    const { account } = context;
    const { server_id: id } = params;
    made.tellConfigured(id, 'permissions', account);
    return endAuthorization(made, tellNobody, { kind: 'server', id }, account.id);
  });

/** `GET staff`. */
const staffList: Handler<'staffList'> = async (_, { db }) => {
  const staff = await db
    .selectFrom('accounts')
    .select(['id as muster_id', 'username', 'display_name'])
    .where(IS_STAFF)
    .orderBy('username_key')
    .execute();
  return { people: staff.slice(0, STAFF_MOST), more: Math.max(0, staff.length - STAFF_MOST) };
};

export const supportCalls = { serverSupportGive, serverSupportEnd, staffList };
