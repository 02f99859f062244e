import { sql } from 'kysely';
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { PAGED, PAGED_RESOURCE } from '../../protocol/resources/registry.ts';
import { GROUP_STREAM, resourceStream, type GroupStream } from '../../protocol/streams.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { change, type Change } from '../change/change.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { requestDeletion } from '../servers/delete.ts';
import type { DeleteJobDeps } from '../servers/delete-job.ts';
import { readServerRow } from '../calls/server-row.ts';
import type { Database, Trx } from '../store/database.ts';
import { tableOf } from '../store/paged/rows.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { holdPlan } from './limit.ts';
import { BUCKETS, keepOwned, LISTS, moveOwned, stayingIn } from './move-owned.ts';
import { moveServer } from './move-server.ts';
import { lockOwned, refuseOtherName } from './own.ts';
import { GROUP_INVITE_ROWS } from './rows.ts';
import { lockTakers, type Taker } from './takers.ts';
import { endAuthorization } from '../support/authorize.ts';
import { auditGroup, changeRights, seersOf, tellAll, tellSeen } from './tell.ts';

/** The kinds of the jobs. */
export const DELETE_GROUP = 'delete-group';
export const REMOVE_GROUP_STREAMS = 'remove-group-streams';

/** What a group told is kept for a while, so that every open socket hears of its end. */
const STREAMS_LAST = 10 * 60_000;

const payload = z.object({ group_id: hexId });

/** `POST group/:id/delete`: what belongs to it is moved or deleted as its owner says, and a job does the rest. */
export const groupDelete: Handler<'groupDelete'> = async ({ params, body }, context) => {
  const { account, now } = context;
  const id = params.group_id;
  const held = new Set<string>();
  const told = await change(context, async (made) => {
    const { trx } = made;
    const servers = new Map(body.servers.map(({ server_id, to }) => [server_id, to]));
    const owned = [
      { kind: LISTS, said: new Map(body.ban_lists.map(({ banlist_id, to }) => [banlist_id, to])) },
      { kind: BUCKETS, said: new Map(body.buckets.map(({ bucket_id, to }) => [bucket_id, to])) },
    ];
    const takers = [servers, ...owned.map(({ said }) => said)].flatMap((said) =>
      [...said.values()].flatMap((to) => (to === null ? [] : [to.id])),
    );
    const groups = await lockTakers(made, [id, ...takers]);
    const from = await lockOwned(made, id, account.id);
    refuseOtherName(from, body.identifier);
    refuseUndecided('servers', servers, await serversOf(trx, id));
    // In one order, or two who hold several could wait for each other.
    for (const [server, to] of [...servers].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const row = await readServerRow(trx, server, true);
      if (to === null) await requestDeletion(made, row, account);
      else {
        for (const one of await moveServer(made, context, server, { from, to, groups })) {
          held.add(one);
        }
      }
    }
    // After the servers: a bucket can be deleted that only those used which are deleted too.
    for (const { kind, said } of owned) {
      const things = await stayingIn(trx, kind, id);
      refuseUndecided(kind.table, said, things);
      for (const thing of things) {
        const to = said.get(thing.id) ?? null;
        if (to === null) await kind.destroy(made, thing);
        else await moveOwned(made, context, kind, { thing, from, to, groups });
      }
    }
    await trx.updateTable('groups').set({ deleting: 'requested' }).where('id', '=', id).execute();
    await enqueue(trx, { kind: DELETE_GROUP, key: id, payload: { group_id: id }, runAt: now });
    auditGroup(made, from, 'delete', { detail: { servers: servers.size } });
    await tellAll(made, from);
    return tellSeen(made, from, account.id);
  });
  for (const one of held) await holdPlan(context, one);
  return { position: told() };
};

function serversOf(trx: Trx, groupId: string): Promise<readonly { readonly id: string }[]> {
  return trx.selectFrom('servers').select('id').where('owner', '=', groupId).execute();
}

