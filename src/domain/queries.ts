import type { PagedName, PagedRow, ResourceName, RowOf } from '../protocol/resources/registry.ts';
import type { Owner } from '../protocol/resources/resource.ts';
import type { Position } from '../protocol/feed/fields.ts';
import type { PopulationBefore, PopulationSpan } from '../protocol/servers/population.ts';
import type { SceneSource } from '../protocol/walls/fields.ts';

/** What a tab can ask to follow. A query's canonical JSON is its identity: equal queries share one view. */

export interface ServerFilter {
  /** Contained in the name, the identifier or a tag, without case. */
  readonly text?: string;
  readonly games?: readonly number[];
  readonly states?: readonly string[];
  /** One of these is among its tags. */
  readonly tags?: readonly string[] | undefined;
  /** These alone. */
  readonly ids?: readonly string[];
  /** Those of this group. */
  readonly group?: ServerGroup;
}

/** What servers are put together by; of tags, each server's first. */
export type ServerGrouping = 'game' | 'state' | 'tag';

/** Servers that stand together. `key`: the game's number, the state, or the tag; empty where they have none. */
export interface ServerGroup {
  readonly by: ServerGrouping;
  readonly key: string;
}

/** Sort keys of the server list. `state`: what is in trouble first, and by name among those that stand alike. */
export type ServerSort =
  /** As the account has put them, the others behind them by name. */
  'nav' | 'identifier' | 'game' | 'state' | 'players' | 'queue' | 'map' | 'next_restart' | 'uptime';
export type PlayerSort = 'name' | 'joined_at' | 'ping';
export type Direction = 'asc' | 'desc';

/** Rows `from` (included) to `to` (excluded) of the sorted list. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** A part of a sorted list; `last`: so many at its end, however long it is. */
export type Range = Window | { readonly last: number };

export type Query =
  /** Rows: ServerRow. */
  | {
      readonly view: 'servers';
      readonly filter: ServerFilter;
      readonly sort: ServerSort;
      readonly direction: Direction;
      readonly window: Window;
    }
  /** Rows: ServerRow, told packed; every server that one of these shows, by name. */
  | { readonly view: 'wall'; readonly sources: readonly SceneSource[] }
  /** One ServerRow, or none. */
  | { readonly view: 'server'; readonly server_id: string }
  /** Rows: PlayerView. */
  | {
      readonly view: 'players';
      readonly server_id: string;
      readonly text: string;
      readonly sort: PlayerSort;
      readonly direction: Direction;
      readonly window: Window;
    }
  /** Rows: PlayerNameView, of everybody on the server, in the order of their ids. */
  | { readonly view: 'names'; readonly server_id: string }
  /** Rows: PlayerPlaceView, of a person, on whatever server they are, in the order of their ids. */
  | { readonly view: 'places'; readonly muster_id: string }
  /** Rows: FeedRow, newest last; `kinds` empty is all; the newest `limit` that are held. */
  | {
      readonly view: 'feed';
      readonly server_id: string;
      readonly kinds: readonly string[];
      readonly limit: number;
    }
  /** Rows: ConsoleRow, newest last. */
  | { readonly view: 'console'; readonly server_id: string; readonly limit: number }
  /** One TotalsRow. */
  | { readonly view: 'totals' }
  /** A GroupRow for each group that has a server which passes the filter, in their order. */
  | { readonly view: 'groups'; readonly by: ServerGrouping; readonly filter: ServerFilter }
  /** One AccountRow, or none before sign-in. */
  | { readonly view: 'account' }
  /** One LinkRow. */
  | { readonly view: 'link' }
  /** One PresenceRow, or none. */
  | { readonly view: 'presence'; readonly server_id: string }
  /** One StreamRow for each of a server's streams; null: for each of the others. */
  | { readonly view: 'streams'; readonly server_id: string | null }
  /** One HistoryRow, or none. */
  | {
      readonly view: 'history';
      readonly server_id: string;
      readonly span: PopulationSpan;
      /** The same span so many days before. */
      readonly before?: PopulationBefore;
    }
  /** Rows: DayRow, of these servers; null is all of them together. */
  | { readonly view: 'days'; readonly server_ids: readonly (string | null)[] }
  /** Rows: ResourceView, of one server, group, ban list or bucket (`ownerOf`) or of the account's own, in the resource's order. */
  | {
      readonly view: 'rows';
      readonly resource: ResourceName;
      readonly server_id: string | null;
      readonly group_id?: string | undefined;
      readonly banlist_id?: string | undefined;
      readonly bucket_id?: string | undefined;
      /** Contained in one of the fields that are searched, without case. */
      readonly text: string;
      /** What plain fields have to be. */
      readonly where: Readonly<Record<string, string>>;
      readonly window: Window;
    }
  /** Rows: PagedRow, of one server, group, ban list or bucket (`ownerOf`), of the account's own or the host's, as they are asked for. */
  | (PagedQuestion & { readonly view: 'pages'; readonly window: Window })
  /** One PagingRow: how that question stands. */
  | (PagedQuestion & { readonly view: 'paging' })
  /** Rows: WriteRow, of one server or, with null, of the account's own rows, newest last. */
  | { readonly view: 'writes'; readonly server_id: string | null }
  /** Rows: IntentionRow, of one server, newest last. */
  | { readonly view: 'intentions'; readonly server_id: string };

