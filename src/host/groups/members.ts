import {
  whyNotGiveRole,
  whyNotInvite,
  whyNotLeave,
  whyNotRemove,
  whyNotRevoke,
} from '../../domain/groups/rules.ts';
import { GROUP_LIMIT } from '../../protocol/groups/limits.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { mayEnter } from '../identity/sessions.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { changeGroup } from './change-group.ts';
import {
  actingIn,
  type Doing,
  goneGroup,
  lockGroup,
  memberRoleOf,
  refuse,
  roleOf,
} from './group.ts';
import {
  auditGroup,
  changeRights,
  seersOf,
  tellAll,
  tellInvite,
  tellMembers,
  tellPart,
  tellSeen,
} from './tell.ts';

const DAY_MS = 86_400_000;

interface OfMember {
  readonly group_id: string;
  readonly muster_id: string;
}

/** Asks an account to belong to a group. Sent again, it is asked once. */
export async function addMember(
  context: Doing,
  group_id: string,
  asked: {
    readonly invite_id: string;
    readonly muster_id: string;
    readonly role_id: string;
    readonly days: number;
  },
): Promise<{ position: number }> {
  const { account, now } = context;
  const { invite_id: id, muster_id: to_id, role_id, days } = asked;
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const role = await roleOf(trx, group_id, role_id);
    refuse(whyNotInvite(acting, role), 'role_id');
    if (await isMade(trx, id, group_id)) return tellPart(made, group, 'invites', [id]);
    await refuseGuest(trx, group, to_id, now);
    const row = { id, group_id, role_id, from_id: account.id, to_id, created_at: now };
    await trx
      .insertInto('group_invites')
      .values({ ...row, expires_at: now + days * DAY_MS, answered_at: null, accepted: null })
      .execute();
    const detail = { invite: id, subject: to_id, role: role_id };
    auditGroup(made, group, 'invite', { name: role.name, detail });
    return tellInvite(made, group, row).group;
  });
}

async function isMade(trx: Trx, id: string, groupId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('group_invites')
    .select('group_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row !== undefined && row.group_id !== groupId) throw goneGroup();
  return row !== undefined;
}

/** Throws where an account is not there, belongs to the group, is asked already, or no more can be. */
async function refuseGuest(trx: Trx, { id }: GroupRow, to: string, now: number): Promise<void> {
  const onField = (
    code: 'account-not-found' | 'already-member' | 'already-invited' | 'limit-reached',
    text: string,
  ) => new HostError(code, text, { fields: { muster_id: code } });
  const guest = await trx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', to)
    .executeTakeFirst();
  if (guest === undefined || !mayEnter(guest.status)) {
    throw onField('account-not-found', 'There is no such account. Check the account id.');
  }
  const member = trx.selectFrom('group_members').select('account_id').where('group_id', '=', id);
  if ((await member.where('account_id', '=', to).executeTakeFirst()) !== undefined) {
    throw onField('already-member', 'This account belongs to it already.');
  }
  await lockName(trx, `group invitations of ${to}`);
  const open = trx
    .selectFrom('group_invites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now);
  const countOf = async (query: typeof open) => (await query.executeTakeFirstOrThrow()).count;
  if ((await countOf(open.where('group_id', '=', id).where('to_id', '=', to))) > 0) {
    throw onField('already-invited', 'This account is invited already.');
  }
  const [ofGroup, ofGuest] = [open.where('group_id', '=', id), open.where('to_id', '=', to)];
  if (
    (await countOf(ofGroup)) >= GROUP_LIMIT.invites ||
    (await countOf(ofGuest)) >= GROUP_LIMIT.invitesFor
  ) {
    throw onField('limit-reached', 'Too many invitations wait already.');
  }
}

/** Takes back an invitation that nobody has answered. */
export async function revokeInvite(
  context: Context,
  { group_id, invite_id }: { readonly group_id: string; readonly invite_id: string },
): Promise<{ position: number }> {
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const invite = await trx
      .selectFrom('group_invites')
      .selectAll()
      .where('id', '=', invite_id)
      .where('group_id', '=', group_id)
      .executeTakeFirst();
    if (invite === undefined) throw new HostError('not-found', 'There is no such invitation.');
    const role = await roleOf(trx, group_id, invite.role_id);
    refuse(whyNotRevoke(acting, role));
    if (invite.answered_at !== null) throw answered();
    await trx.deleteFrom('group_invites').where('id', '=', invite_id).execute();
    const detail = { invite: invite_id, subject: invite.to_id, role: invite.role_id };
    auditGroup(made, group, 'invite-revoke', { name: role.name, detail });
    return tellInvite(made, group, invite).group;
  });
}

/** `POST @me/group-invites/:id/answer`: whoever invited must still be able to give the role. */
export const groupInviteAnswer: Handler<'groupInviteAnswer'> = ({ params, body }, context) =>
  answerInvite(context, { ...params, accept: body.accept });

