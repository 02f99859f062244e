import type { Change } from '../../domain/change.ts';
import type { Query, ViewChange } from '../../domain/queries.ts';
import type { Rows } from '../../domain/state.ts';
import {
  canonicalList,
  canonicalQuery,
  createIndex,
  createSingle,
  isListQuery,
  rangeOf,
  type ListQuery,
} from '../../domain/views/create.ts';
import type { ViewIndex, ViewSnapshot } from '../../domain/views/view.ts';
import type { WallQuery } from '../../domain/walls/packed.ts';
import { WallView } from '../../domain/walls/packed-view.ts';

export type ViewListener = (changes: readonly ViewChange[]) => void;

/** What one query shows. */
interface LiveView {
  readonly snapshot: () => ViewSnapshot;
  /** What a batch changes in it; a list's index has taken the batch in before. */
  readonly take: (changes: readonly Change[]) => readonly ViewChange[];
  readonly listeners: Set<ViewListener>;
  readonly close: () => void;
}

interface LiveIndex {
  readonly index: ViewIndex;
  windows: number;
}

/**
 * The views that tabs look at: equal queries share one, and queries of the same list, whatever part of
 * it they show, share its index.
 */
export class LiveViews {
  #rows: Rows;
  readonly #live = new Map<string, LiveView>();
  readonly #indexes = new Map<string, LiveIndex>();
  readonly #walls = new Map<WallView, () => void>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#live.size + this.#walls.size;
  }

  /** Sorted lists that are kept. */
  get indexes(): number {
    return this.#indexes.size;
  }

  /** Follows a query: what it shows now, and every change from then on until `stop`. */
  follow(query: Query, listener: ViewListener): { snapshot: ViewSnapshot; stop: () => void } {
    const key = canonicalQuery(query);
    let live = this.#live.get(key);
    if (live === undefined) {
      live = isListQuery(query) ? this.#window(query) : this.#single(query);
      this.#live.set(key, live);
    }
    const { snapshot, listeners, close } = live;
    listeners.add(listener);
    return {
      snapshot: snapshot(),
      stop: () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        if (this.#live.get(key)?.listeners === listeners) this.#live.delete(key);
        close();
      },
    };
  }

  #single(query: Exclude<Query, ListQuery>): LiveView {
    const view = createSingle(this.#rows, query);
    return {
      snapshot: () => view.snapshot(),
      take: (changes) => view.apply(changes),
      listeners: new Set(),
      close: () => {},
    };
  }

  #window(query: ListQuery): LiveView {
    const key = canonicalList(query);
    const live = this.#indexes.get(key) ?? { index: createIndex(this.#rows, query), windows: 0 };
    this.#indexes.set(key, live);
    live.windows += 1;
    const window = live.index.open(rangeOf(query));
    return {
      snapshot: () => window.snapshot(),
      take: () => window.take(),
      listeners: new Set(),
      close: () => {
        window.close();
        live.windows -= 1;
        if (live.windows === 0 && this.#indexes.get(key) === live) this.#indexes.delete(key);
      },
    };
  }

  /** Other rows from now on; whoever follows a query must follow it anew. */
  rebase(rows: Rows): void {
    this.#rows = rows;
    this.#live.clear();
    this.#indexes.clear();
    this.#walls.clear();
  }

  /** Follows a wall, which keeps what waits to be told; `waits` is called whenever something does. */
  followWall(query: WallQuery, waits: () => void): { wall: WallView; stop: () => void } {
    const wall = new WallView(this.#rows, query);
    this.#walls.set(wall, waits);
    return { wall, stop: () => this.#walls.delete(wall) };
  }

  /** Gives a batch, which the rows hold already, to every view. */
  apply(changes: readonly Change[]): void {
    for (const { index } of this.#indexes.values()) index.apply(changes);
    for (const { take, listeners } of this.#live.values()) {
      const told = take(changes);
      if (told.length > 0) for (const listener of listeners) listener(told);
    }
    for (const [wall, waits] of this.#walls) if (wall.apply(changes)) waits();
  }
}
