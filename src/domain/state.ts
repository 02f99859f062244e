import type { Change } from './change.ts';
import { EntryMap, type Entries } from './feed/entry-map.ts';
import { RESOURCE, type ResourceName } from '../protocol/resources/registry.ts';
import { ownerOf, type Owner } from '../protocol/resources/resource.ts';
import type { ConsoleRow, FeedRow, TableName, Tables } from './rows.ts';
import { isOwned, OWNED_TABLES, type OwnedTable } from './tables.ts';

type TableMaps = { readonly [T in TableName]: ReadonlyMap<string, Tables[T]> };

/** Which rows of a table belong to a server or a group; those without any are absent. */
export type ServerIndex = ReadonlyMap<string, ReadonlySet<string>>;

/** Under which key an index has the rows of a server or a group or, with null, those that the account has for itself. */
export function ownerKey(ownerId: string | null): string {
  return ownerId ?? 'me';
}

/**
 * All rows in memory, a map for each table. They are read everywhere and changed by `applyChanges`
 * alone, which keeps the indexes true. Entries of feed and console need no index: their stream's row
 * bounds them (`floor` to `position`).
 */
export interface Rows extends TableMaps {
  readonly feed: Entries<FeedRow>;
  readonly console: Entries<ConsoleRow>;
  /** Which rows are each server's or group's. */
  readonly owned: { readonly [T in OwnedTable]: ServerIndex };
}

/** Rows with nothing in them. */
export function createRows(): Rows {
  return {
    account: new Map(),
    servers: new Map(),
    players: new Map(),
    identities: new Map(),
    feed: new EntryMap(),
    console: new EntryMap(),
    presence: new Map(),
    streams: new Map(),
    history: new Map(),
    days: new Map(),
    intentions: new Map(),
    writes: new Map(),
    link: new Map(),
    ...mapsOf<Pick<TableMaps, ResourceName>>(RESOURCE),
    owned: mapsOf<Rows['owned']>(OWNED_TABLES),
  };
}

function mapsOf<Maps>(names: readonly string[]): Maps {
  return Object.fromEntries(names.map((name) => [name, new Map()])) as Maps;
}

/** Puts changes into the rows, in their order. The only writer. */
export function applyChanges(rows: Rows, changes: readonly Change[]): void {
  for (const change of changes) applyChange(rows, change);
}

function applyChange(rows: Rows, change: Change): void {
  switch (change.table) {
    case 'servers':
      return put(rows.servers, change.id, change.after);
    case 'feed':
      return putEntry(rows.feed, change);
    case 'console':
      return putEntry(rows.console, change);
    case 'players':
      put(rows.players, change.id, change.after);
      return reindex(rows.owned.players, change);
    default:
      put<unknown>(rows[change.table], change.id, change.after);
      if (isOwned(change.table)) reindex(rows.owned[change.table], change as Owned);
  }
}

function put<R>(table: ReadonlyMap<string, R>, id: string, after: R | undefined): void {
  if (after === undefined) (table as Map<string, R>).delete(id);
  else (table as Map<string, R>).set(id, after);
}

function putEntry<R extends FeedRow | ConsoleRow>(
  table: Entries<R>,
  { before, after }: { readonly before: R | undefined; readonly after: R | undefined },
): void {
  if (after !== undefined) table.put(after);
  else if (before !== undefined) table.remove(before);
}

interface Owned {
  readonly id: string;
  readonly before: Owner | undefined;
  readonly after: Owner | undefined;
}

function reindex(index: ServerIndex, { id, before, after }: Owned): void {
  const from = before && ownerKey(ownerOf(before));
  const to = after && ownerKey(ownerOf(after));
  if (from === to) return;
  const owners = index as Map<string, Set<string>>;
  if (from !== undefined) {
    const ids = owners.get(from);
    ids?.delete(id);
    if (ids?.size === 0) owners.delete(from);
  }
  if (to !== undefined) {
    const ids = owners.get(to);
    if (ids === undefined) owners.set(to, new Set([id]));
    else ids.add(id);
  }
}

/** The changes that undo these: the last first, each turned round. */
export function invert(changes: readonly Change[]): readonly Change[] {
  return changes
    .map((change) => ({ ...change, before: change.after, after: change.before }) as Change)
    .reverse();
}

/**
 * One change for each row that these leave different: the first `before` with the last `after`.
 * In the order in which the rows were first touched.
 */
export function mergeChanges(changes: readonly Change[]): readonly Change[] {
  if (changes.length < 2) return changes;
  const merged = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.table}/${change.id}`;
    const first = merged.get(key);
    merged.set(key, first === undefined ? change : ({ ...first, after: change.after } as Change));
  }
  return [...merged.values()].filter((change) => change.before !== change.after);
}
