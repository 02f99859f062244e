import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Servers without remote control, wipes, log folders, and what the games' logs tell of players. */
export const everyGame: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table servers
        alter column rcon_port drop not null,
        alter column sealed_password drop not null,
        add column log_folder text,
        drop constraint servers_claim;
      create unique index servers_claim
        on servers (host_key, coalesce(rcon_port, query_port, game_port), game);
      update servers set environment = (environment::jsonb || '{"wiped_at": null}')::json;

      alter table play_sessions add column bohemia_id text, add column position json;

      alter table player_identities drop constraint player_identities_kind_check;
      alter table player_identities
        add check (kind in ('battleye', 'steam', 'bohemia'));
    `.execute(db);
  },
};
