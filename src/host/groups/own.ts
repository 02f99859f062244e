/** What becomes of a group as a whole: it is created, renamed, given away, and brought into an organization. */
import { sql } from 'kysely';
import { heldIn, whyNotModify } from '../../domain/groups/rules.ts';
import { GROUP_LIMIT, type GroupKind } from '../../protocol/groups/limits.ts';
import { tellListsOf } from '../bans/own.ts';
import { endVerifications } from '../bans/verification.ts';
import { tellBucketsOf } from '../buckets/own.ts';
import { HostError } from '../calls/host-error.ts';
import { refuseUnseen } from '../calls/seen.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { change, type Change } from '../change/change.ts';
import { holdMoved } from '../files/hold-storage.ts';
import { lockStorages } from '../files/storage.ts';
import { displayNameOf } from '../identity/accounts.ts';
import { endAuthorization, tellSupportOver } from '../support/authorize.ts';
import { newId } from '../store/ids.ts';
import type { Trx } from '../store/database.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { changeGroup } from './change-group.ts';
import { actingIn, goneGroup, lockGroup, lockGroups, refuse, roleOf, type Doing } from './group.ts';
import { checkGroupLimit, holdPlan } from './limit.ts';
import { GROUP_INVITE_ROWS, ORGANIZATION_TEAM_ROWS } from './rows.ts';
import {
  auditGroup,
  changeRights,
  seersOf,
  tellAll,
  tellMembers,
  tellPart,
  tellSeen,
} from './tell.ts';

/** What the role is called that is made by itself, and its colour. */
const OWNER = { name: 'Owner', colour: '#b8860b' } as const;

/** Creates a group, of which whoever calls is the owner. Sent again, it is there already. */
export async function createGroup(
  context: Doing,
  kind: GroupKind,
  { group_id: id, identifier }: { readonly group_id: string; readonly identifier: string },
): Promise<{ position: number }> {
  const { account, settings, now } = context;
  const told = await change(context, async (made) => {
    const { trx } = made;
    const held = await trx.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst();
    if (held !== undefined && held.owner !== account.id) throw goneGroup();
    if (held !== undefined) return tellSeen(made, held, account.id);
    await checkGroupLimit(trx, settings, account.id, kind, now);
    const role = newId(now);
    const group = { id, kind, identifier, owner: account.id, organization_id: null };
    await trx
      .insertInto('groups')
      .values({ ...group, created_at: now, deleting: null })
      .execute();
    await trx
      .insertInto('group_roles')
      .values({
        id: role,
        group_id: id,
        ...OWNER,
        hierarchy: 0,
        is_owner: true,
        permissions: [],
        created_at: now,
      })
      .execute();
    await trx
      .insertInto('group_members')
      .values({ group_id: id, account_id: account.id, role_id: role, since: now })
      .execute();
    await changeRights(made, group, [account.id]);
    auditGroup(made, group, 'create', { after: { identifier } });
    return tellSeen(made, group, account.id);
  });
  return { position: told() };
}

/** Calls a group something else. */
export async function editGroup(
  context: Context,
  group_id: string,
  { identifier, was }: { readonly identifier: string; readonly was?: string | undefined },
): Promise<{ position: number }> {
  const { account } = context;
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    refuse(whyNotModify(acting));
    refuseUnseen(group, was === undefined ? undefined : { identifier: was });
    await trx.updateTable('groups').set({ identifier }).where('id', '=', group_id).execute();
    const names = { before: { identifier: group.identifier }, after: { identifier } };
    auditGroup(made, group, 'edit', names);
    const seers = await seersOf(trx, group_id);
    // What they belong to is named in what a tab knows of its account.
    for (const seer of seers) made.tellAccount(seer, 'account');
    await tellListsOf(made, [group_id], seers);
    await tellBucketsOf(made, seers, { groups: [group_id] });
    await tellAll(made, group);
    for (const invite of await openInvites(trx, group_id)) {
      made.tellRows(GROUP_INVITE_ROWS, invite.to_id, [invite.id]);
    }
    if (group.kind === 'organization') await tellTeams(made, group_id);
    return tellSeen(made, group, account.id);
  });
}

async function openInvites(trx: Trx, groupId: string) {
  return trx
    .selectFrom('group_invites')
    .select(['id', 'to_id'])
    .where('group_id', '=', groupId)
    .where('answered_at', 'is', null)
    .execute();
}

