/** Every table, with what is to be known of it. */
import { isStorable } from '../protocol/resources/resource.ts';
import { RESOURCE, RESOURCES, type ResourceName } from '../protocol/resources/registry.ts';
import type { TableName } from './rows.ts';

export interface TableSpec {
  /** Whether facts of the host made its rows, which the stable hash covers; else they are a client's own. */
  readonly facts: boolean;
  /**
   * Whether its rows are written to the disk of a browser, and how soon they go where it is full: `never` for
   * what tells of addresses, identifiers or what was said, and for what is of one worker's life.
   */
  readonly disk: 'kept' | 'first to go' | 'never';
  /** It came after the first recordings, whose hash it leaves as it is while it has no rows. */
  readonly later?: boolean;
}

const OWN_LIFE = { facts: false, disk: 'never' } as const;

const TABLE: { readonly [T in TableName]: TableSpec } = {
  account: { facts: true, disk: 'kept' },
  servers: { facts: true, disk: 'kept' },
  players: { facts: true, disk: 'kept' },
  identities: { facts: true, disk: 'never' },
  // The host gives feed, streams and history again when somebody looks, and no first screen shows them.
  feed: { facts: true, disk: 'first to go' },
  // The lines of a console name addresses and identifiers.
  console: { facts: true, disk: 'never' },
  presence: { facts: true, disk: 'never' },
  streams: { facts: true, disk: 'first to go' },
  history: { facts: true, disk: 'first to go' },
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
  return { facts: true, disk, later: true };
}

export const TABLES = Object.keys(TABLE) as readonly TableName[];

/** Rows that host facts made: the stable hash covers these. */
export const FACT_TABLES = TABLES.filter((table) => TABLE[table].facts);

/** Tables whose rows are written to the disk of a browser. */
export const STORED_TABLES = TABLES.filter((table) => TABLE[table].disk !== 'never');

/** Tables whose rows are kept by their server, too. */
export type OwnedTable = 'players' | 'identities' | ResourceName;
export const OWNED_TABLES: readonly OwnedTable[] = ['players', 'identities', ...RESOURCE];

const OWNED: ReadonlySet<string> = new Set(OWNED_TABLES);

export function isOwned(table: TableName): table is OwnedTable {
  return OWNED.has(table);
}

/** Whether a table counts in a hash where it is empty. */
export function countsEmpty(table: TableName): boolean {
  return TABLE[table].later !== true;
}

/** Whether a table is the first to go on a full disk. */
export function goesFirst(table: TableName): boolean {
  return TABLE[table].disk === 'first to go';
}
