import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { PAGED, PAGED_RESOURCE } from '../../protocol/resources/registry.ts';
import { SERVER_STREAM, serverStream, type ServerStream } from '../../protocol/streams.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { leaveLists } from '../bans/assign.ts';
import { leaveBuckets } from '../buckets/assign.ts';
import { accountResource, revokeAll, serverResource, subjectsOn } from '../access/grants.ts';
import { change, type Change } from '../change/change.ts';
import { holdStorage } from '../files/hold-storage.ts';
import { STORAGE_ROWS } from '../files/rows.ts';
import { lockStorage } from '../files/storage.ts';
import { lockAccount } from '../identity/accounts.ts';
import { ACCOUNTABLE, type StorageRule } from '../access/plan.ts';
import type { Database, Trx } from '../store/database.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import { tableName } from '../store/paged/rows.ts';
import { tellOfGroup } from './of-group.ts';
import { isRun } from './leases.ts';
import { holdToPlan, type PlanHolder } from './plan-limit.ts';
import { keepLeftover } from './own-bans-left.ts';
import { configurationOf } from './snapshots.ts';

/** The kinds of the jobs. */
export const DELETE_SERVER = 'delete-server';
export const REMOVE_STREAMS = 'remove-streams';

/** What the server told is kept for a while, so that every open socket hears of its end. */
const STREAMS_LAST = 10 * 60_000;
/** Milliseconds between looks whether the host that runs the server has let it go. */
const LOOK = 200;
/** So long bans of Muster are waited for that leave the game's own list, and between two looks; ms. */
export const OWN_BANS = { leave: 120_000, look: 1_000 };

/**
 * What is kept of servers in rows that do not refer to theirs, since a check of it would wait for their ticks. Each
 * has an index that begins with `server_id`.
 */
const TABLES = [
  'invitation_results',
  'schedule_states',
  'schedule_plans',
  'schedule_steps',
  ...PAGED_RESOURCE.filter((name) => PAGED[name].scope === 'server').map(tableName),
  'feed_texts',
  'statistic_stays',
  'statistic_gaps',
  'statistic_totals',
  'statistic_weapons',
  'statistic_zones',
  'player_names',
] as const;

const payload = z.object({ server_id: hexId, since: z.int().optional() });

export interface DeleteJobDeps extends PlanHolder {
  readonly settings: StorageRule;
  /** A server of a team or an organization is gone. */
  readonly left: (made: Change, groupId: string) => Promise<void>;
}

/** Deletes a server: its connector ends, then everything of it goes. May run again at any point. */
export async function deleteServer(deps: DeleteJobDeps, given: unknown): Promise<void> {
  const { server_id: id, since } = payload.parse(given);
  if (since !== undefined && (await waits(deps, id, since))) return;
  if (!(await begin(deps, id))) return;
  while (await isRun(deps.db, id)) await sleep(LOOK);
  const owner = await finish(deps, id);
  if (owner !== null) await holdToPlan(deps, deps.settings, owner);
}

/**
 * Whether bans of Muster are still leaving the game's own list: then the next job looks again, since others wait for this one.
 * What a game keeps that is away stays there.
 */
