import type { ServerPermission } from '../../protocol/permissions.ts';
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import { withImplied } from '../../domain/personnel/rules.ts';
import { accountResource, grantedServers } from '../access/grants.ts';
import { change, type Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Answer, Context, Handler } from '../calls/handler.ts';
import { accountIdOf } from '../identity/accounts.ts';
import { queueMail } from '../mail/outbox.ts';
import type { HostDeps } from '../calls/deps.ts';
import { giveMore, type Given } from '../personnel/give.ts';
import { hashToken, newId, newToken } from '../store/ids.ts';
import { lockName } from '../store/lock.ts';
import { invitationLink, invitationMail } from './mail.ts';
import { INVITE_ROWS, tellInvitation } from './rows.ts';

const DAY_MS = 86_400_000;

type Results = Answer<'inviteCreate'>['results'];
const OUTCOMES = ['given', 'unchanged', 'not-found', 'limit-reached'] as const;

/** What inviting needs beside what every call has. */
export interface InvitationDeps extends HostDeps {
  /** Tells the mailer that something was put into the outbox. */
  readonly wakeMailer: () => void;
}

type Inviting = Context<InvitationDeps>;

/**
 * `POST invites/create`: who has something on a server already is given more at once; on the others they are invited.
 */
export const inviteCreate: Handler<'inviteCreate', InvitationDeps> = async ({ body }, context) => {
  const { account, db } = context;
  const permissions = withImplied(body.permissions);
  const serverIds = [...new Set(body.server_ids)];
  const subject = body.identifier === null ? null : await accountIdOf(db, body.identifier);
  // Whether a name exists is answered only to those who manage some server's personnel.
  if (body.identifier !== null) await managesAny(context, serverIds);
  if (subject === null && body.identifier !== null) {
    const fields = { identifier: 'unknown' };
    throw new HostError('account-not-found', 'There is no account with this name or id.', {
      fields,
    });
  }
  if (subject === account.id) {
    const fields = { identifier: 'yourself' };
    throw new HostError('permission-denied', 'You cannot give permissions to yourself.', {
      fields,
    });
  }
  const results =
    subject === null
      ? await mayInvite(context, serverIds, permissions)
      : await giveOrInvite(context, serverIds, subject, permissions);
  const invited = results.flatMap((one) => (one.outcome === 'invited' ? [one.server_id] : []));
  const asked = { ...body, subject, permissions, invited };
  const isGiven = results.some(({ outcome }) => outcome === 'given');
  return { results, muster_id: isGiven ? subject : null, ...(await invite(context, asked)) };
};

async function managesAny(context: Inviting, serverIds: readonly string[]): Promise<void> {
  const held = await grantedServers(context.db, context.account.id);
  if (serverIds.some((id) => held.get(id)?.includes('server.personnel'))) return;
  throw new HostError('permission-denied', 'You may not give permissions on any of these servers.');
}

/** For whoever gets a link: on which servers the account may give so much. */
async function mayInvite(
  context: Inviting,
  serverIds: readonly string[],
  permissions: readonly ServerPermission[],
): Promise<Results> {
  const held = await grantedServers(context.db, context.account.id);
  return serverIds.map((server_id) => {
    const own = held.get(server_id);
    if (own === undefined) return { server_id, outcome: 'not-found', held: [] };
    const may = own.includes('server.personnel') && permissions.every((one) => own.includes(one));
    return { server_id, outcome: may ? 'invited' : 'permission-denied', held: [] };
  });
}

async function giveOrInvite(
  context: Inviting,
  serverIds: readonly string[],
  subject: string,
  permissions: readonly ServerPermission[],
): Promise<Results> {
  const results: Results = [];
  for (const server_id of serverIds) {
    const came = await giveMore(context, server_id, context.account, subject, permissions, false);
    const held = came.outcome === 'given' ? [...came.held] : [];
    results.push({ server_id, outcome: outcomeOf(came.outcome), held });
  }
  return results;
}

function outcomeOf(came: Given['outcome']): Results[number]['outcome'] {
  if (came === 'absent') return 'invited';
  return OUTCOMES.find((one) => one === came) ?? 'permission-denied';
}

interface Asked {
  readonly subject: string | null;
  readonly permissions: readonly ServerPermission[];
  readonly invited: readonly string[];
  readonly email: string | null;
  readonly days: number;
}

/** Makes the invitation, where somebody is to be invited anywhere. */
async function invite(
  context: Inviting,
  { subject, permissions, invited, email, days }: Asked,
): Promise<Omit<Answer<'inviteCreate'>, 'results' | 'muster_id'>> {
  const { account, now, settings } = context;
  const token = newToken();
  const id = newId(now);
  const link = invitationLink(context.portalOrigin(), token);
  const mailed = subject === null && email !== null && settings.smtpUrl !== undefined;
  const told = await change(context, async (made) => {
    if (invited.length === 0) return made.tellRows(INVITE_ROWS, account.id, []);
    await lockOpen(made, account.id, now);
    await made.trx
      .insertInto('invitations')
      .values({
        id,
        token_hash: hashToken(token),
        from_id: account.id,
        to_id: subject,
        permissions: [...permissions],
        server_ids: [...invited],
        created_at: now,
        expires_at: now + days * DAY_MS,
        used_at: null,
        used_by: null,
        accepted: null,
      })
      .execute();
    if (mailed) {
      const mail = invitationMail(email, account.displayName, link);
      await queueMail(made.trx, context.secrets, mail, now);
    }
    tellInvitation(made, { id, from_id: null, to_id: subject });
    made.audit({
      resource: accountResource(account.id),
      action: 'invitations.create',
      detail: { invitation: id, subject, permissions, servers: invited.length },
    });
    return made.tellRows(INVITE_ROWS, account.id, [id]);
  });
  if (mailed) context.wakeMailer();
  const isOpen = invited.length > 0;
  return {
    position: told(),
    invite_id: isOpen ? id : null,
    link: isOpen && subject === null ? link : null,
    mailed: isOpen && mailed,
  };
}

/** Refuses one more where an account has made as many as may wait; until the transaction ends it makes no other. */
async function lockOpen(made: Change, account: string, now: number): Promise<void> {
  await lockName(made.trx, `invitations of ${account}`);
  const { count } = await made.trx
    .selectFrom('invitations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('from_id', '=', account)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (count < INVITATION_LIMIT.open) return;
  const text = `${INVITATION_LIMIT.open} invitations of yours wait already: take one back first.`;
  throw new HostError('limit-reached', text);
}
