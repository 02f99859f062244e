import { STAFF_MOST } from '../../protocol/support/calls.ts';
import type { Handler } from '../calls/handler.ts';
import { may, serverResource } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import { readServerRow } from '../calls/server-row.ts';
import { type Change, changeTold } from '../change/change.ts';
import { authorize, endAuthorization, IS_STAFF } from './authorize.ts';

/** No group is told with a server. */
const tellNobody = () => undefined;

/** Holds a server until the change is made, if whoever asks may still say it: it can have moved to another owner. */
async function lockServer({ trx }: Change, id: string, account: string): Promise<void> {
  const { deleting } = await readServerRow(trx, id, true);
  if (deleting !== null) throw new HostError('not-found', 'The server is being deleted.');
  if (await may(trx, account, 'server.support', serverResource(id))) return;
  const needs = ['server.support'] as const;
  throw new HostError('permission-denied', 'This needs the permission server.support.', { needs });
}

/** `POST server/:id/support`. */
const serverSupportGive: Handler<'serverSupportGive'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { account } = context;
    const { server_id: id } = params;
    await lockServer(made, id, account.id);
    made.tellConfigured(id, 'permissions', account);
    return authorize(made, tellNobody, { kind: 'server', id }, account.id, body);
  });

/** `POST server/:id/support/end`. */
const serverSupportEnd: Handler<'serverSupportEnd'> = ({ params }, context) =>
  changeTold(context, async (made) => {
    const { account } = context;
    const { server_id: id } = params;
    await lockServer(made, id, account.id);
    made.tellConfigured(id, 'permissions', account);
    return endAuthorization(made, tellNobody, { kind: 'server', id }, account.id);
  });

/** `GET staff`. */
const staffList: Handler<'staffList'> = async (_, { db }) => {
  const staff = db.selectFrom('accounts').where(IS_STAFF);
  const { count } = await staff
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const people = await staff
    .select(['id as muster_id', 'display_name'])
    .orderBy('display_name')
    .orderBy('id')
    .limit(STAFF_MOST)
    .execute();
  return { people, more: Math.max(0, count - people.length) };
};

export const supportCalls = { serverSupportGive, serverSupportEnd, staffList };
