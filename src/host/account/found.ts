import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import type { AccountDeps } from './deps.ts';
import { beginSession, HOME } from './enter.ts';
import { foundAccount, isFounded } from './founding.ts';
import { setupCodeFits } from './setup-code.ts';
import { queueVerification } from './verification.ts';

export const found: Handler<'found', AccountDeps> = async ({ body }, context) => {
  const { client, db, now } = context;
  if (await isFounded(db)) {
    throw new HostError('already-founded', 'The founding account exists already. Sign in instead.');
  }
  if (!client.local && !setupCodeFits(context.secrets, body.setup_code)) {
    throw new HostError(
      'setup-code-invalid',
      'This is not the set-up code that npm start printed.',
      {
        fields: { setup_code: 'wrong' },
      },
    );
  }
  const passwordHash = await context.hashing.hash(body.password);
  const session = await change(context, async (made) => {
    const { username, email } = body;
    const account = {
      username,
      displayName: body.display_name,
      email,
      passwordHash,
      by: 'founding' as const,
    };
    const id = await foundAccount(made, account);
    await queueVerification(made.trx, context, { id, username, email }, now);
    return beginSession(made, context, id, 'account.found');
  });
  client.enter(session);
  context.wakeMailer();
  context.offeredDemo?.founded();
  return { status: true, next: HOME };
};
