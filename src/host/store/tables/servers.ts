import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Position } from '../../../protocol/feed/fields.ts';
import type { ConsolePlace } from '../../../protocol/arrangements/resource.ts';
import type { ServerSnapshot } from '../../../protocol/servers/fields.ts';

/** A JSON column: read as its value, written as text. */
type Json<T> = ColumnType<T, string, string>;

/** A game server: where it is, who owns it, and what is known of it now. */
export interface GameServerRow {
  readonly id: string;
  /** The account or group that it belongs to, by which plan limits count. What anybody may do stands in the rights. */
  readonly owner: string;
  readonly owner_kind: Generated<'account' | 'team' | 'organization'>;
  readonly identifier: string;
  /** What people call it; null: by its identifier. */
  readonly name: Generated<string | null>;
  /** A value of the game enumeration. */
  readonly game: number;
  readonly timezone: string;
  /** Either of the two that follow. */
  readonly restricted: Generated<boolean>;
  /** The operator restricted it. */
  readonly operator_restricted: Generated<boolean>;
  /** Why the operator did. */
  readonly restricted_reason: Generated<string | null>;
  /** The plan of its owner no longer holds it. */
  readonly beyond_plan: Generated<boolean>;
  readonly created_at: number;
  readonly deleting: 'requested' | 'in-progress' | 'done' | null;
  readonly host: string;
  /** `host` in lower case; with RCon port and game it is claimed once. Without RCon: once for its owner. */
  readonly host_key: string;
  /** It was let in with an address of a private network: it stays connected there. */
  readonly private_address: Generated<boolean>;
  readonly game_port: number;
  readonly query_port: number | null;
  /** null for a server without remote control. */
  readonly rcon_port: number | null;
  /** Sealed with the host's key, which is not in the database. */
  readonly sealed_password: Buffer | null;
  /** The folder of this machine that the game's logs are in; null: none is read. */
  readonly log_folder: string | null;
  /** Rises with every change of where the server is or how to log in. */
  readonly target_version: Generated<number>;
  /** By which it is found and grouped. */
  readonly tags: Generated<string[]>;
  /** Values of the server action enumeration. */
  readonly actions: number[];
  readonly state: Json<ServerSnapshot['state']>;
  readonly population: Json<ServerSnapshot['population']>;
  readonly environment: Json<ServerSnapshot['environment']>;
  readonly deployment: Json<ServerSnapshot['deployment']>;
  /** Counts what its connector's host wrote: a tick whose commit is in doubt is written once. */
  readonly tick: Generated<number>;
  /** The host that runs its connector, while that host's row is there. */
  readonly lease_host: string | null;
  /** Counts how often the server was taken: what an earlier lease wanted to write is refused. */
  readonly lease_epoch: Generated<number>;
  /** Since when what it said may not have been heard, epoch ms; null while it is heard. */
  readonly unheard_since: Generated<number | null>;
  /** So many bans of Muster were in the list of the game itself when it was read last; null: nobody knows. */
  readonly own_bans: Generated<number | null>;
}

