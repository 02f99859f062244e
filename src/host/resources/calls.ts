import { z } from 'zod';
import type { Writing } from '../../domain/resources/rules.ts';
import { hexId } from '../../protocol/fields.ts';
import type { ResourceCalls } from '../../protocol/resources/calls.ts';
import { RESOURCE, type ResourceName } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Handler, Handlers } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import type { SessionAccount } from '../identity/sessions.ts';
import { atOneMoment } from '../store/database.ts';
import { type PageEnd, readPage } from './rows.ts';
import { addRow, editRow, removeRow, restoreRow } from './write.ts';

/** The handlers of every resource's calls. */
export const resourceCalls = Object.assign({}, ...RESOURCE.map(handlersOf)) as Handlers<
  HostDeps,
  keyof ResourceCalls
>;

function handlersOf(resource: ResourceName): object {
  const page: Handler<`${ResourceName}Page`> = async (
    { params: { server_id }, query },
    { db, log, publish },
  ) => {
    const { limit } = query;
    const after = query.after === undefined ? null : decodeEnd(query.after);
    return atOneMoment(db, async (trx) => {
      const { end, unread, ...told } = await readPage(trx, { resource, server_id, after, limit });
      if (unread > 0)
        log.warn({ resource, server: server_id, unread }, 'left out rows that it cannot read');
      const position = await publish.position(trx, serverStream(server_id, resource));
      return { ...told, position, next: end === null ? null : encodeEnd(end) };
    });
  };
  const add: Handler<`${ResourceName}Add`> = ({ params, body: { id, values } }, context) =>
    addRow(context, { resource, ...params, id }, values, writing(context));
  const edit: Handler<`${ResourceName}Edit`> = ({ params, body }, context) =>
    editRow(context, { resource, ...params }, body, writing(context));
  const remove: Handler<`${ResourceName}Remove`> = ({ params }, context) =>
    removeRow(context, { resource, ...params }, writing(context));
  const restore: Handler<`${ResourceName}Restore`> = ({ params }, context) =>
    restoreRow(context, { resource, ...params }, writing(context));
  return {
    [`${resource}Page`]: page,
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

/** Where a page ends, as a client gives it back. */
function encodeEnd(end: PageEnd): string {
  return Buffer.from(JSON.stringify(end)).toString('base64url');
}

const key = z.union([z.string().regex(/^[^\0\p{Surrogate}]*$/u), z.number(), z.null()]);
const pageEnd = z.tuple([key, hexId]);

function decodeEnd(text: string): PageEnd {
  try {
    return pageEnd.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new HostError('invalid-request', 'There is no such page.');
  }
}
