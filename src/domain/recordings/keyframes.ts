import type { Change } from '../change.ts';
import { TABLES, type TableName, type Tables } from '../rows.ts';
import { mergeChanges, type Rows, type ServerIndex } from '../state.ts';
import { PastEntries, PastTable } from './past-table.ts';
import { Versions } from './versions.ts';

type TableVersions = { readonly [T in TableName]: Versions<Tables[T]> };

/**
 * Rows at every so many events of a recording: from one to the next, only what changed is kept. Where there
 * would be too many, every second goes.
 */
export class Keyframes {
  readonly #most: number;
  readonly #tables = Object.fromEntries(
    TABLES.map((table) => [table, new Versions()]),
  ) as unknown as TableVersions;
  readonly #playersOf = new Versions<readonly string[]>();
  readonly #identitiesOf = new Versions<readonly string[]>();
  #last = 0;
  #interval: number;

  /** `most` is even. */
  constructor(start: Rows, interval: number, most: number) {
    this.#interval = interval;
    this.#most = most;
    for (const table of TABLES) {
      for (const [id, row] of start[table]) this.#tables[table].put(id, 0, row as never);
    }
    this.#putOwned(this.#playersOf, start.playersOf, start.playersOf.keys());
    this.#putOwned(this.#identitiesOf, start.identitiesOf, start.identitiesOf.keys());
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
    return {
      account: table('account'),
      servers: table('servers'),
      players: table('players'),
      identities: table('identities'),
      feed: new PastEntries(this.#tables.feed, keyframe, null),
      console: new PastEntries(this.#tables.console, keyframe, null),
      presence: table('presence'),
      streams: table('streams'),
      history: table('history'),
      intentions: table('intentions'),
      link: table('link'),
      playersOf: index(this.#playersOf),
      identitiesOf: index(this.#identitiesOf),
    };
  }

  /** Keeps the rows at a position, unless it is too near to the last one or known; `since` it. */
  keep(position: number, rows: Rows, since: () => readonly Change[]): void {
    if (position !== (this.#last + 1) * this.#interval) return;
    this.#last++;
    const playersOf = new Set<string>();
    const identitiesOf = new Set<string>();
    for (const change of mergeChanges(since())) {
      this.#tables[change.table].put(change.id, this.#last, change.after as never);
      if (change.table === 'players') addOwners(playersOf, change);
      else if (change.table === 'identities') addOwners(identitiesOf, change);
    }
    this.#putOwned(this.#playersOf, rows.playersOf, playersOf);
    this.#putOwned(this.#identitiesOf, rows.identitiesOf, identitiesOf);
    this.#count(rows);
    if (this.#last >= this.#most) this.#thin();
  }

  #putOwned(versions: Versions<readonly string[]>, index: ServerIndex, owners: Iterable<string>) {
    for (const owner of owners) {
      const ids = index.get(owner);
      versions.put(owner, this.#last, ids === undefined ? undefined : [...ids]);
    }
  }

  #count(rows: Rows): void {
    for (const table of TABLES) this.#tables[table].counted(rows[table].size);
    this.#playersOf.counted(rows.playersOf.size);
    this.#identitiesOf.counted(rows.identitiesOf.size);
  }

  #thin(): void {
    for (const table of TABLES) this.#tables[table].thin();
    this.#playersOf.thin();
    this.#identitiesOf.thin();
    this.#interval *= 2;
    this.#last /= 2;
  }
}

/** The servers whose players, or whose identities, are others than before. */
function addOwners(
  owners: Set<string>,
  { before, after }: { readonly before: Owned | undefined; readonly after: Owned | undefined },
): void {
  if (before?.server_id === after?.server_id) return;
  if (before !== undefined) owners.add(before.server_id);
  if (after !== undefined) owners.add(after.server_id);
}

interface Owned {
  readonly server_id: string;
}
