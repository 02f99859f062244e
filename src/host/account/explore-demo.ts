import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { HostError } from '../calls/host-error.ts';
import { route } from '../http/route.ts';
import type { AccountDeps } from './deps.ts';
import { isFounded } from './founding.ts';

/** `POST auth/demo`: only before there is an account, and only for somebody at this machine. */
export function registerExploreDemo(app: FastifyInstance, deps: AccountDeps): void {
  route(
    app,
    deps,
    CALLS.exploreDemo,
  )(async ({ db, client, log }) => {
    const { offeredDemo: demo } = deps;
    if (demo === null || !client.local || (await isFounded(db))) {
      throw new HostError('demo-not-offered', 'The demo is not offered here.');
    }
    try {
      return { status: true, address: await demo.open() };
    } catch (error) {
      log.error({ err: error }, 'the demo could not be started');
      throw new HostError('demo-not-started', 'The demo could not be started.', { cause: error });
    }
  });
}
