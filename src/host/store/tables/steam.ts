import type { Generated } from 'kysely';
import type { SteamState, SteamTrouble } from '../../../protocol/steam/calls.ts';

/** What Steam said of an account. Everything but its id and state is null until it answered, and where it has no such account. */
export interface SteamAccountRow {
  readonly steam_id: string;
  /** `asked`: no answer has come yet. */
  readonly state: Generated<SteamState | 'asked'>;
  readonly persona: string | null;
  /** When the account was made, epoch ms; of a private one nobody knows. */
  readonly created_at: number | null;
  readonly vac_bans: number | null;
  readonly game_bans: number | null;
  readonly community_banned: boolean | null;
  /** Days from the last VAC or game ban to `fetched_at`; null: there is none. */
  readonly days_since_ban: number | null;
  /** The moment that all this is of, epoch ms. */
  readonly fetched_at: number | null;
  /** When it is asked for again, at the earliest. */
  readonly due_at: number;
}

/** What an account was called. */
export interface SteamPersonaRow {
  readonly steam_id: string;
  readonly persona: string;
  /** How often Steam said so. */
  readonly uses: number;
  readonly first_at: number;
  readonly last_at: number;
}

/** Whether Steam answers: one row. */
export interface SteamTroubleRow {
  readonly one: Generated<boolean>;
  /** null: it does. */
  readonly kind: SteamTrouble | null;
  readonly since: number | null;
  /** How often it was asked in vain. */
  readonly tries: Generated<number>;
  readonly retry_at: Generated<number>;
}

export interface SteamTables {
  readonly steam_accounts: SteamAccountRow;
  readonly steam_personas: SteamPersonaRow;
  readonly steam_trouble: SteamTroubleRow;
}
