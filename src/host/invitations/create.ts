import type { ServerPermission } from '../../protocol/permissions.ts';
import { withImplied } from '../../domain/personnel/rules.ts';
import { accountResource, grantedServers } from '../access/grants.ts';
import { change, type Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { accountIdOf } from '../identity/accounts.ts';
import { queueMail } from '../mail/outbox.ts';
import type { HostDeps } from '../calls/deps.ts';
import { hashToken, newId, newToken } from '../store/ids.ts';
import { carryOutLater, giveWaiting } from './carry-out.ts';
import { lockInviting, refuseOpen, refuseToday } from './limits.ts';
import { invitationLink, invitationMail } from './mail.ts';
import { addWaiting, outcomesOf } from './results.ts';
import { namesOf, INVITE_ROWS, tellInvitation, type Invitation } from './rows.ts';
import { readKnown, screen, type Screened } from './screen.ts';

const DAY_MS = 86_400_000;

/** What inviting needs beside what every call has. */
export interface InvitationDeps extends HostDeps {
  /** Tells the mailer that something was put into the outbox. */
  readonly wakeMailer: () => void;
}

type Inviting = Context<InvitationDeps>;

/**
 * `POST invites/create`: who has something on a server already is given more at once; on the others they are invited.
 * Sent again under the same `request_id`, it goes on where it was, and answers as it would have.
 */
export const inviteCreate: Handler<'inviteCreate', InvitationDeps> = async ({ body }, context) => {
  const { account, db } = context;
  const permissions = withImplied(body.permissions);
  const serverIds = [...new Set(body.server_ids)];
  const own = await grantedServers(db, account.id);
  // First of all: whether a name exists is answered only to those who manage some server's personnel.
  if (!serverIds.some((id) => own.get(id)?.includes('server.personnel'))) {
    const text = 'You may not give permissions on any of these servers.';
    throw new HostError('permission-denied', text);
  }
  const subject = await subjectOf(context, body.identifier);
  const known = await readKnown(db, own, subject, serverIds);
  const screened = serverIds.map((id) => ({ id, what: screen(known, id, permissions) }));
  const those = (what: Screened) => screened.flatMap((one) => (one.what === what ? [one.id] : []));
  const { request_id: requestId, email, days } = body;
  const asked = { requestId, subject, permissions, days, token: tokenOf(context, requestId) };
  const mailTo = subject === null && context.settings.smtpUrl !== undefined ? email : null;
  const noted = await note(context, asked, those('invited'), those('give'), mailTo);
  if (noted.given !== null) await giveWaiting(context, noted.given.id);
  const given = await outcomesOf(db, noted.given?.id ?? null);
  const invited = new Set(noted.invited?.server_ids);
  const told = await change(context, async (made) => made.tellRows(INVITE_ROWS, account.id, []));
  return {
    position: told(),
    results: screened.map(({ id, what }) => {
      const outcome = given.get(id) ?? (invited.has(id) ? 'invited' : what);
      return { server_id: id, outcome: outcome === 'give' ? 'unchanged' : outcome };
    }),
    invite_id: noted.invited?.id ?? null,
    given_id: noted.given?.id ?? null,
    link:
      noted.invited !== null && subject === null
        ? invitationLink(context.portalOrigin(), asked.token)
        : null,
    mailed: noted.invited !== null && mailTo !== null,
  };
};

/** The account of a name; null: whoever gets a link. */
async function subjectOf(
  { account, db }: Inviting,
  identifier: string | null,
): Promise<string | null> {
  if (identifier === null) return null;
  const subject = await accountIdOf(db, identifier);
  if (subject === null) {
    const fields = { identifier: 'unknown' };
    const text = 'There is no account with this name or id.';
    throw new HostError('account-not-found', text, { fields });
  }
  if (subject === account.id) {
    const fields = { identifier: 'yourself' };
    const text = 'You cannot give permissions to yourself.';
    throw new HostError('permission-denied', text, { fields });
  }
  return subject;
}

/** The secret part of the link of a request: the same when it is sent again, though only its hash is kept. */
function tokenOf({ account, secrets }: Inviting, requestId: string): string {
  return secrets.mac('invitation link', `${account.id} ${requestId}`).toString('base64url');
}

interface Asked {
  readonly requestId: string;
  readonly subject: string | null;
  readonly permissions: readonly ServerPermission[];
  readonly days: number;
  readonly token: string;
}

/** What was made of a request: what waits for an answer, and what is given at once. */
interface Noted {
  readonly invited: Invitation | null;
  readonly given: Invitation | null;
}

/** Makes the invitation and what is to be given at once, of a request that is new; otherwise it finds them. */
async function note(
  context: Inviting,
  asked: Asked,
  invited: readonly string[],
  given: readonly string[],
  mailTo: string | null,
): Promise<Noted> {
  const { account, secrets } = context;
  const noted = await change(context, async (made) => {
    await lockInviting(made, account.id, asked.subject);
    const before = await notedOf(made, account.id, asked);
    if (before !== null) return { ...before, isNew: false };
    if (invited.length > 0) await refuseOpen(made, account.id, asked.subject);
    if (invited.length + given.length > 0) await refuseToday(made, account.id);
    const rows = {
      invited: invited.length === 0 ? null : await add(made, account.id, asked, invited, false),
      given: given.length === 0 ? null : await add(made, account.id, asked, given, true),
    };
    if (rows.given !== null) {
      await addWaiting(made.trx, rows.given.id, given, made.now);
      await carryOutLater(made, rows.given.id, 'give');
    }
    if (rows.invited !== null && mailTo !== null) {
      const link = invitationLink(context.portalOrigin(), asked.token);
      const names = await namesOf(made.trx, rows.invited);
      const on = { names, servers: rows.invited.server_ids.length };
      const mail = invitationMail(mailTo, account.displayName, link, on);
      await queueMail(made.trx, secrets, mail, made.now);
    }
    return { ...rows, isNew: true };
  });
  if (noted.isNew && noted.invited !== null && mailTo !== null) context.wakeMailer();
  return noted;
}

/** What an earlier try of the same request has made; null where this is the first. */
async function notedOf(
  made: Change,
  from: string,
  { requestId, subject, permissions }: Asked,
): Promise<Noted | null> {
  const rows = await made.trx
    .selectFrom('invitations')
    .selectAll()
    .where('from_id', '=', from)
    .where('request_id', '=', requestId)
    .execute();
  if (rows.length === 0) return null;
  const isSame = rows.every(
    (row) =>
      (subject === null || row.to_id === subject) && row.permissions.join() === permissions.join(),
  );
  if (!isSame) {
    const fields = { request_id: 'already_used' };
    const text = 'This request_id belongs to another request. Use a new one.';
    throw new HostError('invalid-request', text, { fields });
  }
  const one = (atOnce: boolean) => rows.find((row) => row.at_once === atOnce) ?? null;
  return { invited: one(false), given: one(true) };
}

async function add(
  made: Change,
  from: string,
  { requestId, subject, permissions, days, token }: Asked,
  serverIds: readonly string[],
  atOnce: boolean,
): Promise<Invitation> {
  const { now, trx } = made;
  const id = newId(now);
  const row = await trx
    .insertInto('invitations')
    .values({
      id,
      // What is given at once has no link: its hash is of nothing that anybody is told.
      token_hash: hashToken(atOnce ? newToken() : token),
      from_id: from,
      to_id: subject,
      permissions: [...permissions],
      server_ids: [...serverIds],
      created_at: now,
      expires_at: now + days * DAY_MS,
      used_at: atOnce ? now : null,
      used_by: atOnce ? subject : null,
      accepted: atOnce ? true : null,
      request_id: requestId,
      at_once: atOnce,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  tellInvitation(made, row);
  made.audit({
    resource: accountResource(from),
    action: atOnce ? 'invitations.give' : 'invitations.create',
    detail: { invitation: id, subject, permissions, servers: serverIds.length },
  });
  return row;
}
