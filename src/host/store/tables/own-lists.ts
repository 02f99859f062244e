import type { Generated } from 'kysely';

/** A game whose own list has bans of Muster, and that no connector is for any more. It goes once they are out, or after a while. */
export interface OwnListLeftoverRow {
  readonly id: string;
  /** The server that it was; their marks are made of it. It may be gone. */
  readonly server_id: string;
  /** The account that reads what becomes of them. */
  readonly owner: string;
  /** What the server was called. */
  readonly name: string;
  /** A value of the game enumeration. */
  readonly game: number;
  readonly host: string;
  readonly host_key: string;
  readonly private_address: boolean;
  readonly game_port: number;
  readonly query_port: number | null;
  readonly rcon_port: number;
  /** As the server had it: sealed with the host's key, which is not in the database. */
  readonly sealed_password: Buffer;
  /** How many there were when the list was read last; null: nobody knows. */
  readonly own_bans: number | null;
  readonly since: number;
  /** When it is tried next. */
  readonly due_at: number;
  readonly tries: Generated<number>;
  /** Until then it is some host's, by the database's clock. */
  readonly lease_until: Generated<number>;
}

export interface OwnListTables {
  readonly own_list_leftovers: OwnListLeftoverRow;
}
