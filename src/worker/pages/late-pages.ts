import type { Change } from '../../domain/change.ts';
import type { PagingRow, ViewChange } from '../../domain/queries.ts';
import type { Rows } from '../../domain/state.ts';
import type { PagesQuery } from '../../domain/views/canonical.ts';
import {
  EMPTY_VIEW,
  NO_VIEW_CHANGES,
  type ViewSnapshot,
  type ViewWindow,
} from '../../domain/views/view.ts';
import type { LoggedEvent } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';
import type { PageSource } from '../views/live-views.ts';
import type { PagedViews } from './paged-views.ts';

export interface LatePagesDeps {
  readonly environment: Environment;
  readonly rest: RestClient;
  readonly rows: Rows;
}

/** The pages that tabs look at. The host alone fills them, so that what pages them comes with what asks it. */
export class LatePages implements PageSource {
  readonly #deps: LatePagesDeps;
  #views: PagedViews | null = null;

  constructor(deps: LatePagesDeps) {
    this.#deps = deps;
  }

  open(query: PagesQuery, changed: () => void): ViewWindow {
    if (this.#views !== null) return this.#views.open(query, changed);
    const window = new LateWindow(query);
    this.#load().then(
      (views) => window.fill(views, changed),
      (error: unknown) => this.#deps.environment.log('No pages can be shown.', error),
    );
    return window;
  }

  heard(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    this.#views?.heard(changes, events);
  }

  async #load(): Promise<PagedViews> {
    const { environment, rest, rows } = this.#deps;
    const { PagedViews } = await environment.hostSide.load();
    return (this.#views ??= new PagedViews({ clock: environment.clock, rest, rows }));
  }
}

const LOADING: PagingRow = { id: 'paging', total: 0, about: false, state: 'loading' };

/** A window that loads until what pages it is there: a tab shows the rest of its page in the meantime. */
class LateWindow implements ViewWindow {
  readonly #query: PagesQuery;
  #window: ViewWindow | null = null;
  /** What it said while it loaded stands for all of it. */
  #isTold = false;
  #isClosed = false;

  constructor(query: PagesQuery) {
    this.#query = query;
  }

  fill(views: PagedViews, changed: () => void): void {
    if (this.#isClosed) return;
    this.#window = views.open(this.#query, changed);
    changed();
  }

  snapshot(): ViewSnapshot {
    if (this.#window !== null) return this.#window.snapshot();
    if (this.#query.view === 'pages') return EMPTY_VIEW.snapshot();
    return { rows: [LOADING], order: [LOADING.id], total: 1 };
  }

  take(): readonly ViewChange[] {
    if (this.#window === null) return NO_VIEW_CHANGES;
    if (this.#isTold) return this.#window.take();
    this.#isTold = true;
    const { rows, order, total, from } = this.#window.snapshot();
    return [
      ...rows.map((row) => ({ op: 'set' as const, row })),
      { op: 'order', ids: order },
      { op: 'total', total },
      ...(from === undefined ? [] : [{ op: 'from' as const, from }]),
    ];
  }

  close(): void {
    this.#isClosed = true;
    this.#window?.close();
  }
}
