import { CALLS, type CallName } from '../../protocol/calls.ts';
import type { Answer, Context, Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { auditRefused } from '../change/audit-refused.ts';
import { moveOccurrence, planNow, planRestart } from './plan.ts';

const scheduleRestart: Handler<'scheduleRestart'> = async ({ body }, context) => {
  const { request_id: requestId, server_ids } = body;
  const by = { accountId: context.account.id, requestId };
  const servers = server_ids.map((server_id) => ({ server_id }));
  return each(context, 'scheduleRestart', servers, ({ server_id }) =>
    planRestart(context, by, server_id, body),
  );
};

const scheduleNow: Handler<'scheduleNow'> = async ({ body }, context) => {
  const by = { accountId: context.account.id, requestId: body.request_id };
  return each(context, 'scheduleNow', body.jobs, ({ server_id, id }) =>
    planNow(context, by, server_id, id),
  );
};

const scheduleMove: Handler<'scheduleMove'> = async ({ body }, context) =>
  each(context, 'scheduleMove', body.occurrences, (seen) =>
    moveOccurrence(context, context.account.id, seen, body.to),
  );

/** The calls that plan for many servers at once. */
export const scheduleCalls = { scheduleRestart, scheduleNow, scheduleMove };

/** Does it for one after the other: what is refused stops none of the others. */
export async function each<T extends { readonly server_id: string }>(
  context: Context,
  call: CallName,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<Answer<'scheduleNow'>> {
  const results: Answer<'scheduleNow'>['results'] = [];
  for (const item of items) {
    const { server_id } = item;
    try {
      await work(item);
      results.push({ server_id, ok: true, error: null, detail: null });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      await auditRefused(context, CALLS[call].name, server_id, error);
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
