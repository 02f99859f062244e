/**
 * What the portal knows, as rows. Every screen is a view of these, and every row is the result of
 * events. A row is immutable: a change replaces it.
 */
import type { z } from 'zod';
import type { personalEntry } from '../protocol/feed/fields.ts';
import type { connectionState } from '../protocol/recordings/events.ts';
import type { ResourceName, RowOf } from '../protocol/resources/registry.ts';
import type { ROW_SCHEMAS } from './row-schemas.ts';
import type { WriteRow } from './write-row.ts';

/** A row as its schema says, which stands with those that a recording is read by. */
type Row<T extends keyof typeof ROW_SCHEMAS> = Readonly<z.infer<(typeof ROW_SCHEMAS)[T]>>;

/** One server, headed by its list stream: true at `position` of it. */
export type ServerRow = Row<'servers'>;

/** A player on a server now; `id` is the play session. */
export type PlayerRow = Row<'players'>;

/** Address, identifiers and place of a play session: never stored in a browser, never recorded as they are. */
export type IdentityRow = Row<'identities'>;

/** One thing that happened; `id` is `<server_id>:<seq>`. */
export type FeedRow = Row<'feed'>;

/** One line of a console; `id` is `<server_id>:<seq>`. */
export type ConsoleRow = Row<'console'>;

/** Who looks at a server; `id` is the server's. */
export type PresenceRow = Row<'presence'>;

/** A stream that was asked for (feed, console, metrics, feed-personal, a resource's), by its name. */
export type StreamRow = Row<'streams'>;

/** The same of a server's stream. */
export type ServerStreamRow = StreamRow & { readonly server_id: string };

/** Population history of a server for one span; `historyId` says what `id` is. */
export type HistoryRow = Row<'history'>;

/** The players of the last day, on one server or on all together; `id` is `<server_id>:day` or `all:day`. */
export type DayRow = Row<'days'>;

/** The account that is signed in; one row, `id` is 'me', headed by the account's stream. */
export type AccountRow = Row<'account'>;

/** What a tab asked for and what became of it: an intention, not a fact of the host. */
export type IntentionRow = Row<'intentions'>;

/** The connection to the host; views render it as it stands. */
export type ConnectionState = Readonly<z.infer<typeof connectionState>>;

/** Nothing is written to the disk of this browser: all is live, and gone with the worker. */
export interface MemoryOnly {
  /** full: no room; refused: the browser lets nothing be stored here; failed: its database does not work. */
  readonly why: 'full' | 'refused' | 'failed';
  readonly since: number;
}

/** One row, `id` is 'link'. What follows is in no recording. */
export interface LinkRow extends Row<'link'> {
  /** null, or absent: what is shown is kept on the disk. */
  readonly memory_only?: MemoryOnly | null;
  /** Streams that somebody looks at and that the host does not give; absent: none. */
  readonly refused?: readonly string[];
}

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
  days: DayRow;
  intentions: IntentionRow;
  writes: WriteRow;
  link: LinkRow;
}
type ResourceTables = { [R in ResourceName]: RowOf<R> };
export type TableName = keyof Tables;

export type IdentityWithoutServer = z.infer<typeof personalEntry>;
