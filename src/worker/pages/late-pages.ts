import type { Change } from '../../domain/change.ts';
import type { Rows } from '../../domain/state.ts';
import type { PagesQuery } from '../../domain/views/canonical.ts';
import type { ViewWindow } from '../../domain/views/view.ts';
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

  ready(again: () => void): boolean {
    if (this.#views !== null) return true;
    const { log } = this.#deps.environment;
    this.#load().then(again, (error: unknown) => log('No pages can be shown.', error));
    return false;
  }

  open(query: PagesQuery, changed: () => void): ViewWindow {
    if (this.#views === null) throw new ReferenceError('Pages were opened before they were ready.');
    return this.#views.open(query, changed);
  }

  heard(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    this.#views?.heard(changes, events);
  }

  async #load(): Promise<void> {
    const { environment, rest, rows } = this.#deps;
    const { PagedViews } = await environment.hostSide.load();
    this.#views ??= new PagedViews({ clock: environment.clock, rest, rows });
  }
}
