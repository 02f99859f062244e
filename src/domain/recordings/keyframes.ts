import { ownerOf, type Owner } from '../../protocol/resources/resource.ts';
import type { Change } from '../change.ts';
import type { TableName, Tables } from '../rows.ts';
import { OWNED_TABLES, TABLES, type OwnedTable } from '../tables.ts';
import { ownerKey, type Rows, type ServerIndex } from '../state.ts';
import { PastEntries, PastTable } from './past-table.ts';
import { Versions } from './versions.ts';

type TableVersions = { readonly [T in TableName]: Versions<Tables[T]> };
/** Rows by their id as they were before they were touched; undefined: they were not there. */
type Touched = { readonly [T in TableName]: Map<string, Tables[T] | undefined> };

/**
 * Rows at every so many events of a recording: from one to the next, only what changed is kept. Where there
 * would be too many, every second goes.
 */
export class Keyframes {
  readonly #most: number;
  readonly #tables = Object.fromEntries(
    TABLES.map((table) => [table, new Versions()]),
  ) as unknown as TableVersions;
  readonly #owned = Object.fromEntries(
    OWNED_TABLES.map((table) => [table, new Versions()]),
  ) as unknown as { readonly [T in OwnedTable]: Versions<readonly string[]> };
  /** What was touched since the keyframe that was passed last. It grows with the rows, not with the events. */
  readonly #touched = Object.fromEntries(TABLES.map((table) => [table, new Map()])) as Touched;
  #last = 0;
  #interval: number;

  /** `most` is even. */
  constructor(start: Rows, interval: number, most: number) {
    this.#interval = interval;
    this.#most = most;
    for (const table of TABLES) {
      for (const [id, row] of start[table]) this.#tables[table].put(id, 0, row as never);
    }
    for (const table of OWNED_TABLES) {
      this.#putOwned(this.#owned[table], start.owned[table], start.owned[table].keys());
    }
    this.#count(start);
  }

  /** Events from one to the next. */
  get interval(): number {
    return this.#interval;
  }

  /** The last one at or before a position. */
  before(position: number): number {
    return Math.min(this.#last, Math.floor(position / this.#interval)) * this.#interval;
  }

  /** The rows at one of them, to be changed by who asked. */
  rowsAt(position: number): Rows {
    const keyframe = position / this.#interval;
    const table = <T extends TableName>(name: T) =>
      new PastTable<Tables[T]>(this.#tables[name], keyframe, null);
    const index = (of: Versions<readonly string[]>): ServerIndex =>
      new PastTable(of, keyframe, (ids) => new Set(ids));
    const tables = Object.fromEntries(TABLES.map((name) => [name, table(name)]));
    const owned = Object.fromEntries(OWNED_TABLES.map((name) => [name, index(this.#owned[name])]));
    return {
      ...(tables as unknown as Rows),
      feed: new PastEntries(this.#tables.feed, keyframe, null),
      console: new PastEntries(this.#tables.console, keyframe, null),
      owned: owned as Rows['owned'],
    };
  }

  /** Hears of the changes that led to a position, and keeps the rows there where it is the next one. */
  passed(position: number, rows: Rows, changes: readonly Change[]): void {
    for (const change of changes) this.#touch(change);
    if (position % this.#interval !== 0) return;
    if (position === (this.#last + 1) * this.#interval) this.#keep(rows);
    this.#forgetTouched();
  }

  /** Hears of the changes that led back by one event. */
  undone(changes: readonly Change[]): void {
    for (const change of changes) this.#touch(change);
  }

  /** Hears that the rows are those of one of them again. */
  jumped(): void {
    this.#forgetTouched();
  }

  #touch({ table, id, before, after }: Change): void {
    const touched: Map<string, unknown> = this.#touched[table];
    if (!touched.has(id)) touched.set(id, before);
    else if (after === undefined && touched.get(id) === undefined) touched.delete(id);
  }

  #forgetTouched(): void {
    for (const table of TABLES) this.#touched[table].clear();
  }

  #keep(rows: Rows): void {
    this.#last++;
    for (const table of TABLES) {
      for (const [id, before] of this.#touched[table]) {
        const after = rows[table].get(id);
        if (after !== before) this.#tables[table].put(id, this.#last, after as never);
      }
    }
    for (const table of OWNED_TABLES) this.#keepOwners(table, rows);
    this.#count(rows);
    if (this.#last >= this.#most) this.#thin();
  }

  #keepOwners(table: OwnedTable, rows: Rows): void {
    const owners = new Set<string>();
    for (const [id, before] of this.#touched[table]) {
      addOwners(owners, before, rows[table].get(id));
    }
    this.#putOwned(this.#owned[table], rows.owned[table], owners);
  }

  #putOwned(versions: Versions<readonly string[]>, index: ServerIndex, owners: Iterable<string>) {
    for (const owner of owners) {
      const ids = index.get(owner);
      versions.put(owner, this.#last, ids === undefined ? undefined : [...ids]);
    }
  }

  #count(rows: Rows): void {
    for (const table of TABLES) this.#tables[table].counted(rows[table].size);
    for (const table of OWNED_TABLES) this.#owned[table].counted(rows.owned[table].size);
  }

  #thin(): void {
    for (const table of TABLES) this.#tables[table].thin();
    for (const table of OWNED_TABLES) this.#owned[table].thin();
    this.#interval *= 2;
    this.#last /= 2;
  }
}

/** Those whose rows of a table are others than before. */
function addOwners(owners: Set<string>, before: Owner | undefined, after: Owner | undefined): void {
  const [from, to] = [before, after].map((row) => row && ownerKey(ownerOf(row)));
  if (from === to) return;
  if (from !== undefined) owners.add(from);
  if (to !== undefined) owners.add(to);
}
