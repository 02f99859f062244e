import {
  moved,
  whyNotCreateRole,
  whyNotDeleteRole,
  whyNotEditRole,
  whyNotMoveRole,
} from '../../domain/groups/rules.ts';
import { GROUP_LIMIT } from '../../protocol/groups/limits.ts';
import { HostError } from '../calls/host-error.ts';
import { refuseUnseen } from '../calls/seen.ts';
import type { Context } from '../calls/handler.ts';
import type { Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import type { GroupRoleRow, GroupRow } from '../store/tables/groups.ts';
import { changeGroup } from './change-group.ts';
import { refuse, roleOf, type Doing } from './group.ts';
import {
  auditGroup,
  changeRights,
  holdersOf,
  seersOf,
  tellAll,
  tellInvite,
  tellMembers,
  tellPart,
  tellSeen,
} from './tell.ts';

interface GivenRole {
  readonly name: string;
  readonly colour: string;
  readonly permissions: readonly string[];
}
/** What is absent stays. */
type Edits = { readonly [F in keyof GivenRole]?: GivenRole[F] | undefined };

/** Creates a role below all others. Sent again, it is there already. */
export async function createRole(
  context: Doing,
  groupId: string,
  { role_id: id, ...given }: GivenRole & { readonly role_id: string },
): Promise<{ position: number }> {
  const { now } = context;
  return changeGroup(context, groupId, async ({ made, trx, group, acting }) => {
    refuse(whyNotCreateRole(acting, given.permissions), 'permissions');
    const roles = await rolesOf(trx, groupId);
    if (roles.some((role) => role.id === id)) return tellPart(made, group, 'roles', [id]);
    if (roles.length >= GROUP_LIMIT.roles) {
      throw new HostError('limit-reached', `At most ${GROUP_LIMIT.roles} roles.`, {
        fields: { name: 'limit-reached' },
      });
    }
    const values = { ...shownOf(given), created_at: now };
    await trx
      .insertInto('group_roles')
      .values({ id, group_id: groupId, hierarchy: roles.length, is_owner: false, ...values })
      .execute();
    const { name, colour, permissions } = given;
    const what = { name, detail: { role: id, given: permissions }, after: { name, colour } };
    auditGroup(made, group, 'role-create', what);
    await tellAll(made, group);
    return tellPart(made, group, 'roles', [id]);
  });
}

/** Changes what is given of a role. */
export async function editRole(
  context: Context,
  { group_id, role_id }: { readonly group_id: string; readonly role_id: string },
  { was, ...edits }: Edits & { readonly was?: Edits | undefined },
): Promise<{ position: number }> {
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const role = await roleOf(trx, group_id, role_id);
    refuse(whyNotEditRole(acting, role, edits.permissions), 'permissions');
    refuseUnseen(comparable(role), was && comparable(was));
    const after = shownOf({ ...role, ...given(edits) });
    await trx.updateTable('group_roles').set(after).where('id', '=', role_id).execute();
    const holders = await holdersOf(trx, role_id);
    const isSame = sorted(after.permissions) === sorted(role.permissions);
    if (!isSame) {
      await changeRights(made, group, holders);
    } else for (const holder of holders) made.tellAccount(holder, 'account');
    const { name, colour } = after;
    const what = {
      name,
      detail: {
        role: role_id,
        given: without(after.permissions, role.permissions),
        taken: without(role.permissions, after.permissions),
      },
      before: { name: role.name, colour: role.colour },
      after: { name, colour },
    };
    auditGroup(made, group, 'role-edit', what);
    await tellNamed(made, group, role_id, holders);
    return tellPart(made, group, 'roles', [role_id]);
  });
}

