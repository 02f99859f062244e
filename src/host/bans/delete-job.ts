import { sql } from 'kysely';
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { BAN_LIST_STREAM, resourceStream, type BanListStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import { banListResource, subjectsOn } from '../access/grants.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Database } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import { obeyNoMore } from './assign.ts';
import { tellEvidenceGone } from './evidence.ts';
import { endFollowing } from './follow.ts';
import { nameAll } from './known-later.ts';
import { auditBanList, changeSeers, serversOf, tellBanList, tellObeying } from './list.ts';

/** The kinds of the jobs. */
export const DELETE_BAN_LIST = 'delete-ban-list';
export const REMOVE_BAN_LIST_STREAMS = 'remove-ban-list-streams';

/** What a list told is kept for a while, so that every open socket hears of its end. */
const STREAMS_LAST = 10 * 60_000;

const payload = z.object({ banlist_id: hexId });

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** Deletes a ban list with all that is in it. May run again at any point. */
export async function deleteBanList(deps: Deps, given: unknown): Promise<void> {
  const { banlist_id: id } = payload.parse(given);
  const now = deps.clock();
  await change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const servers = await serversOf(trx, id);
    for (const server of servers) await obeyNoMore(made, id, server);
    await trx
      .updateTable('ban_lists')
      .set({ deleting: 'in-progress' })
      .where('id', '=', id)
      .execute();
    tellObeying(made, id, servers);
    await endFollowing(made, id);
    await tellBanList(made, id);
  });
  await nameAll(deps.db, id);
  const bans = sql`(select id from paged_bans where owner_id = ${id})`;
  await deleteInBatches(deps.db, 'ban_addresses', sql`ban_id in ${bans}`);
  await deleteInBatches(deps.db, 'ban_keys', sql`ban_id in ${bans}`);
  await deleteInBatches(deps.db, 'paged_bans', sql`owner_id = ${id}`);
  await deleteInBatches(deps.db, 'remote_bans', sql`banlist_id = ${id}`);
  await deleteInBatches(deps.db, 'ban_changes', sql`banlist_id = ${id}`);
  await empty({ ...deps, now }, id);
  await finish({ ...deps, now }, id);
  await enqueue(deps.db, {
    kind: REMOVE_BAN_LIST_STREAMS,
    key: id,
    payload: { banlist_id: id },
    runAt: now + STREAMS_LAST,
  });
}

/** Nothing is in it any more: whoever sees it is told that it is deleted, before it goes. */
async function empty(context: ChangeContext, id: string): Promise<void> {
  await change(context, async (made) => {
    await made.trx
      .updateTable('ban_lists')
      .set({ deleting: 'done' })
      .where('id', '=', id)
      .execute();
    await tellBanList(made, id);
  });
}

/** The list is empty by now. */
async function finish(context: ChangeContext, id: string): Promise<void> {
  await change(context, async (made) => {
    const { trx } = made;
    const seers = await subjectsOn(trx, [banListResource(id)]);
    await tellEvidenceGone(made, id);
    const list = await trx
      .deleteFrom('ban_lists')
      .where('id', '=', id)
      .returning('identifier')
      .executeTakeFirst();
    if (list === undefined) return;
    await changeSeers(made, id, seers);
    auditBanList(made, id, 'deleted', { text: list.identifier });
  });
}

/** Removes what was told of a deleted list, and its protocol; the chained audit keeps it. */
export async function removeBanListStreams(db: Database, given: unknown): Promise<void> {
  const { banlist_id: id } = payload.parse(given);
  const streams = (Object.keys(BAN_LIST_STREAM) as BanListStream[]).map((name) =>
    resourceStream(name, id),
  );
  for (const table of ['event_personal', 'event_log', 'streams']) {
    await deleteInBatches(db, table, sql`stream = any(${streams}::text[])`);
  }
  await deleteInBatches(db, 'paged_ban_list_audit', sql`owner_id = ${id}`);
}
