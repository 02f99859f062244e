import type { Change } from '../../domain/change.ts';
import type { Query, ViewChange } from '../../domain/queries.ts';
import type { Rows } from '../../domain/state.ts';
import { canonicalQuery, createView } from '../../domain/views/create.ts';
import type { View, ViewSnapshot } from '../../domain/views/view.ts';

export type ViewListener = (changes: readonly ViewChange[]) => void;

interface LiveView {
  readonly view: View;
  readonly listeners: Set<ViewListener>;
}

/** The views that tabs look at: equal queries share one. */
export class LiveViews {
  #rows: Rows;
  readonly #live = new Map<string, LiveView>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#live.size;
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
  }

  /** Gives a batch, which the rows hold already, to every view. */
  apply(changes: readonly Change[]): void {
    for (const { view, listeners } of this.#live.values()) {
      const told = view.apply(changes);
      if (told.length > 0) for (const listener of listeners) listener(told);
    }
  }
}
