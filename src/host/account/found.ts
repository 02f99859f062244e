import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { HostError } from '../calls/host-error.ts';
import { route } from '../http/route.ts';
import type { AccountDeps } from './deps.ts';
import { beginSession, HOME } from './enter.ts';
import { foundAccount, isFounded } from './founding.ts';
import { setupCodeFits } from './setup-code.ts';
import { queueVerification } from './verification.ts';

export function registerFound(app: FastifyInstance, deps: AccountDeps): void {
  route(
    app,
    deps,
    CALLS.found,
  )(async (context) => {
    const { body, client, db, now } = context;
    if (await isFounded(db)) {
      throw new HostError('already-founded', 'The founding account exists already: sign in.');
    }
    if (!client.local && !setupCodeFits(deps.secrets, body.setup_code)) {
      throw new HostError('setup-code-invalid', 'This is not the code that npm start printed.', {
        fields: { setup_code: 'wrong' },
      });
    }
    const passwordHash = await deps.hashing.hash(body.password);
    const session = await db.transaction().execute(async (trx) => {
      const { username, email } = body;
      const account = {
        username,
        displayName: body.display_name,
        email,
        passwordHash,
        by: 'founding' as const,
      };
      const id = await foundAccount(trx, deps.secrets, account, now);
      await queueVerification(trx, deps, { id, username, email }, now);
      return beginSession(trx, deps, context, id, 'account.found');
    });
    client.enter(session);
    deps.wakeMailer();
    deps.offeredDemo?.founded();
    return { status: true, next: HOME };
  });
}
