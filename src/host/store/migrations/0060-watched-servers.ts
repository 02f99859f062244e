import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Whoever knows the RCon password claims a server. One that is only watched is nobody's: it stands once for
 * each account, so that adding it tells nobody what others watch.
 */
export const watchedServers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      drop index servers_claim;
      create unique index servers_claim on servers (
        host_key, coalesce(rcon_port, query_port, game_port), game,
        (case when rcon_port is null then owner else '' end)
      );
    `.execute(db);
  },
};
