import type { Change } from '../../domain/change.ts';
import type { Query, ViewChange } from '../../domain/queries.ts';
import type { Rows } from '../../domain/state.ts';
import { canonicalQuery, createView } from '../../domain/views/create.ts';
import type { View, ViewSnapshot } from '../../domain/views/view.ts';
import type { WallQuery } from '../../domain/walls/packed.ts';
import { WallView } from '../../domain/walls/packed-view.ts';

export type ViewListener = (changes: readonly ViewChange[]) => void;

interface LiveView {
  readonly view: View;
  readonly listeners: Set<ViewListener>;
}

/** The views that tabs look at: equal queries share one. */
export class LiveViews {
  #rows: Rows;
  readonly #live = new Map<string, LiveView>();
  readonly #walls = new Map<WallView, () => void>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#live.size + this.#walls.size;
  }

  /** Follows a query: what it shows now, and every change from then on until `stop`. */
  follow(query: Query, listener: ViewListener): { snapshot: ViewSnapshot; stop: () => void } {
    const key = canonicalQuery(query);
    let live = this.#live.get(key);
    if (live === undefined) {
      live = { view: createView(this.#rows, query), listeners: new Set() };
      this.#live.set(key, live);
    }
    const { view, listeners } = live;
    listeners.add(listener);
    return {
      snapshot: view.snapshot(),
      stop: () => {
        listeners.delete(listener);
        if (listeners.size === 0 && this.#live.get(key)?.listeners === listeners) {
          this.#live.delete(key);
        }
      },
    };
  }

  /** Other rows from now on; whoever follows a query must follow it anew. */
  rebase(rows: Rows): void {
    this.#rows = rows;
    this.#live.clear();
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
    for (const { view, listeners } of this.#live.values()) {
      const told = view.apply(changes);
      if (told.length > 0) for (const listener of listeners) listener(told);
    }
    for (const [wall, waits] of this.#walls) if (wall.apply(changes)) waits();
  }
}
