import { to } from '../../domain/routes/routes.ts';
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { may, HOST_RESOURCE } from '../access/grants.ts';
import { acceptInvitation, invitationOfLink } from '../invitations/answer.ts';
import { giveWaiting } from '../invitations/carry-out.ts';
import { sumsOf } from '../invitations/results.ts';
import type { Invitation } from '../invitations/rows.ts';
import type { Database, Trx } from '../store/database.ts';
import type { HostPermission } from '../../protocol/permissions.ts';
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
  const { session, invitation } = await change(context, async (made) => {
    const { trx } = made;
    const asked = link === undefined ? null : await invitationOfLink(trx, link, now);
    const { username, email } = body;
    const account = await createAccount(made, {
      username,
      displayName: body.display_name,
      email,
      passwordHash,
      plan: 'free',
      titles: [],
      capabilities: mode === 'open' ? CREATING : await capabilitiesBy(trx, asked),
      by: 'sign-up',
    });
    if (asked !== null) await acceptInvitation(made, asked, account);
    await queueVerification(trx, context, { id: account, username, email }, now);
    const begun = await beginSession(made, context, account, 'account.sign-up');
    return { session: begun, invitation: asked };
  });
  client.enter(session);
  context.wakeMailer();
  return { status: true, next: await nextAfter(context, invitation) };
};

const CREATING: readonly HostPermission[] = ['host.server.create'];

/**
 * What an account may do with the host that one needs an invitation for: whoever brings in somebody for their servers
 * lets them have servers of their own where they may let anybody, as the operator's links do.
 */
async function capabilitiesBy(
  db: Database | Trx,
  invitation: Invitation | null,
): Promise<readonly HostPermission[]> {
  const from = invitation?.from_id ?? null;
  return from === null || (await may(db, from, 'host.operate', HOST_RESOURCE)) ? CREATING : [];
}

/** Gives what the invitation brings; where some of it is not given, the next page says so. */
async function nextAfter(
  context: Context<AccountDeps>,
  invitation: Invitation | null,
): Promise<string> {
  if (invitation === null) return HOME;
  await giveWaiting(context, invitation.id);
  const sum = (await sumsOf(context.db, [invitation.id])).get(invitation.id);
  return (sum?.given ?? 0) < invitation.server_ids.length ? to.people() : HOME;
}
