/**
 * What the portal knows, as rows. Every screen is a view of these, and every row is the result of
 * events. A row is immutable: a change replaces it.
 */
import type { z } from 'zod';
import type { SessionData } from '../protocol/session/fields.ts';
import type {
  Environment,
  Population,
  ServerSnapshot,
  presentPlayer,
} from '../protocol/servers/fields.ts';
import type { consoleLine, FeedEntry, personalEntry, Position } from '../protocol/feed/fields.ts';
import type { presenceServer } from '../protocol/presence/events.ts';
import type { ResourceName, RowOf } from '../protocol/resources/registry.ts';
import type { Write } from '../protocol/resources/resource.ts';

/** One server, headed by its list stream: true at `position` of it. */
export interface ServerRow {
  readonly id: string;
  readonly position: number;
  readonly configuration: ServerSnapshot['configuration'];
  readonly state: ServerSnapshot['state'];
  readonly population: Population;
  readonly environment: Environment;
  readonly deployment: ServerSnapshot['deployment'];
}

/** A player on a server now; `id` is the play session. */
export interface PlayerRow extends z.infer<typeof presentPlayer> {
  readonly server_id: string;
  /** Milliseconds, from server:metrics; null where unknown or not asked for. */
  readonly ping: number | null;
}

/** Address, identifiers and place of a play session: never stored in a browser, never recorded as they are. */
export interface IdentityRow {
  readonly id: string;
  readonly server_id: string;
  readonly ip: string | null;
  readonly guid: string | null;
  readonly steam_id: string | null;
  readonly bohemia_id: string | null;
  readonly position: Position | null;
}

/** One thing that happened; `id` is `<server_id>:<seq>`. */
export interface FeedRow {
  readonly id: string;
  readonly server_id: string;
  readonly seq: number;
  readonly at: number;
  readonly entry: FeedEntry;
}

/** One line of a console; `id` is `<server_id>:<seq>`. */
export interface ConsoleRow {
  readonly id: string;
  readonly server_id: string;
  readonly seq: number;
  readonly at: number;
  readonly line: z.infer<typeof consoleLine>;
}

export interface PresenceRow {
  readonly id: string;
  readonly viewers: z.infer<typeof presenceServer>['viewers'];
}

/** A stream that was asked for (feed, console, metrics, feed-personal, a resource's), by its name. */
export interface StreamRow {
  readonly id: string;
  /** null: it tells what the account has for itself. */
  readonly server_id: string | null;
  readonly position: number;
  /** The oldest position that is held; older entries can be paged in. */
  readonly floor: number;
  /** Whether the host keeps entries older than `floor`. */
  readonly more: boolean;
}

/** The same of a server's stream. */
export type ServerStreamRow = StreamRow & { readonly server_id: string };

/** Population history of a server for one span; `id` is `<server_id>:<span>`. */
export interface HistoryRow {
  readonly id: string;
  readonly server_id: string;
  readonly span: '24h' | '7d' | '90d';
  readonly step: number;
  readonly points: readonly {
    readonly at: number;
    readonly players: number | null;
    readonly slots: number | null;
    readonly queue: number | null;
  }[];
}

/** The account that is signed in; one row, `id` is 'me', headed by the account's stream. */
export interface AccountRow extends SessionData {
  readonly id: 'me';
}

/** What a tab asked for and what became of it: an intention, not a fact of the host. */
export interface IntentionRow {
  /** The `request_id` of the call. */
  readonly id: string;
  readonly server_id: string;
  /** The server action's number. */
  readonly action: number;
  readonly player_id: string | null;
  /** As the player was called when it was asked; they may be gone since. */
  readonly player_name: string | null;
  readonly text: string | null;
  readonly at: number;
  readonly state: 'pending' | 'done' | 'failed';
  /** The game server's answer. */
  readonly answer: string | null;
  /** The error's code. */
  readonly error: string | null;
}

/** The connection to the host; views render it as it stands. */
export type ConnectionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'connecting'; readonly attempt: number; readonly deadline: number }
  /** latency: mean of the last 30 keepalives in ms; null before the first. */
  | { readonly kind: 'live'; readonly since: number; readonly latency: number | null }
  | { readonly kind: 'resuming'; readonly since: number }
  /** since: the last sign of life. */
  | {
      readonly kind: 'lost';
      readonly since: number;
      readonly attempt: number;
      readonly retry_at: number;
    }
  | { readonly kind: 'signed-out'; readonly reason: 'none' | 'expired' | 'signed-out' }
  | { readonly kind: 'refused'; readonly status: number };

/** Nothing is written to the disk of this browser: all is live, and gone with the worker. */
export interface MemoryOnly {
  /** full: no room; refused: the browser lets nothing be stored here; failed: its database does not work. */
  readonly why: 'full' | 'refused' | 'failed';
  readonly since: number;
}

/** One row, `id` is 'link'. */
export interface LinkRow {
  readonly id: 'link';
  readonly connection: ConnectionState;
  /** null, or absent: what is shown is kept on the disk. */
  readonly memory_only?: MemoryOnly | null;
  /** Streams that somebody looks at and that the host does not give; absent: none. */
  readonly refused?: readonly string[];
  /** The newest moment at which anything from the host was true, by its clock; null before the first. */
  readonly fresh_at: number | null;
}

/** A change of a row that a tab asked for, and what became of it: an intention, not a fact of the host. */
export type WriteRow = {
  readonly [R in ResourceName]: {
    /** Of the write; it is no one's but this client's. */
    readonly id: string;
    /** null: of a row that the account has for itself. */
    readonly server_id: RowOf<R>['server_id'];
    readonly resource: R;
    readonly row_id: string;
    readonly write: Write;
    /** What the row has once it is done; null: it is gone. */
    readonly row: RowOf<R> | null;
    readonly at: number;
    /** done: the host did it, and its frame is on the way. */
    readonly state: 'pending' | 'done' | 'failed';
    /** Where the stream tells of it; null before it is done. */
    readonly position: number | null;
    /** The error's code. */
    readonly error: string | null;
  };
}[ResourceName];

/** All tables. Those of facts are in the stable hash; intentions, writes and the link are a client's own. */
export interface Tables extends ResourceTables {
  account: AccountRow;
  servers: ServerRow;
  players: PlayerRow;
  identities: IdentityRow;
  feed: FeedRow;
  console: ConsoleRow;
  presence: PresenceRow;
  streams: StreamRow;
  history: HistoryRow;
  intentions: IntentionRow;
  writes: WriteRow;
  link: LinkRow;
}
type ResourceTables = { [R in ResourceName]: RowOf<R> };
export type TableName = keyof Tables;

export type IdentityWithoutServer = z.infer<typeof personalEntry>;
