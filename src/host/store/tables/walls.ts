import type { ColumnType, Generated } from 'kysely';
import type { Scene } from '../../../protocol/walls/fields.ts';

/** A saved wall. What anybody may do with it stands in the grants. */
export interface WallRow {
  readonly id: string;
  /** The account that made it. */
  readonly owner: string;
  readonly name: string;
  readonly scenes: ColumnType<Scene[], string, string>;
  /** Seconds that each page of a scene is shown. */
  readonly rotation: number;
  readonly pinned_scene: string | null;
  readonly sound: boolean;
  readonly revision: Generated<number>;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A paired screen: its token reads the populations of its wall's servers. */
export interface DisplayRow {
  readonly id: string;
  /** The account that paired it, by whose permissions it sees. */
  readonly owner: string;
  readonly name: string;
  readonly wall_id: string | null;
  /** null until the screen has fetched its token. */
  readonly token_hash: Buffer | null;
  readonly paired_at: number;
  readonly last_seen: number | null;
  /** It counts as connected until then; 0: it is not. */
  readonly online_until: Generated<number>;
  readonly user_agent: string;
}

/** A code that a screen shows. */
export interface PairingRow {
  /** Keyed: a code is too short for a hash that anybody can compute. */
  readonly code_hash: Buffer;
  /** Of what the screen asks with. */
  readonly secret_hash: Buffer;
  readonly user_agent: string;
  readonly expires_at: number;
  /** Set when the code was typed: it works once. */
  readonly display_id: string | null;
}

export interface WallTables {
  readonly walls: WallRow;
  readonly displays: DisplayRow;
  readonly pairings: PairingRow;
}
