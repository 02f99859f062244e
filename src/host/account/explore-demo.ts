import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import type { AccountDeps } from './deps.ts';
import { isFounded } from './founding.ts';

/** `POST auth/demo`: only before there is an account, and only for somebody at this machine. */
export const exploreDemo: Handler<'exploreDemo', AccountDeps> = async (_input, context) => {
  const { db, client, log } = context;
  const { offeredDemo: demo } = context;
  if (demo === null || !client.local || (await isFounded(db))) {
    throw new HostError('demo-not-offered', 'The demo is not offered here.');
  }
  try {
    return { status: true, address: await demo.open() };
  } catch (error) {
    log.error({ err: error }, 'the demo could not be started');
    throw new HostError('demo-not-started', 'The demo could not be started.', { cause: error });
  }
};
