import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import type { Trx } from '../store/database.ts';
import { createAccount } from './accounts.ts';
import type { AccountDeps } from './deps.ts';
import { beginSession, HOME } from './enter.ts';
import { isFounded } from './founding.ts';
import { noteInvited, redeemInvitation } from './invitations.ts';
import { queueVerification } from './verification.ts';

export const signUp: Handler<'signUp', AccountDeps> = async ({ body }, context) => {
  const { client, db, now } = context;
  const mode = context.settings.signUp;
  if (mode === 'closed' || !(await isFounded(db))) {
    throw new HostError('sign-up-closed', 'Nobody can make an account here.');
  }
  if (mode === 'invitation' && body.invitation === undefined) throw invitationInvalid();
  const passwordHash = await context.hashing.hash(body.password);
  const session = await change(context, async (made) => {
    const { trx } = made;
    const invitation = mode === 'invitation' ? body.invitation : undefined;
    if (invitation !== undefined) await accept(trx, invitation, now);
    const { username, email } = body;
    const id = await createAccount(made, {
      username,
      displayName: body.display_name,
      email,
      passwordHash,
      plan: 'free',
      titles: [],
      capabilities: ['host.server.create'],
      by: 'sign-up',
    });
    if (invitation !== undefined) await noteInvited(trx, invitation, id);
    await queueVerification(trx, context, { id, username, email }, now);
    return beginSession(made, context, id, 'account.sign-up');
  });
  client.enter(session);
  context.wakeMailer();
  return { status: true, next: HOME };
};

async function accept(trx: Trx, invitation: string, now: number): Promise<void> {
  if (!(await redeemInvitation(trx, invitation, now))) throw invitationInvalid();
}

function invitationInvalid(): HostError {
  return new HostError('invitation-invalid', 'This invitation is unknown, used or too old.');
}
