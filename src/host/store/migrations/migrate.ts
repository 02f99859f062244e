import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from '../database.ts';
import { accounts } from './0001-accounts.ts';
import { grantsAndAudit } from './0002-grants-and-audit.ts';
import { jobs } from './0020-jobs.ts';
import { population } from './0021-population.ts';
import { realtime } from './0010-realtime.ts';
import { schedules } from './0110-schedules.ts';
import { servers } from './0030-servers.ts';
import { everyGame } from './0031-every-game.ts';
import { hosts } from './0032-hosts.ts';
import { playerAliases } from './0033-player-aliases.ts';
import { gameLogs } from './0034-game-logs.ts';
import { sessionLives } from './0070-session-lives.ts';
import { unheardServers } from './0080-unheard-servers.ts';
import { reactors } from './0095-reactors.ts';
import { feedTexts } from './0097-feed-texts.ts';
import { openStays } from './0098-open-stays.ts';
import { endedPlaySessions } from './0099-ended-play-sessions.ts';
import { auditAt } from './0100-audit-at.ts';
import { logRoots } from './0101-log-roots.ts';
import { movedAliases } from './0102-moved-aliases.ts';
import { groups } from './0200-groups.ts';
import { seenAccounts } from './0201-seen-accounts.ts';
import { history } from './0135-history.ts';
import { pastSessions } from './0136-past-sessions.ts';
import { persons } from './0220-persons.ts';
import { arrangements } from './0203-arrangements.ts';
import { support } from './0231-support.ts';
import { savedViews } from './0151-saved-views.ts';
import { lateLines } from './0200-late-lines.ts';
import { wordsOfKinds } from './0201-words-of-kinds.ts';
import { accountAudit } from './0202-account-audit.ts';
import { askedThrough } from './0230-asked-through.ts';
import { bans } from './0240-bans.ts';
import { buckets } from './0263-buckets.ts';
import { bucketOwners } from './0270-bucket-owners.ts';
import { banReports } from './0271-ban-reports.ts';
import { banListProfiles } from './0273-ban-list-profiles.ts';
import { banListVerifications } from './0276-ban-list-verifications.ts';
import { namesOfAllServers } from './0277-names-of-all-servers.ts';
import { bucketsOfNotes } from './0278-buckets-of-notes.ts';
import { queueSyncs } from './0272-queue-syncs.ts';
import { federation } from './0274-federation.ts';
import { groupAudit } from './0232-group-audit.ts';
import { serverNav } from './0125-server-nav.ts';
import { serverWords } from './0199-server-words.ts';
import { playerNames } from './0250-player-names.ts';
import { banListFollows } from './0262-ban-list-follows.ts';
import { publicBanLists } from './0263-public-ban-lists.ts';
import { serverModules } from './0264-server-modules.ts';
import { steamPersonas } from './0280-steam-personas.ts';
import { ownBans } from './0281-own-bans.ts';
import { banNames } from './0282-ban-names.ts';
import { ownListLeftovers } from './0283-own-list-leftovers.ts';
import { bucketNames } from './0284-bucket-names.ts';
import { notedInParts } from './0285-noted-in-parts.ts';
import { goneRemoteBans } from './0286-gone-remote-bans.ts';
import { wholeBanNames } from './0287-whole-ban-names.ts';
import { ends } from './0288-ends.ts';
import { banImports } from './0289-ban-imports.ts';
import { webhooks } from './0290-webhooks.ts';
import { webhooksToldAfter } from './0291-webhooks-told-after.ts';
import { banListBanners } from './0279-ban-list-banners.ts';
import { banEvidence } from './0264-ban-evidence.ts';
import { statistics } from './0096-statistics.ts';
import { knownCommands } from './0145-known-commands.ts';
import { askedFrom } from './0146-asked-from.ts';
import { resourceRows } from './0090-resource-rows.ts';
import { pagedAudit } from './0091-paged-audit.ts';
import { resourceRowIndexes } from './0093-resource-row-indexes.ts';
import { knownPermissions } from './0170-known-permissions.ts';
import { scheduleLocks } from './0160-schedule-locks.ts';
import { scheduleZones } from './0161-schedule-zones.ts';
import { walls } from './0040-walls.ts';
import { watchedServers } from './0060-watched-servers.ts';
import { privateAddresses } from './0061-private-addresses.ts';
import { logFolders } from './0062-log-folders.ts';
import { invitationsWithRights } from './0150-invitations-with-rights.ts';
import { storageMails } from './0251-storage-mails.ts';
import { storedFiles } from './0241-stored-files.ts';
import { combat } from './0260-combat.ts';
import { steam } from './0261-steam.ts';
import { privateAccounts } from './0269-private-accounts.ts';
import { plansAndRestrictions } from './0210-plans-and-restrictions.ts';
import { invitationResults } from './0175-invitation-results.ts';