async function waits({ db, clock }: DeleteJobDeps, id: string, since: number): Promise<boolean> {
  const now = clock();
  if (now >= since + OWN_BANS.leave) return false;
  const row = await db
    .selectFrom('servers')
    .select(['own_bans', 'lease_host', 'state', 'deleting'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.deleting !== 'requested' || row.own_bans === 0) return false;
  if (row.lease_host === null || row.state.state !== 'CONNECTED') return false;
  const runAt = now + OWN_BANS.look;
  const key = `${id} ${runAt}`;
  await enqueue(db, { kind: DELETE_SERVER, key, payload: { server_id: id, since }, runAt });
  return true;
}

/** Answers whether there is still something to delete. */
async function begin(deps: DeleteJobDeps, id: string): Promise<boolean> {
  return change({ ...deps, now: deps.clock() }, async (made) => {
    const { trx } = made;
    const row = await trx
      .selectFrom('servers')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return false;
    made.notify({ kind: 'server-changed', id });
    if (row.deleting === 'in-progress') return true;
    await trx
      .updateTable('servers')
      .set({ deleting: 'in-progress' })
      .where('id', '=', id)
      .execute();
    const configuration = { ...configurationOf(row), deleting: 'in-progress' as const };
    made.tell(serverStream(id, 'list'), 'update:server', { server_id: id, configuration });
    return true;
  });
}

/** Answers by whose plan it counted. */
async function finish(deps: DeleteJobDeps, id: string): Promise<string | null> {
  const now = deps.clock();
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const owner = await lockOwner(trx, id);
    const subjects = await subjectsOn(trx, [serverResource(id)]);
    await leaveLists(made, id);
    await leaveBuckets(made, id);
    const row = await trx
      .deleteFrom('servers')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return null;
    // Its files went with it.
    if (owner !== null) {
      made.tellRows(STORAGE_ROWS, owner, [owner]);
      await holdStorage(made, deps.settings, owner);
    }
    await trx.deleteFrom('population_samples').where('server_id', '=', id).execute();
    await revokeAll(trx, serverResource(id));
    if (row.own_bans !== 0) {
      tellLeft(made, row, owner);
      await keepLeftover(made, row, now, owner);
    }
    const configuration = { ...configurationOf(row), deleting: 'done' as const };
    const stream = serverStream(id, 'list');
    made.tell(stream, 'update:server', { server_id: id, configuration });
    made.tell(stream, 'server:destroy', { server_id: id });
    for (const subject of subjects) {
      made.tellAccount(subject, 'permissions');
      made.changeGrants(subject);
    }
    if (row.owner_kind !== 'account') {
      tellOfGroup(made, row);
      await deps.left(made, row.owner);
    }
    await enqueue(trx, {
      kind: REMOVE_STREAMS,
      key: id,
      payload: { server_id: id },
      runAt: now + STREAMS_LAST,
    });
    return owner;
  });
}

/** Whose server it was reads later, too, that its game goes on keeping people out. */
function tellLeft(made: Change, row: Selectable<GameServerRow>, owner: string | null): void {
  const { own_bans: count } = row;
  if (owner === null) return;
  made.audit({
    actor: null,
    resource: accountResource(owner),
    action: 'servers.bans-left',
    detail: { server: row.id, ...(count !== null && { count }) },
    told: { text: row.name ?? row.identifier },
  });
}

/** Before its servers, as whoever holds an account to its plan locks them. */
async function lockOwner(trx: Trx, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('servers')
    .select(ACCOUNTABLE.as('owner'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (row !== undefined) {
    await lockStorage(trx, row.owner);
    await lockAccount(trx, row.owner);
  }
  return row?.owner ?? null;
}

/** Removes what was told of servers that a host of an older version deleted, which knows fewer streams and tables. */
export async function removeLeftStreams(db: Database): Promise<void> {
  const told = sql`select distinct split_part(stream, '/', 2) from streams where stream like 'server/%'`;
  for (const servers of [told, ...TABLES.map(serversIn)]) {
    const { rows } = await sql<{ server_id: string }>`
      select kept.id as server_id from (${servers}) as kept (id)
      where not exists (select from servers where servers.id = kept.id)
        and not exists (
          select from jobs where kind = ${REMOVE_STREAMS} and key = kept.id and done_at is null
        )
    `.execute(db);
    for (const row of rows) await removeStreams(db, row);
  }
}

/** The servers of a table's rows; one look into its index for each, however many rows there are. */
function serversIn(table: (typeof TABLES)[number]): RawBuilder<unknown> {
  const rows = sql.table(table);
  return sql`
    with recursive present (id) as (
      select min(server_id) from ${rows}
      union all
      select (select min(server_id) from ${rows} where server_id > present.id) from present
      where present.id is not null
    )
    select id from present where id is not null
  `;
}

/** Removes what was told of a deleted server. */
export async function removeStreams(db: Database, given: unknown): Promise<void> {
  const { server_id: id } = payload.parse(given);
  const streams = (Object.keys(SERVER_STREAM) as ServerStream[]).map((audience) =>
    serverStream(id, audience),
  );
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('streams').where('stream', 'in', streams).execute();
    await trx.deleteFrom('event_personal').where('stream', 'in', streams).execute();
    await trx.deleteFrom('event_log').where('stream', 'in', streams).execute();
  });
  for (const table of TABLES) {
    await deleteInBatches(db, table, sql`server_id = ${id}`);
  }
}