/** A player, over all servers. */
export interface PlayerRow {
  readonly muster_id: string;
  /** The name that was seen last. */
  readonly name: string;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** What a game knows a player by. */
export interface PlayerIdentityRow {
  readonly kind: 'battleye' | 'steam' | 'bohemia';
  readonly value: string;
  readonly muster_id: string;
}

/** A player whom a host of an older version made another one: it is a join that cannot be undone. */
export interface PlayerAliasRow {
  /** In the order of the commits. */
  readonly id: GeneratedAlways<number>;
  /** Nobody's any more. */
  readonly muster_id: string;
  /** Who it is; never itself an alias. */
  readonly survivor: string;
  /** Read by older versions. */
  readonly moved: Generated<boolean>;
}

/** A name that a player had on a server, to be found by. */
export interface PlayerNameRow {
  readonly muster_id: string;
  readonly server_id: string;
  /** Its `nameKey`. */
  readonly folded: string;
  /** As it was written last. */
  readonly name: string;
  /** About when it was seen last. */
  readonly at: number;
  readonly grams: string[];
}

/** How far names of stays from before `player_names` was there were read; no row: all of them. */
export interface PlayerNameFillRow {
  readonly after: string;
}

/** Why two ids are one person. */
export interface PersonJoinRow {
  readonly id: GeneratedAlways<number>;
  /** Ids of players, or of an account and a player, as they are themselves. */
  readonly one: string;
  readonly other: string;
  readonly kind: JoinKind;
  /** null: an older version joined them, and did not say when. */
  readonly since: number | null;
  /** The account that joined them; null: the host, or its operator at the terminal. */
  readonly by: string | null;
  /** null: it holds. */
  readonly undone_at: number | null;
  readonly undone_by: string | null;
}

/** What says that two are one: a game, a linked identity, somebody by hand, or an older version, for good. */
export type JoinKind = 'game' | 'link' | 'hand' | 'older';

/** The person that an id leads to, of every id that was ever joined: what the joins that hold come to. */
export interface PersonRow {
  readonly id: string;
  /** Itself where nothing joins it any more. */
  readonly person: string;
  /** Rises with every change, in the order of the commits. */
  readonly changed: Generated<number>;
}

/** One stay of a player on a server. Name, address and identifiers can be erased here. */
export interface PlaySessionRow {
  readonly id: string;
  readonly server_id: string;
  readonly muster_id: string | null;
  readonly name: string;
  readonly joined_at: number;
  /** `joined_at` is when a player list showed the player, who was there before. */
  readonly joined_before: boolean;
  readonly verified: boolean;
  readonly lobby: boolean;
  readonly guid: string | null;
  readonly steam_id: string | null;
  readonly bohemia_id: string | null;
  readonly position: Position | null;
  readonly ip: string | null;
  readonly port: number | null;
  readonly left_at: number | null;
}

/** What somebody asked of a server, so that the same request sent twice is done once. */
export interface ActionRequestRow {
  readonly id: string;
  readonly account_id: string;
  /** Chosen by the client. */
  readonly request_id: string;
  readonly server_id: string;
  /** SHA-256 of the request. */
  readonly digest: Buffer;
  /** The request itself until it has ended: it may hold names and texts. */
  readonly request: ColumnType<unknown, string | null, string | null>;
  readonly asked_at: number;
  readonly state: 'asked' | 'running' | 'ended';
  /** The host that runs it or ran it; null while nobody has taken it. */
  readonly run_by: string | null;
  readonly outcome: ColumnType<unknown, string | null, string | null>;
  /** Whence it was asked, until it has ended. */
  readonly address: string | null;
  /** From which session, and through which role, or `support`. */
  readonly session_id: string | null;
  readonly through: string | null;
}

/** The order that an account has given its servers. */
export interface ServerNavRow {
  readonly account_id: string;
  /** Ids, the first first. */
  readonly servers: string[];
}

/** A way to look at the servers that an account has kept under a name. */
export interface SavedViewRow {
  readonly account_id: string;
  /** Unique in the account. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** How an account has arranged its pages. */
export interface ArrangementRow {
  readonly account_id: string;
  readonly console: ConsolePlace;
}

export interface ServerTables {
  readonly servers: GameServerRow;
  readonly players: PlayerRow;
  readonly player_identities: PlayerIdentityRow;
  readonly player_aliases: PlayerAliasRow;
  readonly player_names: PlayerNameRow;
  readonly player_names_fill: PlayerNameFillRow;
  readonly person_joins: PersonJoinRow;
  readonly persons: PersonRow;
  readonly play_sessions: PlaySessionRow;
  readonly server_nav: ServerNavRow;
  readonly saved_views: SavedViewRow;
  readonly arrangements: ArrangementRow;
  readonly action_requests: ActionRequestRow;
}
