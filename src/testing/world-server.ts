import type { FeedEntry } from '../protocol/feed/fields.ts';
import { GAME, SERVER_ACTION } from '../protocol/enumerations.ts';
import type { ConsoleRow, IdentityWithoutServer } from '../domain/rows.ts';
import {
  PAGED_RESOURCE,
  RESOURCE,
  isOfGroup,
  isOwn,
  PAGED,
  scopeOf,
  type PagedOf,
  type PagedRow,
  type RowOf,
  type ScopedName,
} from '../protocol/resources/registry.ts';
import type { PagedScope } from '../protocol/resources/paged.ts';
import type { Scope } from '../protocol/resources/resource.ts';
import type { ServerSnapshot } from '../protocol/servers/fields.ts';
import { SERVER_STREAM, type ServerStream } from '../protocol/streams.ts';

export type Present = ServerSnapshot['players'][number];
export type Personal = IdentityWithoutServer;
export type ConsoleLine = ConsoleRow['line'];

/** An entry of a stream as a page tells it. */
export interface Told<E> {
  readonly seq: number;
  readonly at: number;
  readonly entry: E;
}

/** The rows of each resource of one scope, and the newest position of its stream. */
export type ScopedRows<S extends Scope> = {
  readonly [R in ScopedName<S>]: { head: number; readonly rows: Map<string, RowOf<R>> };
};

/** The same, of those of pages. */
type PagedRows<S extends PagedScope> = {
  readonly [R in PagedOf<S>]: { head: number; readonly rows: Map<string, PagedRow<R>> };
};

/** What is told on an account's own streams: its rows, and those of pages that it may read. */
export type OwnRows = ScopedRows<'account'> & PagedRows<'account' | 'host'>;

/** What is told on the streams of a group. */
export type GroupRows = ScopedRows<'group'> & PagedRows<'group'>;

type Heads = Record<ServerStream, number>;

/** One server of a made-up world, as a host would know it. */
export interface WorldServer {
  readonly id: string;
  configuration: ServerSnapshot['configuration'];
  state: ServerSnapshot['state'];
  population: ServerSnapshot['population'];
  environment: ServerSnapshot['environment'];
  deployment: ServerSnapshot['deployment'];
  readonly players: Map<string, Present>;
  readonly identities: Map<string, Personal>;
  /** The newest position of each stream. */
  readonly heads: Heads;
  /** The rows of each resource. */
  readonly rows: { readonly [R in ScopedName<'server'>]: Map<string, RowOf<R>> };
  /** Those of each resource of pages. */
  readonly paged: { readonly [R in PagedOf<'server'>]: Map<string, PagedRow<R>> };
  readonly feed: Told<FeedEntry>[];
  readonly console: Told<ConsoleLine>[];
  destroyed: boolean;
}

export function createOwnRows(): OwnRows {
  return createRows(isOwn) as OwnRows;
}

export function createGroupRows(): GroupRows {
  return createRows(isOfGroup) as GroupRows;
}

function createRows(isTheirs: (name: string) => boolean): object {
  const names = [...RESOURCE, ...PAGED_RESOURCE].filter(isTheirs);
  return Object.fromEntries(names.map((name) => [name, { head: 0, rows: new Map() }]));
}

/** A connected server without players. */
export function createWorldServer(
  id: string,
  identifier: string,
  slots: number | null,
  at: number,
): WorldServer {
  return {
    id,
    configuration: {
      identifier,
      game: GAME.DAYZ,
      timezone: 'Europe/Berlin',
      restricted: false,
      created_at: at,
      deleting: null,
      actions: [SERVER_ACTION.RAW, SERVER_ACTION.MESSAGE_PUBLIC, SERVER_ACTION.SERVER_KICK],
      tags: [],
    },
    state: { state: 'CONNECTED', offline: false, ready: true, error: null, since: at },
    population: {
      players: 0,
      slots,
      queue: { active: false, size: 0 },
      source: 'live',
      observed_at: at,
    },
    environment: {
      next_restart: { local: null },
      uptime: 0,
      uptime_source: null,
      uptime_gap: null,
      map: 'chernarusplus',
      version: '1.29',
      time: '08:00',
      locked: false,
      wiped_at: null,
      observed_at: at,
    },
    deployment: [],
    players: new Map(),
    identities: new Map(),
    heads: Object.fromEntries(Object.keys(SERVER_STREAM).map((name) => [name, 0])) as Heads,
    rows: Object.fromEntries(
      RESOURCE.filter((name) => scopeOf(name) === 'server').map((name) => [name, new Map()]),
    ) as never,
    paged: Object.fromEntries(
      PAGED_RESOURCE.filter((name) => PAGED[name].scope === 'server').map((name) => [
        name,
        new Map(),
      ]),
    ) as never,
    feed: [],
    console: [],
    destroyed: false,
  };
}
