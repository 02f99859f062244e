import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { route } from '../http/route.ts';
import type { AccountDeps } from './deps.ts';
import { isFounded } from './founding.ts';

export function registerAuthState(app: FastifyInstance, deps: AccountDeps): void {
  route(
    app,
    deps,
    CALLS.authState,
  )(async ({ db, client }) => {
    const founding = !(await isFounded(db));
    const demo = founding && client.local ? deps.offeredDemo : null;
    return {
      founding,
      setup_code_required: founding && !client.local,
      sign_up: deps.settings.signUp,
      mail: deps.settings.smtpUrl !== undefined,
      demo: demo === null ? 'none' : demo.running ? 'running' : 'offered',
    };
  });
}
