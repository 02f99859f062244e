import type { Change } from '../../domain/change.ts';
import type { PagedQuestion } from '../../domain/queries.ts';
import { ownerOf } from '../../protocol/resources/resource.ts';
import { isOfPages } from '../../domain/resources/reduce.ts';
import { streamOfRows } from '../../domain/resources/stream.ts';
import type { Rows } from '../../domain/state.ts';
import { canonicalQuestion, type PagesQuery } from '../../domain/views/canonical.ts';
import type { ViewWindow } from '../../domain/views/view.ts';
import type { LoggedEvent } from '../engine/engine.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';
import type { PageSource } from '../views/live-views.ts';
import { PagedList } from './paged-list.ts';
import { PagedWindow, PagingWindow } from './paged-window.ts';

export interface PagedDeps {
  readonly clock: Clock;
  readonly rest: Pick<RestClient, 'call'>;
  readonly rows: Rows;
}

/** The pages that tabs look at: equal questions share theirs, whatever part of them is shown. */
export class PagedViews implements PageSource {
  readonly #deps: PagedDeps;
  readonly #lists = new Map<string, PagedList>();

  constructor(deps: PagedDeps) {
    this.#deps = deps;
  }

  open(query: PagesQuery, changed: () => void): ViewWindow {
    const key = canonicalQuestion(query);
    const list = this.#lists.get(key) ?? this.#begin(query);
    this.#lists.set(key, list);
    const close = () => {
      if (list.idle && this.#lists.get(key) === list) this.#lists.delete(key);
    };
    return query.view === 'pages'
      ? new PagedWindow(list, query.window, changed, close)
      : new PagingWindow(list, changed, close);
  }

  #begin(question: PagedQuestion): PagedList {
    const { clock, rest, rows } = this.#deps;
    const list = new PagedList(question, { clock, rest });
    const head = rows.streams.get(this.#streamOf(question));
    if (head !== undefined) list.reached(head.position);
    return list;
  }

  /** The rows changed: what the streams of pages told goes into the pages that are older. */
  heard(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    if (this.#lists.size === 0) return;
    for (const { event } of events) {
      if (event.source === 'link' && event.event === 'emptied') {
        for (const list of this.#lists.values()) list.withdrawn();
      }
      if (event.source !== 'realtime' || event.seq === undefined) continue;
      if (event.event !== 'row:put' && event.event !== 'row:gone') continue;
      const { data, stream, seq } = event;
      if (!isOfPages(data)) continue;
      const after = 'row' in data ? data.row : null;
      const told = { position: seq, before: data.before, after };
      for (const list of this.#lists.values())
        if (this.#streamOf(list.question) === stream) list.told(told);
    }
    const isConnected = changes.some(isLive);
    const heads = changes.filter(({ table }) => table === 'streams');
    const moved = new Set(heads.map(({ id }) => id));
    const given = new Set(heads.flatMap(({ id, before }) => (before === undefined ? [id] : [])));
    for (const list of this.#lists.values()) {
      const stream = this.#streamOf(list.question);
      if (isConnected || given.has(stream)) list.restored();
      if (!moved.has(stream)) continue;
      const head = this.#deps.rows.streams.get(stream);
      if (head === undefined) list.withdrawn();
      else list.reached(head.position);
    }
  }

  /** Nobody tells of an account's own rows where nobody is signed in. */
  #streamOf(question: PagedQuestion): string {
    return streamOfRows(this.#deps.rows, question.resource, ownerOf(question)) ?? '';
  }
}

/** Whether the host can be reached again from now on. */
function isLive(change: Change): boolean {
  if (change.table !== 'link' || change.after?.connection.kind !== 'live') return false;
  return change.before?.connection.kind !== 'live';
}