/** Everybody who sees a team of an organization sees what that is called. */
async function tellTeams(made: Change, organizationId: string): Promise<void> {
  const teams = await made.trx
    .selectFrom('groups')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute();
  for (const team of teams) await tellAll(made, team);
}

/** `POST group/:id/transfer`: the owner role goes to another member, and nobody is without it in the meantime. */
export const groupTransfer: Handler<'groupTransfer'> = async ({ params, body }, context) => {
  const { account, settings, now } = context;
  const { muster_id: heir } = body;
  const told = await change(context, async (made) => {
    const { trx } = made;
    await lockStorages(trx, [account.id, heir]);
    const group = await lockOwned(made, params.group_id, account.id);
    refuseOtherName(group, body.identifier);
    const members = trx
      .selectFrom('group_members')
      .select('role_id')
      .where('group_id', '=', group.id);
    const theirs = await members.where('account_id', '=', heir).executeTakeFirst();
    if (theirs === undefined || heir === account.id) {
      throw new HostError('not-a-member', 'Only a member can become the owner.', {
        fields: { muster_id: 'not-a-member' },
      });
    }
    if (body.role_id !== null && (await roleOf(trx, group.id, body.role_id)).is_owner) {
      throw new HostError('owner-role', 'There is one owner.', {
        fields: { role_id: 'owner-role' },
      });
    }
    await checkGroupLimit(trx, settings, heir, group.kind, now);
    const owner = await trx
      .selectFrom('group_roles')
      .select('id')
      .where('group_id', '=', group.id)
      .where('is_owner', '=', true)
      .executeTakeFirstOrThrow();
    const giveRole = (to: string, role_id: string | null) =>
      trx
        .updateTable('group_members')
        .set({ role_id })
        .where('group_id', '=', group.id)
        .where('account_id', '=', to)
        .execute();
    await giveRole(account.id, body.role_id);
    await giveRole(heir, owner.id);
    await trx.updateTable('groups').set({ owner: heir }).where('id', '=', group.id).execute();
    // The files of its servers count by the heir.
    await holdMoved(made, settings, { from: account.id, to: heir });
    await changeRights(made, group, [account.id, heir]);
    const seers = await seersOf(trx, group.id);
    await endVerifications(made, group.id);
    await tellListsOf(made, [group.id], seers);
    await tellBucketsOf(made, seers, { groups: [group.id] });
    await endSupport(made, group, account.id);
    tellMembers(made, group, [account.id, heir]);
    const roles = [owner.id, theirs.role_id, body.role_id].filter((id) => id !== null);
    tellPart(made, group, 'roles', [...new Set(roles)]);
    const owners = {
      before: { owner: account.displayName },
      after: { owner: await displayNameOf(trx, heir) },
    };
    auditGroup(made, group, 'transfer', { detail: { subject: heir }, ...owners });
    await tellAll(made, group, [account.id]);
    return tellSeen(made, group, account.id);
  });
  for (const one of [account.id, heir]) await holdPlan(context, one);
  return { position: told() };
};

/** What the former owner let staff do with a group, and with a server of it, ends with them. */
async function endSupport(made: Change, group: GroupRow, by: string): Promise<void> {
  await endAuthorization(made, tellSeen, group, by);
  const servers = await made.trx
    .selectFrom('support_authorizations as w')
    .innerJoin('servers as s', (join) =>
      join.on(sql`'server/' || s.id`, '=', sql.ref('w.resource')),
    )
    .select('s.id')
    .where('s.owner', '=', group.id)
    .orderBy('s.id')
    .forUpdate('s')
    .execute();
  for (const { id } of servers) await endAuthorization(made, tellSeen, { kind: 'server', id }, by);
}

/** `POST organization/:id/teams`: whoever owns the team lets the organization's roles act on it. */
export const organizationTeamAdd: Handler<'organizationTeamAdd'> = ({ params, body }, context) =>
  bringTeam(context, { organization_id: params.group_id, team_id: body.team_id });

