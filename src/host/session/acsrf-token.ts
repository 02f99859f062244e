import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { issueAcsrfToken } from '../http/acsrf.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';

export function registerAcsrfToken(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.acsrfToken,
  )(async ({ client }) => ({
    acsrf_token: issueAcsrfToken(deps.secrets, client.binding()),
  }));
}
