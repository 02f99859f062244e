import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { GROUP_LIMIT } from '../../protocol/groups/limits.ts';
import { ACCOUNTABLE, type StorageRule } from '../access/plan.ts';
import {
  grantOwnServer,
  lastingPermissions,
  serverResource,
  subjectsOn,
} from '../access/grants.ts';
import { tellBucketsOf } from '../buckets/own.ts';
import { readServerRow } from '../calls/server-row.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { change, type Change } from '../change/change.ts';
import { holdMoved } from '../files/hold-storage.ts';
import { justMoved } from '../files/storage.ts';
import { PERSONNEL_ROWS, personnelId } from '../personnel/rows.ts';
import { displayNameOf } from '../identity/accounts.ts';
import { endAuthorization, tellSupportOver } from '../support/authorize.ts';
import { checkPlanLimit } from '../servers/plan-limit.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import type { Doing } from './group.ts';
import { holdPlan } from './limit.ts';
import { lockTakers, takenBy, throughChange, type Taker } from './takers.ts';
import { auditGroup, tellAll, tellPart, tellSeen } from './tell.ts';

/** `POST server/:id/move`. */
export const serverMove: Handler<'serverMove'> = async ({ params, body }, context) => {
  await moveOwnServer(context, { ...params, to: body.to });
  return { status: true };
};

/** Moves a server to who takes it, for somebody who holds all on it. */
export async function moveOwnServer(
  context: Doing,
  { server_id, to }: { readonly server_id: string; readonly to: Taker },
): Promise<void> {
  const { account, db } = context;
  const { owner } = await readServerRow(db, server_id);
  const accounts = await change(context, async (made) => {
    const groups = await lockTakers(made, [owner, to.id]);
    const server = await readServerRow(made.trx, server_id, true);
    if (server.owner !== owner) throw justMoved();
    if (server.deleting !== null) throw new HostError('being-deleted', 'It is being deleted.');
    const held = new Set(await lastingPermissions(made.trx, account.id, server_id));
    const needs = SERVER_PERMISSION.filter((permission) => !held.has(permission));
    // Whoever takes it holds everything on it: nobody gives what they lack.
    if (needs.length > 0)
      throw new HostError('permission-denied', 'It takes every permission.', { needs });
    const from = groups.get(owner);
    const through = from === undefined ? null : await throughChange(made, from, account.id);
    return moveServer(made, context, server_id, { from, to, groups, through });
  });
  for (const one of accounts) await holdPlan(context, one);
}

/**
 * Gives a locked server to who takes it. What the former owner had of itself goes, and what the new one has comes, in one
 * change: nobody has a second of wrong rights. What was shared by people stays. Answers whose plans hold others by it.
 * `through`: what lets the caller take it away, unless it is what opened the call.
 */
export async function moveServer(
  made: Change,
  context: Pick<Context, 'account'> & { readonly settings: StorageRule },
  id: string,
  {
    from,
    to,
    groups,
    through,
  }: {
    from: GroupRow | undefined;
    to: Taker;
    groups: ReadonlyMap<string, GroupRow>;
    through?: string | null;
  },
): Promise<readonly string[]> {
  const { trx, now } = made;
  const { account, settings } = context;
  const { taker, takes } = await takenBy(made, groups, to, account.id);
  if (taker !== undefined) await checkRoom(made, taker);
  const resource = serverResource(id);
  const { owner: paid, identifier } = await trx
    .selectFrom('servers')
    .select(['identifier', ACCOUNTABLE.as('owner')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = await subjectsOn(trx, [resource]);
  const pays = taker?.owner ?? to.id;
  if (pays !== paid) await checkPlanLimit(trx, settings, pays, now);
  const given = await trx
    .deleteFrom('grants')
    .where('resource', '=', resource)
    .where('granted_by', 'is', null)
    .returning('subject')
    .execute();
  await trx
    .updateTable('servers')
    .set({ owner: to.id, owner_kind: to.kind })
    .where('id', '=', id)
    .execute();
  if (to.kind === 'account') await grantOwnServer(trx, to.id, id, now);
  // What its former owner let staff do ends with them; what the groups over it are let reaches as far as they do.
  const server = { kind: 'server', id } as const;
  await endAuthorization(made, tellSeen, server, account.id);
  const over = [from, taker].flatMap((group) => [group?.id, group?.organization_id]);
  await tellSupportOver(made, server, over);
  const subjects = new Set([...before, ...(await subjectsOn(trx, [resource]))]);
  await tellBucketsOf(made, [...subjects], { servers: [id] });
  for (const subject of subjects) {
    made.changeGrants(subject);
    made.tellAccount(subject, 'permissions');
  }
  const people = new Set([...given.map(({ subject }) => subject), to.id]);
  made.tellRows(
    PERSONNEL_ROWS,
    id,
    [...people].map((one) => personnelId(id, one)),
  );
  made.tellConfigured(id, 'permissions', account);
  const detail = { from: from?.id ?? paid, to: to.id };
  const owners = {
    before: { owner: from?.identifier ?? (await displayNameOf(trx, paid)) },
    after: { owner: taker?.identifier ?? account.displayName },
  };
  for (const group of [from, taker]) {
    if (group === undefined) continue;
    tellPart(made, group, 'resources', [id]);
    await tellAll(made, group);
    const what = { name: identifier, detail: { server: id, ...detail }, ...owners };
    auditGroup(made, group, 'server-move', { ...what, through: group === taker ? takes : through });
  }
  made.audit({ resource, action: 'servers.move', detail, told: owners, through });
  if (pays === paid) return [];
  await holdMoved(made, settings, { from: paid, to: pays });
  return [paid, pays];
}

async function checkRoom({ trx }: Change, { id }: GroupRow): Promise<void> {
  const { count } = await trx
    .selectFrom('servers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner', '=', id)
    .executeTakeFirstOrThrow();
  if (count >= GROUP_LIMIT.servers) {
    throw new HostError('limit-reached', `At most ${GROUP_LIMIT.servers} servers.`);
  }
}
