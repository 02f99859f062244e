import type { Game } from '../../protocol/enumerations.ts';
import type { SceneSource } from '../../protocol/walls/fields.ts';
import type { Change } from '../change.ts';
import type { ServerRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { serverNameKey } from '../views/servers.ts';
import { packRow, STRIDE, type PackedPatch, type WallQuery } from './packed.ts';
import { showsServer } from './scene-servers.ts';

interface Entry {
  readonly id: string;
  place: number;
  row: ServerRow;
  key: string;
  dirty: boolean;
}

/** The servers of a wall for one that looks at it, packed: what it has not been told waits here. */
export class WallView {
  readonly #rows: Rows;
  readonly #shows: (server: ServerRow) => boolean;
  readonly #byId = new Map<string, Entry>();
  readonly #free: number[] = [];
  #places = 0;
  #whole = true;
  #dirty: Entry[] = [];
  #gone: number[] = [];
  readonly #renamed = new Set<Entry>();
  #reordered = true;

  constructor(rows: Rows, query: WallQuery) {
    this.#rows = rows;
    this.#shows = shownBy(query.sources);
    for (const row of rows.servers.values()) if (this.#shows(row)) this.#add(row);
  }

  /** How many rows wait. */
  get waiting(): number {
    return this.#dirty.length + this.#gone.length;
  }

  /** Takes in changes that the rows hold already. Whether anything waits to be told now. */
  apply(changes: readonly Change[]): boolean {
    for (const change of changes) if (change.table === 'servers') this.#touch(change.id);
    return this.#whole || this.waiting > 0;
  }

  /** What waits, as one patch; null where nothing does. The first one is whole. */
  take(): PackedPatch | null {
    if (!this.#whole && this.waiting === 0) return null;
    const dirty = this.#dirty.filter((entry) => entry.place >= 0);
    const figures = new Float64Array(dirty.length * STRIDE);
    for (const [index, entry] of dirty.entries()) {
      entry.dirty = false;
      packRow(figures, index * STRIDE, entry.place, entry.row);
    }
    const patch: PackedPatch = {
      whole: this.#whole,
      gone: this.#gone,
      named: this.#names(),
      figures,
      order: this.#reordered ? this.#order() : null,
    };
    this.#whole = false;
    this.#dirty = [];
    this.#gone = [];
    this.#renamed.clear();
    this.#reordered = false;
    return patch;
  }

  #touch(id: string): void {
    const row = this.#rows.servers.get(id);
    const entry = this.#byId.get(id);
    if (entry === undefined) {
      if (row !== undefined && this.#shows(row)) this.#add(row);
      return;
    }
    const before = entry.row;
    if (row === undefined) {
      this.#remove(entry);
      return;
    }
    entry.row = row;
    if (
      row.configuration !== before.configuration ||
      row.state !== before.state ||
      row.deployment !== before.deployment
    ) {
      if (this.#shows(row)) this.#rename(entry, before);
      else {
        this.#remove(entry);
        return;
      }
    } else if (row.population === before.population) return;
    this.#mark(entry);
  }

  #add(row: ServerRow): void {
    const entry: Entry = {
      id: row.id,
      place: this.#free.pop() ?? this.#places++,
      row,
      key: serverNameKey(row),
      dirty: false,
    };
    this.#byId.set(row.id, entry);
    this.#renamed.add(entry);
    this.#reordered = true;
    this.#mark(entry);
  }

  #remove(entry: Entry): void {
    this.#byId.delete(entry.id);
    this.#renamed.delete(entry);
    this.#gone.push(entry.place);
    this.#free.push(entry.place);
    entry.place = -1;
    this.#reordered = true;
  }

  #rename(entry: Entry, before: ServerRow): void {
    const { identifier, game } = entry.row.configuration;
    if (identifier === before.configuration.identifier && game === before.configuration.game) {
      return;
    }
    entry.key = serverNameKey(entry.row);
    this.#renamed.add(entry);
    this.#reordered = true;
  }

  #mark(entry: Entry): void {
    if (entry.dirty) return;
    entry.dirty = true;
    this.#dirty.push(entry);
  }

  #names(): PackedPatch['named'] {
    if (this.#renamed.size === 0) return null;
    const places: number[] = [];
    const ids: string[] = [];
    const names: string[] = [];
    const games: Game[] = [];
    for (const { place, row } of this.#renamed) {
      places.push(place);
      ids.push(row.id);
      names.push(row.configuration.identifier);
      games.push(row.configuration.game);
    }
    return { places, ids, names, games };
  }

  #order(): Uint32Array<ArrayBuffer> {
    const entries = [...this.#byId.values()].sort((a, b) =>
      a.key !== b.key ? (a.key < b.key ? -1 : 1) : a.id < b.id ? -1 : 1,
    );
    return Uint32Array.from(entries, ({ place }) => place);
  }
}

/** Whether one of these scenes shows a server. */
function shownBy(sources: readonly SceneSource[]): (server: ServerRow) => boolean {
  const each = sources.map(showsServer);
  return (server) => each.some((shows) => shows(server));
}
