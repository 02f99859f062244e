/** Every table, with what is to be known of it. */
import { isStorable } from '../protocol/resources/resource.ts';
import { RESOURCE, RESOURCES, type ResourceName } from '../protocol/resources/registry.ts';
import { wholeOf, type ServerStream } from '../protocol/streams.ts';
import type { TableName } from './rows.ts';

export interface TableSpec {
  /** Whether facts of the host made its rows, which the stable hash covers; else they are a client's own. */
  readonly facts: boolean;
  /**
   * Whether its rows are written to the disk of a browser, and how soon they go where it is full: `never` for
   * what tells of addresses, identifiers or what was said, and for what is of one worker's life.
   */
  readonly disk: 'kept' | 'first to go' | 'never';
  /** The stream of a server that tells its rows; null: none, or one of its own name. */
  readonly stream: ServerStream | null;
  /** It came after the first recordings, whose hash it leaves as it is while it has no rows. */
  readonly later?: boolean;
}

const OWN_LIFE = { facts: false, disk: 'never', stream: null } as const;

const TABLE: { readonly [T in TableName]: TableSpec } = {
  account: { facts: true, disk: 'kept', stream: null },
  servers: { facts: true, disk: 'kept', stream: 'list' },
  players: { facts: true, disk: 'kept', stream: 'list' },
  identities: { facts: true, disk: 'never', stream: 'feed-personal' },
  // The host gives feed, streams and history again when somebody looks, and no first screen shows them.
  feed: { facts: true, disk: 'first to go', stream: 'feed' },
  // The lines of a console name addresses and identifiers.
  console: { facts: true, disk: 'never', stream: 'console' },
  presence: { facts: true, disk: 'never', stream: null },
  streams: { facts: true, disk: 'first to go', stream: null },
  history: { facts: true, disk: 'first to go', stream: null },
  // Asked for again as soon as a table shows it.
  days: { facts: true, disk: 'never', stream: null, later: true },
  // The host has what was asked.
  intentions: OWN_LIFE,
  link: OWN_LIFE,
  writes: { ...OWN_LIFE, later: true },
  ...(Object.fromEntries(RESOURCE.map((name) => [name, ofResource(name)])) as {
    readonly [R in ResourceName]: TableSpec;
  }),
};

function ofResource(name: ResourceName): TableSpec {
  const disk = isStorable(RESOURCES[name]) ? 'first to go' : 'never';
  return { facts: true, disk, stream: null, later: true };
}

export const TABLES = Object.keys(TABLE) as readonly TableName[];

/** Rows that host facts made: the stable hash covers these. */
export const FACT_TABLES = TABLES.filter((table) => TABLE[table].facts);

/** Tables whose rows are written to the disk of a browser. */
export const STORED_TABLES = TABLES.filter(isStored);

/** Tables whose rows are kept by their server, too. */
export type OwnedTable = 'players' | 'identities' | ResourceName;
export const OWNED_TABLES: readonly OwnedTable[] = ['players', 'identities', ...RESOURCE];

const OWNED: ReadonlySet<string> = new Set(OWNED_TABLES);

export function isOwned(table: TableName): table is OwnedTable {
  return OWNED.has(table);
}

/** The stream of a server that tells a table's rows; null where none does. */
export function streamOfTable(table: Exclude<TableName, ResourceName>): ServerStream | null {
  return TABLE[table].stream;
}

/** The rows of a resource stand in a table of its stream's name; the first of a list stream are the server's. */
const TABLE_OF_STREAM: ReadonlyMap<string, TableName> = new Map(
  TABLES.map((table) => [TABLE[table].stream ?? table, table] as const).toReversed(),
);

/** The table whose rows a stream tells; null: it has none, as metrics and pages. */
export function tableOfStream(audience: ServerStream | ResourceName): TableName | null {
  return TABLE_OF_STREAM.get(wholeOf(audience)) ?? null;
}

/** Whether the rows of a table are written to the disk of a browser. */
export function isStored(table: TableName): boolean {
  return TABLE[table].disk !== 'never';
}

/** Whether a table counts in a hash where it is empty. */
export function countsEmpty(table: TableName): boolean {
  return TABLE[table].later !== true;
}

/** Whether a table is the first to go on a full disk. */
export function goesFirst(table: TableName): boolean {
  return TABLE[table].disk === 'first to go';
}
