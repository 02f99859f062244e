import type { Game } from '../../protocol/enumerations.ts';
import { namesOf, shortServerName, type Named } from '../servers/server-name.ts';
import type { Freshness } from '../servers/status.ts';
import {
  COLUMN,
  packedFreshness,
  STRIDE,
  unpackState,
  type PackedPatch,
  type WallRow,
} from './packed.ts';

/** What patches changed. */
export interface PackedChange {
  /** Rows came, went or are called otherwise: the order is another one. */
  readonly membership: boolean;
  /** Places whose row changed. */
  readonly places: Uint32Array;
}

const FIRST_CAPACITY = 64;
const NOBODY = new Uint32Array(0);
const NO_TAGS: readonly string[] = [];
const UNKNOWN: Named = { identifier: '' };
/** Where nobody draws, so many patches are told apart. */
const PATCHES_MAX = 16;

/**
 * The servers of a wall, packed, as a tab holds them. Each has a place that is its own while it is
 * there; the place of one that went is given to another.
 */
export class PackedRows {
  #figures = new Float64Array(FIRST_CAPACITY * STRIDE);
  readonly #ids: (string | undefined)[] = [];
  readonly #names: Named[] = [];
  readonly #games: Game[] = [];
  readonly #tags: (readonly string[])[] = [];
  readonly #places = new Map<string, number>();
  #order: Uint32Array = NOBODY;
  #membership = false;
  #touched: Uint32Array[] = [];

  /** How many servers there are. */
  get size(): number {
    return this.#order.length;
  }

  /** One more than the highest place that was ever taken. */
  get capacity(): number {
    return this.#ids.length;
  }

  /** All places, by the servers' names. */
  get order(): Uint32Array {
    return this.#order;
  }

  apply(patch: PackedPatch): void {
    if (patch.whole) this.#clear();
    for (const place of patch.gone) this.#vacate(place);
    if (patch.named !== null) this.#name(patch.named);
    const { figures } = patch;
    const places = new Uint32Array(figures.length / STRIDE);
    for (let index = 0; index < places.length; index++) {
      const from = index * STRIDE;
      const place = figures[from + COLUMN.place] ?? 0;
      this.#reserve(place);
      const held = this.#figures;
      const at = place * STRIDE;
      for (let column = 0; column < STRIDE; column++) {
        held[at + column] = figures[from + column] ?? -1;
      }
      places[index] = place;
    }
    this.#touched.push(places);
    if (this.#touched.length > PATCHES_MAX) {
      const all = new Set(this.#touched.flatMap((part) => [...part]));
      this.#touched = [Uint32Array.from(all)];
    }
    if (patch.order === null) return;
    this.#order = patch.order;
    this.#membership = true;
  }

  /** What changed since this was asked last. */
  take(): PackedChange {
    const [first = NOBODY, ...others] = this.#touched;
    const places =
      others.length === 0 ? first : Uint32Array.from(this.#touched.flatMap((part) => [...part]));
    const change = { membership: this.#membership, places };
    this.#membership = false;
    this.#touched = [];
    return change;
  }

  /** All of it, for others that hold nothing. */
  whole(): PackedPatch {
    const places = [...this.#order];
    const figures = new Float64Array(places.length * STRIDE);
    for (const [index, place] of places.entries()) {
      const at = place * STRIDE;
      figures.set(this.#figures.subarray(at, at + STRIDE), index * STRIDE);
    }
    const named = {
      places,
      ids: places.map((place) => this.id(place)),
      names: places.map((place) => this.named(place)),
      games: places.map((place) => this.game(place)),
      tags: places.map((place) => this.tags(place)),
    };
    return { whole: true, gone: [], named, figures, order: this.#order.slice() };
  }

  /** The place of a server; undefined where it is not on the wall. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  id(place: number): string {
    return this.#ids[place] ?? '';
  }

  named(place: number): Named {
    return this.#names[place] ?? UNKNOWN;
  }

  /** What it is called where a long name has no room. */
  called(place: number): string {
    return shortServerName(this.named(place));
  }

  /** Whether it is called so, or tagged so; `text` in small letters. */
  isFoundBy(place: number, text: string): boolean {
    return (
      namesOf(this.named(place)).toLowerCase().includes(text) ||
      this.tags(place).some((tag) => tag.toLowerCase().includes(text))
    );
  }

  tags(place: number): readonly string[] {
    return this.#tags[place] ?? NO_TAGS;
  }

  game(place: number): Game {
    return this.#games[place] ?? 0;
  }

  /** One figure; -1 where it is not known. */
  figure(place: number, column: keyof typeof COLUMN): number {
    return this.#figures[place * STRIDE + COLUMN[column]] ?? -1;
  }

  /** Where a server's figures come from. */
  source(place: number): WallRow['source'] {
    return unpackState(this.figure(place, 'state')).source;
  }

  /** How far a server's figures can be trusted; `live`: the connection to the host is. */
  freshness(place: number, live: boolean, now: number): Freshness {
    return packedFreshness(
      this.figure(place, 'players'),
      this.figure(place, 'state'),
      this.figure(place, 'observed_at'),
      live,
      now,
    );
  }

  row(place: number): WallRow | undefined {
    const id = this.#ids[place];
    if (id === undefined) return undefined;
    return {
      id,
      called: this.called(place),
      game: this.game(place),
      players: known(this.figure(place, 'players')),
      slots: known(this.figure(place, 'slots')),
      queue: known(this.figure(place, 'queue')),
      ...unpackState(this.figure(place, 'state')),
      observed_at: this.figure(place, 'observed_at'),
      since: this.figure(place, 'since'),
      restart: known(this.figure(place, 'restart')),
    };
  }

  #clear(): void {
    this.#ids.length = 0;
    this.#names.length = 0;
    this.#games.length = 0;
    this.#tags.length = 0;
    this.#places.clear();
    this.#order = NOBODY;
  }

  #vacate(place: number): void {
    const id = this.#ids[place];
    if (id === undefined) return;
    this.#places.delete(id);
    this.#ids[place] = undefined;
  }

  #name({ places, ids, names, games, tags }: NonNullable<PackedPatch['named']>): void {
    for (const [index, place] of places.entries()) {
      const id = ids[index] ?? '';
      this.#ids[place] = id;
      this.#names[place] = names[index] ?? UNKNOWN;
      this.#games[place] = games[index] ?? 0;
      this.#tags[place] = tags[index] ?? NO_TAGS;
      this.#places.set(id, place);
    }
  }

  #reserve(place: number): void {
    const needed = (place + 1) * STRIDE;
    if (needed <= this.#figures.length) return;
    const grown = new Float64Array(Math.max(needed, this.#figures.length * 2));
    grown.set(this.#figures);
    this.#figures = grown;
  }
}

function known(figure: number): number | null {
  return figure < 0 ? null : figure;
}
