import { CALLS, type CallName } from '../../protocol/calls.ts';
import type { Answer, Context, Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { restrictedServer } from '../calls/server-row.ts';
import { serverPermissions } from '../access/grants.ts';
import { isClosed } from '../access/restricted.ts';
import { auditRefused } from '../change/audit-refused.ts';
import { moveOccurrence, planNow, planRestart } from './plan.ts';

const scheduleRestart: Handler<'scheduleRestart'> = async ({ body }, context) => {
  const { request_id: requestId, server_ids } = body;
  const by = { accountId: context.account.id, requestId };
  const servers = server_ids.map((server_id) => ({ server_id }));
  return each(context, 'scheduleRestart', servers, async ({ server_id }) => ({
    planned: await planRestart(context, by, server_id, body),
  }));
};

const scheduleNow: Handler<'scheduleNow'> = async ({ body }, context) => {
  const by = { accountId: context.account.id, requestId: body.request_id };
  return each(context, 'scheduleNow', body.jobs, async ({ server_id, id }) => {
    await planNow(context, by, server_id, id);
  });
};

const scheduleMove: Handler<'scheduleMove'> = async ({ body }, context) =>
  each(context, 'scheduleMove', body.occurrences, (seen) =>
    moveOccurrence(context, context.account.id, seen, body.to),
  );

/** The calls that plan for many servers at once. */
export const scheduleCalls = { scheduleRestart, scheduleNow, scheduleMove };

type Result = Answer<'scheduleRestart'>['results'][number];

/** Does it for one after the other: what is refused stops none of the others. `work` answers what more is told of it. */
export async function each<T extends { readonly server_id: string }>(
  context: Context,
  call: CallName,
  items: readonly T[],
  work: (item: T) => Promise<Pick<Result, 'planned'> | void>,
): Promise<Answer<'scheduleRestart'>> {
  const results: Result[] = [];
  for (const item of items) {
    const { server_id } = item;
    try {
      const { db, account } = context;
      const held = await serverPermissions(db, account.id, server_id);
      if (held.length > 0 && (await isClosed(db, account.id, server_id, null))) {
        throw restrictedServer();
      }
      const more = await work(item);
      results.push({ server_id, ok: true, error: null, detail: null, ...more });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      await auditRefused(context, CALLS[call].name, { server_id }, error);
      const { kind, message, needs } = error;
      results.push({
        server_id,
        ok: false,
        error: kind,
        detail: message,
        ...(needs === undefined ? {} : { needs: [...needs] }),
      });
    }
  }
  return { results };
}
