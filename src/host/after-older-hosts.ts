import { tellLeftRows } from './servers/tell-left-rows.ts';
import { restRestricted } from './servers/restrict.ts';
import { tellKeptGrants } from './servers/tell-kept-grants.ts';
import { grantOwners } from './servers/grant-owners.ts';
import { removeLeftStreams } from './servers/delete-job.ts';
import { keepLeftEntries } from './resources/keep-left-entries.ts';
import { joinOlder } from './players/joins.ts';
import { fillOn } from './fill-on.ts';
import { giveKinds } from './history/keep.ts';
import { tellLeftWalls } from './walls/rows.ts';
import type { HostDeps } from './calls/deps.ts';

/** Does what hosts of an older version leave undone beside this one: where one thing of it fails, the next is done. */
export async function afterOlderHosts(deps: HostDeps): Promise<void> {
  const { db, clock, log } = deps;
  const context = () => ({ ...deps, now: clock() });
  const steps = {
    'grants of owners': () => grantOwners(context()),
    'grants that were kept': () => tellKeptGrants(context()),
    'audit of servers': () => keepLeftEntries(context()),
    'servers that are restricted': () => restRestricted(context()),
    'rows of servers': () => tellLeftRows(context()),
    'walls and displays': () => tellLeftWalls(context()),
    'joins of players': () => joinOlder(db, clock()),
    'names of players': () => fillOn(deps, { names: 'players' }),
    'names of bans': () => fillOn(deps, { names: 'bans' }),
    'names of entries': () => fillOn(deps, { names: 'entries' }),
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
