import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';

export function registerStatus(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.status,
  )(async ({ session }) => ({
    session: { expires_at: session?.expiresAt ?? null },
    state: { login: session === null ? 'NOT_LOGGED_IN' : 'LOGGED_IN' },
    user: {
      authenticated: session !== null,
      logged: session !== null,
      muster_id: session?.account.id ?? null,
    },
  }));
}
