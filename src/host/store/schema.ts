import type { AccountTables } from './tables/account.ts';
import type { AuditTables } from './tables/audit.ts';
import type { BanTables } from './tables/bans.ts';
import type { BucketTables } from './tables/buckets.ts';
import type { FederationTables } from './tables/federation.ts';
import type { FeedTables } from './tables/feed.ts';
import type { FileTables } from './tables/files.ts';
import type { GameLogTables } from './tables/game-logs.ts';
import type { GrantTables } from './tables/grants.ts';
import type { GroupTables } from './tables/groups.ts';
import type { HostTables } from './tables/host.ts';
import type { JobTables } from './tables/jobs.ts';
import type { MailTables } from './tables/mail.ts';
import type { ModuleTables } from './tables/modules.ts';
import type { PopulationTables } from './tables/population.ts';
import type { OwnListTables } from './tables/own-lists.ts';
import type { QueueSyncTables } from './tables/queue-syncs.ts';
import type { ReactorTables } from './tables/reactors.ts';
import type { RealtimeTables } from './tables/realtime.ts';
import type { ResourceTables } from './tables/resources.ts';
import type { ScheduleTables } from './tables/schedules.ts';
import type { ServerTables } from './tables/servers.ts';
import type { StatisticTables } from './tables/statistics.ts';
import type { SteamTables } from './tables/steam.ts';
import type { WallTables } from './tables/walls.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/**
 * Every table, as kysely sees it. A feature keeps its own in `tables/<feature>.ts` and joins here;
 * the SQL that makes them stands in `migrations/`. Ids are 24 hexadecimal characters, moments epoch
 * milliseconds, tokens SHA-256 hashes.
 */
export interface Tables
  extends
    AccountTables,
    AuditTables,
    BanTables,
    BucketTables,
    FederationTables,
    FeedTables,
    FileTables,
    GameLogTables,
    GrantTables,
    GroupTables,
    HostTables,
    MailTables,
    ModuleTables,
    OwnListTables,
    QueueSyncTables,
    ReactorTables,
    RealtimeTables,
    ResourceTables,
    ScheduleTables,
    ServerTables,
    StatisticTables,
    SteamTables,
    JobTables,
    PopulationTables,
    WallTables,
    WebhookTables {}
