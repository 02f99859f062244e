import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { answered, bindInvitation, giveInvited, rowOfToken } from '../invitations/answer.ts';
import { createAccount } from './accounts.ts';
import type { AccountDeps } from './deps.ts';
import { beginSession, HOME } from './enter.ts';
import { isFounded } from './founding.ts';
import { queueVerification } from './verification.ts';

/** `POST auth/sign-up`: whoever makes an account with the link of an invitation has accepted it. */
export const signUp: Handler<'signUp', AccountDeps> = async ({ body }, context) => {
  const { client, db, now } = context;
  const { invitation: link } = body;
  const mode = context.settings.signUp;
  if (mode === 'closed' || !(await isFounded(db))) {
    throw new HostError('sign-up-closed', 'New accounts cannot be made here.');
  }
  if (mode === 'invitation' && link === undefined) {
    throw new HostError('invitation-invalid', 'You need an invitation to make an account.');
  }
  const passwordHash = await context.hashing.hash(body.password);
  const { id, session, invitation } = await change(context, async (made) => {
    const { trx } = made;
    const row = link === undefined ? null : await rowOfToken(trx, link, now);
    const { username, email } = body;
    const account = await createAccount(made, {
      username,
      displayName: body.display_name,
      email,
      passwordHash,
      plan: 'free',
      titles: [],
      capabilities: ['host.server.create'],
      by: 'sign-up',
    });
    if (row !== null) await bindInvitation(made, row, account);
    await queueVerification(trx, context, { id: account, username, email }, now);
    const begun = await beginSession(made, context, account, 'account.sign-up');
    return { id: account, session: begun, invitation: row };
  });
  if (invitation !== null) {
    await giveInvited(context, invitation, id);
    await answered(context, { ...invitation, to_id: id }, id, true);
  }
  client.enter(session);
  context.wakeMailer();
  return { status: true, next: HOME };
};