/** Throws where it is not said of each of these, and of nothing else, what becomes of it. */
function refuseUndecided(
  field: 'servers' | 'ban_lists' | 'buckets',
  said: ReadonlyMap<string, Taker | null>,
  owned: readonly { readonly id: string }[],
): void {
  if (owned.length === said.size && owned.every(({ id }) => said.has(id))) return;
  const text = 'Say of everything that belongs to it what becomes of it.';
  throw new HostError('resources-undecided', text, { fields: { [field]: 'resources-undecided' } });
}

/** Deletes a group once nothing belongs to it any more. May run again at any point. */
export async function deleteGroup(
  deps: Omit<DeleteJobDeps, 'left'>,
  given: unknown,
): Promise<void> {
  const { group_id: id } = payload.parse(given);
  await change({ ...deps, now: deps.clock() }, async (made) => {
    const { trx } = made;
    const group = await trx
      .selectFrom('groups')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (group === undefined) return;
    if ((await serversOf(trx, id)).length === 0) await finish(made, group);
    else {
      await trx
        .updateTable('groups')
        .set({ deleting: 'in-progress' })
        .where('id', '=', id)
        .execute();
      await tellAll(made, group);
    }
  });
}

/** A server of a group is gone: the group says so, and is deleted with the last of them where it is to be. */
export async function serverLeft(made: Change, groupId: string): Promise<void> {
  const { trx, now } = made;
  const group = await trx
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
  if (group === undefined) return;
  await tellAll(made, group);
  if (group.deleting === null || (await serversOf(trx, groupId)).length > 0) return;
  const key = `${groupId} finish`;
  await enqueue(trx, { kind: DELETE_GROUP, key, payload: { group_id: groupId }, runAt: now });
}

async function finish(made: Change, group: GroupRow): Promise<void> {
  const { trx, now } = made;
  const { id } = group;
  const seers = await seersOf(trx, id);
  const teams = await trx
    .selectFrom('groups')
    .selectAll()
    .where('organization_id', '=', id)
    .execute();
  const ofTeams = new Map<string, readonly string[]>();
  for (const team of teams) ofTeams.set(team.id, await seersOf(trx, team.id));
  const members = await trx
    .selectFrom('group_members')
    .select('account_id')
    .where('group_id', '=', id)
    .execute();
  const invites = await trx
    .selectFrom('group_invites')
    .select(['id', 'to_id'])
    .where('group_id', '=', id)
    .execute();
  await changeRights(
    made,
    group,
    members.map(({ account_id }) => account_id),
  );
  await trx
    .updateTable('groups')
    .set({ organization_id: null })
    .where('organization_id', '=', id)
    .execute();
  await endAuthorization(made, tellSeen, group, null);
  await keepOwned(made, LISTS, group);
  await keepOwned(made, BUCKETS, group);
  await trx.deleteFrom('groups').where('id', '=', id).execute();
  for (const team of teams) {
    await tellAll(made, { ...team, organization_id: null }, ofTeams.get(team.id));
  }
  for (const { id: invite, to_id } of invites) {
    made.tellRows(GROUP_INVITE_ROWS, to_id, [invite]);
    made.tellAccount(to_id, 'account');
  }
  await tellAll(made, group, seers);
  auditGroup(made, group, 'deleted');
  await enqueue(trx, {
    kind: REMOVE_GROUP_STREAMS,
    key: id,
    payload: { group_id: id },
    runAt: now + STREAMS_LAST,
  });
}

/** Removes what was told of a deleted group, and its audit; the chained one keeps it. */
export async function removeGroupStreams(db: Database, given: unknown): Promise<void> {
  const { group_id: id } = payload.parse(given);
  const streams = (Object.keys(GROUP_STREAM) as GroupStream[]).map((name) =>
    resourceStream(name, id),
  );
  const audits = PAGED_RESOURCE.filter((name) => PAGED[name].scope === 'group');
  await db.transaction().execute(async (trx) => {
    for (const name of audits) {
      await sql`delete from ${tableOf(name)} where owner_id = ${id}`.execute(trx);
    }
    await trx.deleteFrom('streams').where('stream', 'in', streams).execute();
    await trx.deleteFrom('event_personal').where('stream', 'in', streams).execute();
    await trx.deleteFrom('event_log').where('stream', 'in', streams).execute();
  });
}