export async function answerInvite(
  context: Doing,
  { invite_id, accept }: { readonly invite_id: string; readonly accept: boolean },
): Promise<{ position: number }> {
  const { account, db, now } = context;
  const mine = db
    .selectFrom('group_invites')
    .selectAll()
    .where('id', '=', invite_id)
    .where('to_id', '=', account.id);
  const asked = await mine.executeTakeFirst();
  if (asked === undefined) throw new HostError('not-found', 'There is no such invitation.');
  const told = await change(context, async (made) => {
    const { trx } = made;
    const group = await lockGroup(trx, asked.group_id);
    const invite = await trx
      .selectFrom('group_invites')
      .selectAll()
      .where('id', '=', asked.id)
      .executeTakeFirst();
    if (invite === undefined || invite.answered_at !== null || invite.expires_at <= now) {
      throw answered();
    }
    const role = await roleOf(trx, group.id, invite.role_id);
    if (accept) {
      const acting = await actingIn(trx, group, invite.from_id);
      if (whyNotInvite(acting, role) !== null) throw answered();
      await join(trx, group, account.id, invite.role_id, now);
      await changeRights(made, group, [account.id]);
      tellMembers(made, group, [account.id]);
      tellPart(made, group, 'roles', [invite.role_id]);
      await tellAll(made, group);
    }
    await trx
      .updateTable('group_invites')
      .set({ answered_at: now, accepted: accept })
      .where('id', '=', invite.id)
      .execute();
    const detail = { invite: invite.id, role: invite.role_id, from: invite.from_id };
    const action = accept ? 'invite-accept' : 'invite-decline';
    auditGroup(made, group, action, { name: role.name, detail });
    return tellInvite(made, group, invite).guest;
  });
  return { position: told() };
}

async function join(
  trx: Trx,
  { id }: GroupRow,
  account: string,
  role: string,
  now: number,
): Promise<void> {
  await lockName(trx, `groups of ${account}`);
  const counted = trx
    .selectFrom('group_members')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  const members = await counted.where('group_id', '=', id).executeTakeFirstOrThrow();
  const joined = await counted.where('account_id', '=', account).executeTakeFirstOrThrow();
  if (members.count >= GROUP_LIMIT.members || joined.count >= GROUP_LIMIT.joined) {
    throw new HostError('limit-reached', 'No more can belong to it, or you belong to too many.');
  }
  await trx
    .insertInto('group_members')
    .values({ group_id: id, account_id: account, role_id: role, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives a member another role. */
export async function setMemberRole(
  context: Context,
  { group_id, muster_id }: OfMember,
  { role_id, was }: { readonly role_id: string; readonly was?: string | null | undefined },
): Promise<{ position: number }> {
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const held = await memberRoleOf(trx, group_id, muster_id);
    const role = await roleOf(trx, group_id, role_id);
    refuse(whyNotGiveRole(acting, held, role), 'role_id');
    if (was !== undefined && was !== (held?.id ?? null)) {
      throw new HostError('row-changed', 'They have another role now.');
    }
    await trx
      .updateTable('group_members')
      .set({ role_id })
      .where('group_id', '=', group_id)
      .where('account_id', '=', muster_id)
      .execute();
    await changeRights(made, group, [muster_id]);
    tellSeen(made, group, muster_id);
    tellPart(made, group, 'roles', held === null ? [role_id] : [held.id, role_id]);
    const roles = { before: { role: held?.name ?? null }, after: { role: role.name } };
    const detail = { subject: muster_id, was: held?.id ?? null, role: role_id };
    auditGroup(made, group, 'member-role', { name: role.name, detail, ...roles });
    return tellMembers(made, group, [muster_id]);
  });
}

/** Takes a member out of a group. */
export async function removeMember(
  context: Context,
  { group_id, muster_id }: OfMember,
): Promise<{ position: number }> {
  return part(context, { group_id, muster_id }, 'member-remove');
}

/** `POST group/:id/leave`. */
export const groupLeave: Handler<'groupLeave'> = async ({ params }, context) =>
  part(context, { ...params, muster_id: context.account.id }, 'leave');

async function part(
  context: Context,
  { group_id, muster_id }: OfMember,
  action: 'member-remove' | 'leave',
): Promise<{ position: number }> {
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const held = await memberRoleOf(trx, group_id, muster_id);
    refuse(action === 'leave' ? whyNotLeave(held) : whyNotRemove(acting, held));
    const seers = await seersOf(trx, group_id);
    await trx
      .deleteFrom('group_members')
      .where('group_id', '=', group_id)
      .where('account_id', '=', muster_id)
      .execute();
    await changeRights(made, group, [muster_id]);
    if (held !== null) tellPart(made, group, 'roles', [held.id]);
    const detail = { subject: muster_id, was: held?.id ?? null };
    const before = { role: held?.name ?? null };
    auditGroup(made, group, action, { detail, before });
    await tellAll(made, group, seers);
    const members = tellMembers(made, group, [muster_id]);
    return action === 'leave' ? tellSeen(made, group, muster_id) : members;
  });
}

function answered(): HostError {
  return new HostError(
    'invitation-invalid',
    'This invitation is answered, has expired, or cannot be given any more.',
  );
}
