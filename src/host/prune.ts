/** What the host forgets once an hour, because its time has passed. */
import { RESTORE_MS } from '../protocol/resources/calls.ts';
import { forgetActions } from './actions/requests.ts';
import { forgetImports } from './bans/imports.ts';
import { forgetRemovedEntries } from './buckets/known-later.ts';
import { ADDRESS_LASTS, forgetAuditAddresses } from './audit/rows.ts';
import { forgetRequests } from './federation/serve.ts';
import { pruneChanges } from './federation/changes.ts';
import { pruneGone } from './federation/gone.ts';
import { pruneGameLogs } from './game-logs/tell-log.ts';
import { pruneGroupInvites } from './groups/prune.ts';
import { pruneInvitations } from './invitations/prune.ts';
import { forgetDone } from './jobs/claim.ts';
import { pruneHistory } from './history/keep.ts';
import { LOG_LASTS, pruneLog } from './realtime/prune.ts';
import { forgetSteps } from './schedules/look.ts';
import { forgetRemoved } from './resources/rows.ts';
import { wakeLateLeftovers } from './servers/own-bans-left.ts';
import { prunePopulation } from './servers/population-history.ts';
import { pruneNames } from './players/names.ts';
import { prunePlaySessions } from './players/prune-play-sessions.ts';
import { pruneStatistics } from './statistics/prune.ts';
import { pruneSteam } from './steam/look-up.ts';
import { sweepPairings } from './walls/pairings.ts';
import { pruneDeliveries } from './webhooks/sends.ts';
import type { HostDeps } from './calls/deps.ts';

const DAY = 86_400_000;

export async function prune(deps: HostDeps): Promise<void> {
  const { db, settings } = deps;
  const { playSessionDays, feedDays } = settings;
  const now = deps.clock();
  await pruneLog(db, now - LOG_LASTS, now - feedDays * DAY);
  await pruneGameLogs(db, now - LOG_LASTS);
  await prunePopulation(db, now);
  await forgetDone(db, now - DAY);
  await forgetActions(db, DAY);
  await forgetAuditAddresses(db, now - ADDRESS_LASTS);
  await forgetSteps({ db }, now - DAY);
  await sweepPairings(deps, now);
  await forgetRemoved(db, now - RESTORE_MS);
  await forgetRemovedEntries(db, now - RESTORE_MS);
  await pruneHistory(db, now - feedDays * DAY, now - LOG_LASTS);
  await forgetRequests(db, now);
  await pruneChanges(db, now);
  await pruneGone(db, now);
  await forgetImports(db, now);
  await pruneDeliveries(db, now);
  await pruneInvitations(deps, now);
  await pruneGroupInvites(deps, now);
  await wakeLateLeftovers(db, now);
  await pruneStatistics(db, now - playSessionDays * DAY);
  // Whoever is erased is found in the feed by what their play sessions say.
  await prunePlaySessions(db, now - Math.max(playSessionDays, feedDays) * DAY);
  await pruneSteam(db, now - Math.max(playSessionDays, feedDays) * DAY);
  await pruneNames(db, now - Math.max(playSessionDays, feedDays) * DAY);
}
