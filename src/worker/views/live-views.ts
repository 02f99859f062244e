import type { Change } from '../../domain/change.ts';
import type { Query, ViewChange } from '../../domain/queries.ts';
import type { Rows } from '../../domain/state.ts';
import { createIndex, createSingle } from '../../domain/views/create.ts';
import {
  canonicalList,
  canonicalQuery,
  isListQuery,
  isPackedQuery,
  isPagesQuery,
  rangeOf,
  type ListQuery,
  type PagesQuery,
  type SingleQuery,
} from '../../domain/views/canonical.ts';
import {
  EMPTY_VIEW,
  NO_VIEW_CHANGES,
  type ViewIndex,
  type ViewSnapshot,
  type ViewWindow,
} from '../../domain/views/view.ts';

export type ViewListener = (changes: readonly ViewChange[]) => void;

/** What one query shows. */
interface LiveView {
  readonly snapshot: () => ViewSnapshot;
  /** What a batch changes in it; a list's index has taken the batch in before. */
  readonly take: (changes: readonly Change[]) => readonly ViewChange[];
  readonly listeners: Set<ViewListener>;
  readonly close: () => void;
}

/** Where rows of pages come from; `changed`: what the window shows is another. */
export interface PageSource {
  open(query: PagesQuery, changed: () => void): ViewWindow;
}

interface LiveIndex {
  readonly index: ViewIndex;
  windows: number;
  /** Who waits for it to be complete. */
  readonly waiting: Set<() => void>;
}

/**
 * The views that tabs look at: equal queries share one, and queries of the same list, whatever part of
 * it they show, share its index.
 */
export class LiveViews {
  #rows: Rows;
  readonly #live = new Map<string, LiveView>();
  readonly #indexes = new Map<string, LiveIndex>();
  readonly #later: (work: () => void) => void;
  readonly #pages: PageSource;

  /** `later`: calls back after what waits in the meantime; without it nothing waits for anything. */
  constructor(
    rows: Rows,
    later: (work: () => void) => void = (work) => work(),
    pages: PageSource = NO_PAGES,
  ) {
    this.#rows = rows;
    this.#later = later;
    this.#pages = pages;
  }

  get size(): number {
    return this.#live.size;
  }

  /** Sorted lists that are kept. */
  get indexes(): number {
    return this.#indexes.size;
  }

  /**
   * Whether a query can be followed without keeping everything else waiting. A long list is sorted piece by piece
   * first, and `again` is called when it is worth asking again.
   */
  prepare(query: Query, again: () => void): boolean {
    if (!isListQuery(query)) return true;
    const key = canonicalList(query);
    const known = this.#indexes.get(key);
    const live = known ?? this.#index(key, query, true);
    if (live.index.complete) return true;
    live.waiting.add(again);
    if (known === undefined) this.#grow(key, live);
    return false;
  }

  #grow(key: string, live: LiveIndex): void {
    this.#later(() => {
      if (this.#indexes.get(key) !== live) return;
      live.index.grow();
      if (!live.index.complete) {
        this.#grow(key, live);
        return;
      }
      release(live);
      // Nobody is there any more who asked for it.
      if (live.windows === 0) this.#indexes.delete(key);
    });
  }

  /** Follows a query: what it shows now, and every change from then on until `stop`. */
  follow(query: Query, listener: ViewListener): { snapshot: ViewSnapshot; stop: () => void } {
    const key = canonicalQuery(query);
    let live = this.#live.get(key);
    if (live === undefined) {
      live = this.#open(query);
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

  #open(query: Query): LiveView {
    if (isPagesQuery(query)) return this.#paged(query);
    return isListQuery(query) ? this.#window(query) : this.#single(query);
  }

  /** What comes of pages comes when the host answers, and not with the rows. */
  #paged(query: PagesQuery): LiveView {
    const listeners = new Set<ViewListener>();
    const window = this.#pages.open(query, () => {
      const told = window.take();
      if (told.length > 0) for (const listener of listeners) listener(told);
    });
    return {
      snapshot: () => window.snapshot(),
      take: () => NO_VIEW_CHANGES,
      listeners,
      close: () => window.close(),
    };
  }

  #single(query: SingleQuery): LiveView {
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
    const live = this.#indexes.get(key) ?? this.#index(key, query, false);
    while (!live.index.complete) live.index.grow();
    live.windows += 1;
    const window = live.index.open(rangeOf(query));
    const listeners = new Set<ViewListener>();
    return {
      snapshot: () => window.snapshot(),
      take: isPackedQuery(query) ? this.#together(window, listeners) : () => window.take(),
      listeners,
      close: () => {
        window.close();
        live.windows -= 1;
        if (live.windows > 0 || this.#indexes.get(key) !== live) return;
        this.#indexes.delete(key);
        release(live);
      },
    };
  }

  /** Where all rows of a list are shown, the batches of a long start would each go over all of them: once does. */
  #together(window: ViewWindow, listeners: ReadonlySet<ViewListener>): LiveView['take'] {
    let waits = false;
    return () => {
      if (waits) return NO_VIEW_CHANGES;
      waits = true;
      this.#later(() => {
        waits = false;
        const told = listeners.size === 0 ? NO_VIEW_CHANGES : window.take();
        if (told.length > 0) for (const listener of listeners) listener(told);
      });
      return NO_VIEW_CHANGES;
    };
  }

  #index(key: string, query: ListQuery, piecewise: boolean): LiveIndex {
    const index = createIndex(this.#rows, query, piecewise);
    const live = { index, windows: 0, waiting: new Set<() => void>() };
    this.#indexes.set(key, live);
    return live;
  }

  /** Other rows from now on; whoever follows a query must follow it again. */
  rebase(rows: Rows): void {
    const indexes = [...this.#indexes.values()];
    this.#rows = rows;
    this.#live.clear();
    this.#indexes.clear();
    for (const live of indexes) release(live);
  }

  /** Gives a batch, which the rows hold already, to every view. */
  apply(changes: readonly Change[]): void {
    for (const { index } of this.#indexes.values()) index.apply(changes);
    for (const { take, listeners } of this.#live.values()) {
      const told = take(changes);
      if (told.length > 0) for (const listener of listeners) listener(told);
    }
  }
}

function release({ waiting }: LiveIndex): void {
  const all = [...waiting];
  waiting.clear();
  for (const again of all) again();
}

/** A recording has no pages. */
const NO_PAGES: PageSource = {
  open: () => ({
    snapshot: () => EMPTY_VIEW.snapshot(),
    take: () => NO_VIEW_CHANGES,
    close: () => {},
  }),
};