/** Puts a role right above another one, or below all. */
export async function moveRole(
  context: Context,
  { group_id, role_id }: { readonly group_id: string; readonly role_id: string },
  aboveId: string | null,
): Promise<{ position: number }> {
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const role = await roleOf(trx, group_id, role_id);
    const above = aboveId === null ? null : await roleOf(trx, group_id, aboveId);
    refuse(whyNotMoveRole(acting, role, above));
    const others = await renumber(trx, moved(await rolesOf(trx, group_id), role, above));
    const after = (await roleOf(trx, group_id, role_id)).hierarchy;
    const hierarchies = { before: { hierarchy: role.hierarchy }, after: { hierarchy: after } };
    const what = { name: role.name, detail: { role: role_id }, ...hierarchies };
    auditGroup(made, group, 'role-move', what);
    for (const id of others) await tellNamed(made, group, id, await holdersOf(trx, id));
    return tellPart(made, group, 'roles', others);
  });
}

/** Deletes a role: whoever has it has none, and who was invited to it is not any more. */
export async function deleteRole(
  context: Context,
  { group_id, role_id }: { readonly group_id: string; readonly role_id: string },
): Promise<{ position: number }> {
  return changeGroup(context, group_id, async ({ made, trx, group, acting }) => {
    const role = await roleOf(trx, group_id, role_id);
    refuse(whyNotDeleteRole(acting, role));
    const holders = await holdersOf(trx, role_id);
    const invites = await invitesInto(trx, role_id);
    const seers = await seersOf(trx, group_id);
    await trx.deleteFrom('group_roles').where('id', '=', role_id).execute();
    const others = await renumber(trx, await rolesOf(trx, group_id));
    await changeRights(made, group, holders);
    for (const invite of invites) tellInvite(made, group, invite);
    tellMembers(made, group, holders);
    for (const id of others) tellMembers(made, group, await holdersOf(trx, id));
    const { name, colour, permissions } = role;
    const detail = { role: role_id, members: holders.length, taken: permissions };
    const what = { name, detail, before: { name, colour } };
    auditGroup(made, group, 'role-delete', what);
    await tellAll(made, group, seers);
    return tellPart(made, group, 'roles', [role_id, ...others]);
  });
}

/** The roles of a group, the highest first. */
export async function rolesOf(trx: Trx, groupId: string): Promise<readonly GroupRoleRow[]> {
  return trx
    .selectFrom('group_roles')
    .selectAll()
    .where('group_id', '=', groupId)
    .orderBy('hierarchy')
    .execute();
}

/** Counts the hierarchy anew in this order; answers which roles stand elsewhere by that. */
async function renumber(trx: Trx, roles: readonly GroupRoleRow[]): Promise<readonly string[]> {
  const others = roles.flatMap(({ id, hierarchy }, place) =>
    hierarchy === place ? [] : [{ id, place }],
  );
  for (const { id, place } of others) {
    await trx.updateTable('group_roles').set({ hierarchy: place }).where('id', '=', id).execute();
  }
  return others.map(({ id }) => id);
}

async function invitesInto(trx: Trx, roleId: string) {
  return trx
    .selectFrom('group_invites')
    .select(['id', 'to_id'])
    .where('role_id', '=', roleId)
    .execute();
}

/** Tells what names a role: its members, its invitations, and how its members see the group. */
async function tellNamed(
  made: Change,
  group: GroupRow,
  roleId: string,
  holders: readonly string[],
): Promise<void> {
  tellMembers(made, group, holders);
  for (const holder of holders) tellSeen(made, group, holder);
  for (const invite of await invitesInto(made.trx, roleId)) tellInvite(made, group, invite);
}

/** What is among these and not among those. */
function without(these: readonly string[], those: readonly string[]): readonly string[] {
  return these.filter((one) => !those.includes(one));
}

function shownOf({ name, colour, permissions }: GivenRole) {
  return { name, colour, permissions: [...permissions] };
}

/** What of a role was given: an absent field stays. */
function given(edits: Edits): Partial<GivenRole> {
  return Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
}

/** The order of permissions says nothing. */
function comparable({ name, colour, permissions }: Edits) {
  const fields = { name, colour, permissions: permissions && sorted(permissions) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function sorted(permissions: readonly string[]): string {
  return permissions.toSorted().join();
}
