import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';
import { subscriberOf } from '../access/plan.ts';
import { titlesOf } from './titles.ts';

export function registerBootstrap(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.bootstrap,
  )(async ({ account: { id }, db, now }) => {
    const account = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      persona: { muster_id: id },
      progression: {
        titles: titlesOf(account.titles),
        registered_at: account.created_at,
        email_verified: account.email_verified_at !== null,
      },
      subscriber: subscriberOf(account, now),
    };
  });
}
