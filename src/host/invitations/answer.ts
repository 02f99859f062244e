import type { Selectable } from 'kysely';
import { accountResource } from '../access/grants.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { giveMore } from '../personnel/give.ts';
import { hashToken } from '../store/ids.ts';
import type { Database, Trx } from '../store/database.ts';
import type { InvitationRow } from '../store/tables/account.ts';
import { namesOf, permissionsOf, tellInvitation, INVITE_ROWS } from './rows.ts';

type Row = Selectable<InvitationRow>;

/** `POST invites/:id/answer`, by whoever it is for. */
export const inviteAnswer: Handler<'inviteAnswer'> = async ({ params, body }, context) => {
  const { account, db, now } = context;
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', params.invite_id)
    .where('to_id', '=', account.id)
    .executeTakeFirst();
  if (row === undefined) throw new HostError('not-found', 'There is no such invitation.');
  refuseAnswered(row, now);
  if (body.accept) await giveInvited(context, row, account.id);
  return answered(context, row, account.id, body.accept);
};

/** `POST invites/:id/revoke`, by whoever made it. */
export const inviteRevoke: Handler<'inviteRevoke'> = async ({ params }, context) => {
  const { account } = context;
  const told = await change(context, async (made) => {
    const row = await made.trx
      .deleteFrom('invitations')
      .where('id', '=', params.invite_id)
      .where('from_id', '=', account.id)
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new HostError('not-found', 'There is no such invitation.');
    tellInvitation(made, { ...row, from_id: null });
    auditOf(made, row, 'invitations.revoke');
    return made.tellRows(INVITE_ROWS, account.id, [row.id]);
  });
  return { position: told() };
};

/** `POST invites/claim`: whoever has the link is whom it is for. */
export const inviteClaim: Handler<'inviteClaim'> = async ({ body }, context) => {
  const { account, now } = context;
  let id = '';
  const told = await change(context, async (made) => {
    const row = await rowOfToken(made.trx, body.token, now);
    if (row.from_id === account.id || row.server_ids.length === 0) throw invalid();
    if (row.to_id !== null && row.to_id !== account.id) throw invalid();
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

/** The invitation of a link; throws `invitation-invalid` where it is unknown, answered, or too old. */
export async function rowOfToken(db: Database | Trx, token: string, now: number): Promise<Row> {
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
export async function bindInvitation(made: Change, row: Row, accountId: string): Promise<void> {
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

/**
 * Gives what an invitation brings, as far as whoever made it may still give it. Each server is a change of its own: where
 * a host ends in the meantime, the invitation still waits, and accepting it once more gives the rest.
 */
export async function giveInvited(
  context: ChangeContext & { readonly db: Database },
  row: Row,
  subject: string,
): Promise<void> {
  const maker = await context.db
    .selectFrom('accounts')
    .select(['id', 'display_name'])
    .where('id', '=', row.from_id)
    .executeTakeFirst();
  if (maker === undefined) return;
  const giver = { id: maker.id, displayName: maker.display_name };
  for (const serverId of row.server_ids) {
    await giveMore(context, serverId, giver, subject, permissionsOf(row), true);
  }
}

/** Notes the answer, for whoever invited as well. */
export async function answered(
  context: ChangeContext,
  row: Row,
  accountId: string,
  accepted: boolean,
): Promise<{ readonly position: number }> {
  const told = await change(context, async (made) => {
    await made.trx
      .updateTable('invitations')
      .set({ used_at: made.now, used_by: accountId, accepted })
      .where('id', '=', row.id)
      .execute();
    tellInvitation(made, { ...row, to_id: null });
    auditOf(made, row, accepted ? 'invitations.accept' : 'invitations.decline');
    return made.tellRows(INVITE_ROWS, accountId, [row.id]);
  });
  return { position: told() };
}

function auditOf(made: Change, row: Row, action: string): void {
  made.audit({
    resource: accountResource(row.from_id ?? row.to_id ?? ''),
    action,
    detail: { invitation: row.id, subject: row.to_id, servers: row.server_ids.length },
  });
}

function refuseAnswered(row: Row, now: number): void {
  if (row.used_at !== null || row.expires_at <= now) throw invalid();
}

function invalid(): HostError {
  return new HostError(
    'invitation-invalid',
    'This invitation is used or has expired. Ask for a new one.',
  );
}
