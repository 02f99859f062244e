import type { Writing } from '../../domain/resources/rule.ts';
import type { ResourceCalls } from '../../protocol/resources/calls.ts';
import { KEPT_RESOURCE, type KeptName, type ToldName } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Answer, Handler, Handlers } from '../calls/handler.ts';
import type { SessionAccount } from '../identity/sessions.ts';
import { atOneMoment } from '../store/database.ts';
import { decodeEnd, encodeEnd } from './page-end.ts';
import { readPage } from './rows.ts';
import { addRow, editRow, removeRow, restoreRow } from './write.ts';

/** The handlers of the calls of every resource whose rows are kept for it. */
export const resourceCalls = Object.assign(
  {},
  ...KEPT_RESOURCE.map((name) => ({ [`${name}Page`]: keptPage(name), ...writesOf(name) })),
) as Handlers<HostDeps, Exclude<keyof ResourceCalls, `${ToldName}Page`>>;

function keptPage(resource: KeptName): Handler<`${KeptName}Page`> {
  return async ({ params: { server_id }, query }, { db, log, publish }) => {
    const { limit } = query;
    const after = query.after === undefined ? null : decodeEnd(query.after);
    return atOneMoment(db, async (trx) => {
      const { end, unread, ...told } = await readPage(trx, { resource, server_id, after, limit });
      if (unread > 0)
        log.warn({ resource, server: server_id, unread }, 'left out rows that it cannot read');
      const position = await publish.position(trx, serverStream(server_id, resource));
      const next = end === null ? null : encodeEnd(end);
      return { ...told, position, next } as unknown as Answer<`${KeptName}Page`>;
    });
  };
}

function writesOf(resource: KeptName): object {
  const add: Handler<`${KeptName}Add`> = ({ params, body: { id, values } }, context) =>
    addRow(context, { resource, ...params, id }, values, writing(context));
  const edit: Handler<`${KeptName}Edit`> = ({ params, body }, context) =>
    editRow(context, { resource, ...params }, body, writing(context));
  const remove: Handler<`${KeptName}Remove`> = ({ params }, context) =>
    removeRow(context, { resource, ...params }, writing(context));
  const restore: Handler<`${KeptName}Restore`> = ({ params }, context) =>
    restoreRow(context, { resource, ...params }, writing(context));
  return {
    [`${resource}Add`]: add,
    [`${resource}Edit`]: edit,
    [`${resource}Remove`]: remove,
    [`${resource}Restore`]: restore,
  };
}

function writing({
  account,
  now,
}: {
  readonly account: SessionAccount;
  readonly now: number;
}): Writing {
  return { muster_id: account.id, display_name: account.displayName, at: now };
}
