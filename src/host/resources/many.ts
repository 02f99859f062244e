import type { HostDeps } from '../calls/deps.ts';
import type { Context, Handler, Handlers } from '../calls/handler.ts';
import { each } from '../schedules/calls.ts';
import { refuseForbidden } from '../schedules/refusals.ts';
import { addRow, removeRow } from './write.ts';

type Of = { readonly server_id: string; readonly id: string };

/** One job, or message, on many servers: each as where it is written alone. */
function manyOf(resource: 'jobs' | 'messages') {
  const add: Handler<`${typeof resource}AddMany`> = ({ body: { rows, values } }, context) =>
    each(context, `${resource}AddMany`, rows, async (row) => {
      await refuseOthers(context, row);
      await addRow(context, { resource, ...row }, values, writing(context));
    });
  const remove: Handler<`${typeof resource}RemoveMany`> = ({ body: { rows } }, context) =>
    each(context, `${resource}RemoveMany`, rows, async (row) => {
      await refuseOthers(context, row);
      await removeRow(context, { resource, ...row }, writing(context));
    });
  return { [`${resource}AddMany`]: add, [`${resource}RemoveMany`]: remove };
}

/** A call for one server asks this by itself. */
async function refuseOthers({ db, account }: Context, { server_id }: Of): Promise<void> {
  await refuseForbidden(db, server_id, account.id, ['server.modify.configuration']);
}

function writing({ account, now }: Context) {
  return { muster_id: account.id, display_name: account.displayName, at: now };
}

/** The handlers of the calls that write to many servers at once. */
export const manyCalls = { ...manyOf('jobs'), ...manyOf('messages') } as Handlers<
  HostDeps,
  'jobsAddMany' | 'jobsRemoveMany' | 'messagesAddMany' | 'messagesRemoveMany'
>;
