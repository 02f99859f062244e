import { tellLeftRows } from './servers/tell-left-rows.ts';
import { tellKeptGrants } from './servers/tell-kept-grants.ts';
import { grantOwners } from './servers/grant-owners.ts';
import { removeLeftStreams } from './servers/delete-job.ts';
import { keepLeftEntries } from './resources/keep-left-entries.ts';
import { newestMerge } from './players/merge.ts';
import { moveLeftRows } from './resources/move-rows.ts';
import { giveKinds } from './history/keep.ts';
import { moveLeftStatistics } from './statistics/move.ts';
import { tellLeftWalls } from './walls/tell-left-walls.ts';
import type { HostDeps } from './calls/deps.ts';

/** Does what hosts of an older version leave undone beside this one: where one thing of it fails, the next is done. */
export async function afterOlderHosts(deps: HostDeps): Promise<void> {
  const { db, clock, log } = deps;
  const context = () => ({ ...deps, now: clock() });
  const steps = {
    'grants of owners': () => grantOwners(context()),
    'grants that were kept': () => tellKeptGrants(context()),
    'audit of servers': () => keepLeftEntries(context()),
    'rows of servers': () => tellLeftRows(context()),
    'walls and displays': () => tellLeftWalls(context()),
    'what is about merged players': () => moveLeft(deps),
    'kinds of what is searched': () => giveKinds(db),
    'streams of deleted servers': () => removeLeftStreams(db),
  };
  for (const [what, step] of Object.entries(steps)) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error, what }, 'what an older host left undone could not be done');
    }
  }
}

/** Nobody looks for these players again. */
async function moveLeft(deps: HostDeps): Promise<void> {
  const { db } = deps;
  const newest = await newestMerge(db);
  await moveLeftRows(deps);
  await moveLeftStatistics(db);
  await db
    .updateTable('player_aliases')
    .set({ moved: true })
    .where('moved', '=', false)
    .where('id', '<=', newest)
    .execute();
}