/**
 * Every migration, in the order of its number. To change the database, add a file
 * `NNNN-what-it-brings.ts` that exports a `Migration` with `up` alone (raw SQL by kysely's `sql`, all in
 * one transaction), add it here, and add its tables' types to `../tables/`. One that was released is never
 * edited.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-grants-and-audit': grantsAndAudit,
  '0020-jobs': jobs,
  '0021-population': population,
  '0010-realtime': realtime,
  '0030-servers': servers,
  '0031-every-game': everyGame,
  '0032-hosts': hosts,
  '0033-player-aliases': playerAliases,
  '0034-game-logs': gameLogs,
  '0040-walls': walls,
  '0060-watched-servers': watchedServers,
  '0061-private-addresses': privateAddresses,
  '0062-log-folders': logFolders,
  '0070-session-lives': sessionLives,
  '0080-unheard-servers': unheardServers,
  '0090-resource-rows': resourceRows,
  '0091-paged-audit': pagedAudit,
  '0093-resource-row-indexes': resourceRowIndexes,
  '0095-reactors': reactors,
  '0096-statistics': statistics,
  '0097-feed-texts': feedTexts,
  '0098-open-stays': openStays,
  '0099-ended-play-sessions': endedPlaySessions,
  '0100-audit-at': auditAt,
  '0101-log-roots': logRoots,
  '0102-moved-aliases': movedAliases,
  '0150-invitations-with-rights': invitationsWithRights,
  '0175-invitation-results': invitationResults,
  '0110-schedules': schedules,
  '0135-history': history,
  '0145-known-commands': knownCommands,
  '0146-asked-from': askedFrom,
  '0136-past-sessions': pastSessions,
  '0151-saved-views': savedViews,
  '0125-server-nav': serverNav,
  '0160-schedule-locks': scheduleLocks,
  '0161-schedule-zones': scheduleZones,
  '0170-known-permissions': knownPermissions,
  '0199-server-words': serverWords,
  '0200-groups': groups,
  '0201-seen-accounts': seenAccounts,
  '0210-plans-and-restrictions': plansAndRestrictions,
  '0220-persons': persons,
  '0200-late-lines': lateLines,
  '0201-words-of-kinds': wordsOfKinds,
  '0202-account-audit': accountAudit,
  '0203-arrangements': arrangements,
  '0230-asked-through': askedThrough,
  '0231-support': support,
  '0232-group-audit': groupAudit,
  '0240-bans': bans,
  '0241-stored-files': storedFiles,
  '0250-player-names': playerNames,
  '0251-storage-mails': storageMails,
  '0262-ban-list-follows': banListFollows,
  '0263-public-ban-lists': publicBanLists,
  '0263-buckets': buckets,
  '0260-combat': combat,
  '0261-steam': steam,
  '0269-private-accounts': privateAccounts,
  '0264-server-modules': serverModules,
  '0264-ban-evidence': banEvidence,
  '0270-bucket-owners': bucketOwners,
  '0271-ban-reports': banReports,
  '0272-queue-syncs': queueSyncs,
  '0273-ban-list-profiles': banListProfiles,
  '0274-federation': federation,
  '0276-ban-list-verifications': banListVerifications,
  '0277-names-of-all-servers': namesOfAllServers,
  '0278-buckets-of-notes': bucketsOfNotes,
  '0279-ban-list-banners': banListBanners,
  '0280-steam-personas': steamPersonas,
  '0281-own-bans': ownBans,
  '0282-ban-names': banNames,
  '0283-own-list-leftovers': ownListLeftovers,
  '0284-bucket-names': bucketNames,
  '0285-noted-in-parts': notedInParts,
  '0286-gone-remote-bans': goneRemoteBans,
  '0287-whole-ban-names': wholeBanNames,
  '0288-ends': ends,
  '0289-ban-imports': banImports,
  '0290-webhooks': webhooks,
  '0291-webhooks-told-after': webhooksToldAfter,
};

/** A migration failed, or a newer Muster wrote the database: it is as it was before the run. */
export class MigrationError extends Error {
  readonly kind = 'migration-failed';
}

/**
 * Brings the database to the newest schema, and answers the names of the migrations that it ran. Hosts
 * that start together wait for each other by an advisory lock.
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const newer = unknownMigration(error);
    if (newer !== undefined) {
      throw new MigrationError(
        `A newer Muster has used this database (${newer}): start that version again, or put back the backup from before the upgrade.`,
        { cause: error },
      );
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new MigrationError(
      `The database could not be brought to this version${failed === undefined ? '' : ` (${failed})`}: ${error instanceof Error ? error.message : 'it did not say why'}`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** A migration that was run and that this version does not know, as the migrator says it. */
function unknownMigration(error: unknown): string | undefined {
  const said = error instanceof Error ? error.message : '';
  return /previously executed migration (\S+) is missing/.exec(said)?.[1];
}
