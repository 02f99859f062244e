import type { AuditAction } from '../../domain/audit/actions.ts';
import { accountResource, grantedServers } from '../access/grants.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { hashToken } from '../store/ids.ts';
import type { Database, Trx } from '../store/database.ts';
import { carryOutLater, giveWaiting, takeBack } from './carry-out.ts';
import { addWaiting, sumsOf, type Sum } from './results.ts';
import { namesOf, permissionsOf, tellInvitation, INVITE_ROWS, type Invitation } from './rows.ts';

/** `POST invites/:id/answer`, by whoever it is for. */
export const inviteAnswer: Handler<'inviteAnswer'> = async ({ params, body }, context) => {
  const { account, db, now } = context;
  const id = params.invite_id;
  const servers = await change(context, async (made) => {
    const row = await made.trx
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', id)
      .where('to_id', '=', account.id)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw noSuch('invitation');
    if (!(body.accept && (await isUnderWay(made.trx, row)))) {
      refuseAnswered(row, now);
      await answerInvitation(made, row, account.id, body.accept);
    }
    return row.server_ids.length;
  });
  if (body.accept) await giveWaiting(context, id);
  const sum = (await sumsOf(db, [id])).get(id) ?? NOTHING;
  return { position: await positionOf(context, account.id), servers, ...given(sum) };
};

/** `POST invites/:id/revoke`, by whoever made it: what it gave goes with it. */
export const inviteRevoke: Handler<'inviteRevoke'> = async ({ params }, context) => {
  const { account } = context;
  await change(context, async (made) => {
    // Whoever gives at this moment holds the row: the rest is not given then, and this is taken back.
    const row = await made.trx
      .updateTable('invitations')
      .set((was) => ({
        revoked_at: made.now,
        used_at: was.fn.coalesce('used_at', was.val(made.now)),
      }))
      .where('id', '=', params.invite_id)
      .where('from_id', '=', account.id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw noSuch('invitation');
    tellInvitation(made, row);
    auditOf(made, row, 'invitations.revoke');
    await carryOutLater(made, row.id, 'take');
  });
  const taken = await takeBack(context, params.invite_id);
  const results = taken.filter(({ outcome }) => outcome !== 'unchanged');
  return { position: await positionOf(context, account.id), results };
};

/** `POST invites/claim`: whoever has the link is whom it is for. */
export const inviteClaim: Handler<'inviteClaim'> = async ({ body }, context) => {
  const { account, now } = context;
  let id = '';
  const told = await change(context, async (made) => {
    const row = await rowOfToken(made.trx, body.token, now);
    if (row.from_id === account.id || row.server_ids.length === 0) throw invalid();
    ({ id } = row);
    await bindInvitation(made, row, account.id);
    return made.tellRows(INVITE_ROWS, account.id, [id]);
  });
  return { position: told(), invite_id: id };
};

/** `POST auth/invite`: what a link brings. */
export const inviteShow: Handler<'inviteShow'> = async ({ body }, { db, now }) => {
  const row = await rowOfToken(db, body.token, now);
  const maker = await db
    .selectFrom('accounts')
    .select('display_name')
    .where('id', '=', row.from_id)
    .executeTakeFirst();
  return {
    from: maker?.display_name ?? null,
    servers: row.server_ids.length,
    names: [...(await namesOf(db, row))],
    permissions: permissionsOf(row),
    expires_at: row.expires_at,
  };
};

/** Whoever makes an account by a link has accepted: `giveWaiting` gives it, once that is done. */
export async function acceptInvitation(
  made: Change,
  row: Invitation,
  accountId: string,
): Promise<void> {
  await bindInvitation(made, row, accountId);
  await answerInvitation(made, { ...row, to_id: accountId }, accountId, true);
}

/** The invitation of a link that one may sign up with: whoever made it is still somebody who brings people in. */
export async function invitationOfLink(
  db: Database | Trx,
  token: string,
  now: number,
): Promise<Invitation> {
  const row = await rowOfToken(db, token, now);
  if (row.from_id === null) return row;
  const held = await grantedServers(db, row.from_id);
  if (!row.server_ids.some((id) => held.get(id)?.includes('server.personnel'))) throw invalid();
  return row;
}

/** The invitation of a link; throws `invitation-invalid` where it is unknown, answered, or too old. */
async function rowOfToken(db: Database | Trx, token: string, now: number): Promise<Invitation> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) throw invalid();
  refuseAnswered(row, now);
  return row;
}

/** From here on it is this account's, and nobody else's. Of two who have the link at once, one gets it. */
async function bindInvitation(made: Change, row: Invitation, accountId: string): Promise<void> {
  const { numUpdatedRows } = await made.trx
    .updateTable('invitations')
    .set({ to_id: accountId })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .where((one) => one.or([one('to_id', 'is', null), one('to_id', '=', accountId)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw invalid();
  tellInvitation(made, { ...row, to_id: accountId });
}

/** Notes the answer, of several at once the first; from an acceptance on it is to be given on each server. */
async function answerInvitation(
  made: Change,
  row: Invitation,
  accountId: string,
  accepted: boolean,
): Promise<void> {
  const { numUpdatedRows } = await made.trx
    .updateTable('invitations')
    .set({ used_at: made.now, used_by: accountId, accepted })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw invalid();
  if (accepted && row.server_ids.length > 0) {
    await addWaiting(made.trx, row.id, row.server_ids, made.now);
    await carryOutLater(made, row.id, 'give');
  }
  tellInvitation(made, row);
  auditOf(made, row, accepted ? 'invitations.accept' : 'invitations.decline', accountId);
}

/** Whether it was accepted already, and is not given on all servers yet. */
async function isUnderWay(trx: Trx, row: Invitation): Promise<boolean> {
  if (row.accepted !== true) return false;
  const waiting = await trx
    .selectFrom('invitation_results')
    .select('server_id')
    .where('invitation_id', '=', row.id)
    .where('outcome', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Where the stream of an account's invitations stands by now. */
async function positionOf(context: ChangeContext, accountId: string): Promise<number> {
  const told = await change(context, async (made) => made.tellRows(INVITE_ROWS, accountId, []));
  return told();
}

const NOTHING: Sum = { given: 0, refused: [] };

function given({ given: count, refused }: Sum) {
  return { given: count, refused: [...refused] };
}

function auditOf(made: Change, row: Invitation, action: AuditAction, actor?: string): void {
  made.audit({
    ...(actor === undefined ? {} : { actor }),
    resource: accountResource(row.from_id ?? row.to_id ?? ''),
    action,
    detail: { invitation: row.id, subject: row.to_id, servers: row.server_ids.length },
  });
}

function refuseAnswered(row: Invitation, now: number): void {
  if (row.used_at !== null || row.expires_at <= now) throw invalid();
}

function invalid(): HostError {
  return new HostError(
    'invitation-invalid',
    'This invitation is used or has expired. Ask for a new one.',
  );
}
