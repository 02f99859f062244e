/** Does in a demo what somebody does by a call: what they bring is read as the call reads it, without HTTP between. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Context, Handler } from '../../host/calls/handler.ts';
import type { Doing } from '../../host/groups/group.ts';
import { newId } from '../../host/store/ids.ts';
import { CALLS, type CallName } from '../../protocol/calls.ts';

type CallOf<N extends CallName> = (typeof CALLS)[N];

export interface Brings<N extends CallName> {
  readonly params: z.input<CallOf<N>['params']>;
  readonly body: Omit<z.input<CallOf<N>['body']>, 'acsrf_token'>;
}

/** What an account does in its own name. */
export function doing(
  context: Omit<Doing, 'account' | 'now'>,
  id: string,
  displayName: string,
): Doing {
  const account = { id, username: '', displayName };
  const session = { id: newId(0), account, expiresAt: Infinity, endsAt: Infinity };
  return { ...context, now: context.clock(), account, session, through: null };
}

/** `handler` has to do with nothing but what `Doing` has. */
export async function call<N extends CallName>(
  by: Doing,
  name: N,
  handler: Handler<N>,
  { params, body }: Brings<N>,
): Promise<void> {
  const { params: readParams, query, body: readBody } = CALLS[name];
  const acsrf_token = randomBytes(16).toString('hex');
  await handler(
    {
      params: readParams.parse(params) as never,
      query: query.parse({}) as never,
      body: readBody.parse({ ...body, acsrf_token }) as never,
    },
    by as Context,
  );
}