export async function bringTeam(
  context: Doing,
  { organization_id, team_id }: { readonly organization_id: string; readonly team_id: string },
): Promise<{ position: number }> {
  const { account } = context;
  const told = await change(context, async (made) => {
    const { trx } = made;
    const held = await lockGroups(trx, [organization_id, team_id]);
    const [organization, team] = [held.get(organization_id), held.get(team_id)];
    if (organization?.kind !== 'organization' || team?.kind !== 'team') throw goneGroup();
    const acting = await actingIn(trx, organization, account.id);
    if (!heldIn(acting).has('organization.teams.add') || team.owner !== account.id) {
      throw new HostError('permission-denied', 'Only the team’s owner brings it in.');
    }
    if (team.organization_id === organization_id) {
      return made.tellRows(ORGANIZATION_TEAM_ROWS, organization_id, [team.id]);
    }
    if (team.organization_id !== null) {
      throw new HostError('permission-denied', 'The team belongs to another organization.');
    }
    const teams = await trx
      .selectFrom('groups')
      .select('id')
      .where('organization_id', '=', organization_id)
      .execute();
    if (teams.length >= GROUP_LIMIT.teams) {
      throw new HostError('limit-reached', `At most ${GROUP_LIMIT.teams} teams.`, {
        fields: { team_id: 'limit-reached' },
      });
    }
    return setOrganization(made, { team, organization, joins: true });
  });
  return { position: told() };
}

/** `POST organization/:id/teams/:team/remove`, by the organization's people. */
export const organizationTeamRemove: Handler<'organizationTeamRemove'> = async (
  { params },
  context,
) => {
  const { account } = context;
  const told = await change(context, async (made) => {
    const held = await lockGroups(made.trx, [params.group_id, params.team_id]);
    const [organization, team] = [held.get(params.group_id), held.get(params.team_id)];
    if (organization === undefined || team?.organization_id !== organization.id) throw goneGroup();
    const acting = await actingIn(made.trx, organization, account.id);
    if (!heldIn(acting).has('organization.teams.remove')) {
      throw new HostError('permission-denied', 'You cannot take teams out of this organization.');
    }
    return setOrganization(made, { team, organization, joins: false });
  });
  return { position: told() };
};

/** `POST team/:id/organization/leave`, by the team's owner. */
export const teamLeaveOrganization: Handler<'teamLeaveOrganization'> = async (
  { params },
  context,
) => {
  const told = await change(context, async (made) => {
    const team = await lockOwned(made, params.group_id, context.account.id);
    if (team.organization_id === null) return tellSeen(made, team, context.account.id);
    const organization = await lockGroup(made.trx, team.organization_id);
    await setOrganization(made, { team, organization, joins: false });
    return tellSeen(made, team, context.account.id);
  });
  return { position: told() };
};

/** The organization's people gain or lose what their roles hold on the team and on what belongs to it. */
async function setOrganization(
  made: Change,
  { team, organization, joins }: { team: GroupRow; organization: GroupRow; joins: boolean },
): Promise<() => number> {
  const { trx } = made;
  const seers = await seersOf(trx, team.id);
  const organization_id = joins ? organization.id : null;
  await trx.updateTable('groups').set({ organization_id }).where('id', '=', team.id).execute();
  const people = await trx
    .selectFrom('group_members')
    .select('account_id')
    .where('group_id', '=', organization.id)
    .where('role_id', 'is not', null)
    .execute();
  await changeRights(
    made,
    team,
    people.map(({ account_id }) => account_id),
  );
  await tellSupportOver(made, team, [organization.id]);
  const action = joins ? 'team-add' : 'team-remove';
  const detail = { team: team.id, organization: organization.id };
  auditGroup(made, organization, action, { name: team.identifier, detail });
  auditGroup(made, team, action, { name: organization.identifier, detail });
  await tellAll(made, { ...team, organization_id }, seers);
  await tellAll(made, organization);
  return made.tellRows(ORGANIZATION_TEAM_ROWS, organization.id, [team.id]);
}

/** A group that whoever calls owns; to others it does not exist, or is not theirs. */
export async function lockOwned(made: Change, id: string, accountId: string): Promise<GroupRow> {
  const group = await lockGroup(made.trx, id);
  if (group.owner === accountId) return group;
  if (!(await seersOf(made.trx, id)).includes(accountId)) throw goneGroup();
  throw new HostError('permission-denied', 'Only its owner can do this.');
}

export function refuseOtherName({ identifier }: GroupRow, typed: string): void {
  if (typed === identifier) return;
  throw new HostError('confirmation-mismatch', 'That is not its name. Type it as it is shown.', {
    fields: { identifier: 'confirmation-mismatch' },
  });
}