/** What is asked of a resource of pages. */
export interface PagedQuestion {
  readonly resource: PagedName;
  /** null: a group's, a ban list's, a bucket's, what the account has for itself, or the host. */
  readonly server_id: string | null;
  readonly group_id?: string | undefined;
  readonly banlist_id?: string | undefined;
  readonly bucket_id?: string | undefined;
  /** One of the resource's. */
  readonly order: string;
  readonly direction: Direction;
  /** Contained in what is searched, folded. */
  readonly text: string;
  /** What its filters ask, by their names. */
  readonly where: Readonly<Record<string, string | number>>;
}

/** What the path of the call names that a question is asked by. */
export function pathOf({ server_id, group_id, banlist_id, bucket_id }: Owner) {
  if (group_id !== undefined) return { group_id };
  if (banlist_id !== undefined) return { banlist_id };
  if (bucket_id !== undefined) return { bucket_id };
  return server_id === null ? {} : { server_id };
}

/** How a question of pages stands. */
export interface PagingRow {
  readonly id: 'paging';
  readonly total: number;
  /** Nobody counted that far: the total is an estimate. */
  readonly about: boolean;
  /**
   * failed: there was no answer, and the host is asked again; refused: it gives none; invalid: it does not take that as
   * a question.
   */
  readonly state: 'loading' | 'ready' | 'failed' | 'refused' | 'invalid';
}

/** A player as the players view shows one: with the identity, where the viewer may see it. */
export interface PlayerView {
  readonly id: string;
  readonly server_id: string;
  readonly muster_id: string | null;
  readonly name: string;
  readonly joined_at: number;
  readonly joined_before: boolean;
  readonly verified: boolean;
  readonly lobby: boolean;
  readonly ping: number | null;
  readonly ip: string | null;
  readonly guid: string | null;
  readonly steam_id: string | null;
  readonly bohemia_id: string | null;
  readonly position: Position | null;
}

/** Who is on a server, and nothing that changes while they play. */
export type PlayerNameView = Pick<PlayerView, 'id' | 'muster_id' | 'name'>;

/** Where a person is, and since when. */
export type PlayerPlaceView = Pick<
  PlayerView,
  'id' | 'server_id' | 'muster_id' | 'name' | 'joined_at' | 'joined_before' | 'verified'
>;

/** A row of a resource as its view shows it: as it will be, where a write of this client is under way. */
export type ResourceView<R extends ResourceName = ResourceName> = {
  readonly [N in R]: RowOf<N> & { readonly pending: boolean };
}[R];

/** Sums over all servers. Unknown counts are left out of the sums and counted beside them. */
export interface TotalsRow {
  readonly id: 'totals';
  readonly servers: number;
  readonly online: number;
  /** Those that are offline, or in error. */
  readonly down: number;
  readonly players: number;
  readonly slots: number;
  readonly queued: number;
  /** Servers whose player count is unknown. */
  readonly unknown: number;
  /** Every tag that a server has, by the alphabet. */
  readonly tags: readonly string[];
}

/** Sums over the servers of a group; its id is the group's key. Unknown counts are left out. */
export interface GroupRow {
  readonly id: string;
  readonly servers: number;
  /** Those that are offline, or in error. */
  readonly down: number;
  readonly players: number;
}

/** What each view's rows are. */
export interface ViewRows {
  servers: import('./rows.ts').ServerRow;
  wall: import('./rows.ts').ServerRow;
  server: import('./rows.ts').ServerRow;
  players: PlayerView;
  names: PlayerNameView;
  places: PlayerPlaceView;
  feed: import('./rows.ts').FeedRow;
  console: import('./rows.ts').ConsoleRow;
  totals: TotalsRow;
  groups: GroupRow;
  account: import('./rows.ts').AccountRow;
  link: import('./rows.ts').LinkRow;
  presence: import('./rows.ts').PresenceRow;
  streams: import('./rows.ts').StreamRow;
  history: import('./rows.ts').HistoryRow;
  days: import('./rows.ts').DayRow;
  intentions: import('./rows.ts').IntentionRow;
  rows: ResourceView;
  pages: PagedRow;
  paging: PagingRow;
  writes: import('./write-row.ts').WriteRow;
}
export type ViewName = Query['view'];
/** Queries whose rows are told packed, as numbers in an array, and not one by one. */
export type PackedQuery = Extract<Query, { view: 'wall' }>;
/** All others. */
export type RowQuery = Exclude<Query, PackedQuery>;
export type ViewRow = ViewRows[ViewName];

/** One step of a view's patch. Rows are whole; `order` lists the ids that the window shows now. */
export type ViewChange =
  | { readonly op: 'set'; readonly row: ViewRow }
  | { readonly op: 'remove'; readonly id: string }
  | { readonly op: 'order'; readonly ids: readonly string[] }
  /** How many rows there are in all windows, after filtering. */
  | { readonly op: 'total'; readonly total: number }
  /** The window begins here from now on. */
  | { readonly op: 'from'; readonly from: number };
