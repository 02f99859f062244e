import { batch } from '@preact/signals-core';
import type { Query, ViewRow } from '../../domain/queries.ts';
import type { LinkRow } from '../../domain/rows.ts';
import { canonicalList, canonicalQuery } from '../../domain/views/canonical.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { PackedPatch } from '../../domain/walls/packed.ts';
import type { TabMessage, WorkerMessage } from '../../worker/contract.ts';
import { GatheredChanges } from './gathered-changes.ts';
import type { LiveView, TabView } from './live-view.ts';

/** A tab that was hidden for longer says that it is catching up: its views may have rested. */
const BEHIND_AFTER_MS = 2_000;
/** The last wait for a frame counts for so long as a sign of how the tab keeps up. */
const LATELY_MS = 2_000;

export interface TabStreamDeps {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly build: string;
  /** Calls back before the next frame; at once where nothing is drawn (a hidden tab). */
  readonly nextFrame: (callback: () => void) => void;
  /** Milliseconds of a clock that only grows. */
  readonly elapsed: () => number;
  /** A worker answered: it holds this lock while it lives. */
  readonly welcomed: (aliveLock: string) => void;
  readonly reload: (components: readonly string[]) => void;
  readonly bye: (message: Extract<WorkerMessage, { type: 'bye' }>) => void;
}

/** One for each query, however many parts of the page show it. */
interface Subscription {
  readonly id: number;
  query: Query;
  readonly views: Set<TabView>;
  /** The last view that left: it stays up to date while the subscription is kept. */
  last: TabView | null;
  /** Rows of a snapshot that is still coming, or waits for those that were asked for with it. */
  incoming: ViewRow[];
  order: readonly string[];
  total: number;
  from: number;
  packed: PackedPatch | null;
  /** What came since the last frame. */
  readonly gathered: GatheredChanges;
}

/**
 * The tab's end of the stream. What is asked of a worker at its start is shown together when all of it is
 * there, so that a page renders once. Patches are acknowledged at once, gathered, and put into the views
 * before the next frame. A patch that does not follow what the tab holds makes it subscribe afresh.
 */
export class TabStream {
  readonly #deps: TabStreamDeps;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #byQuery = new Map<string, Subscription>();
  #nextId = 1;
  /** What was asked for together: ids whose snapshot has not come, and those that it came for. */
  readonly #missing = new Set<number>();
  readonly #arrived = new Set<Subscription>();
  #post: ((message: TabMessage) => void) | null = null;
  #epoch: string | null = null;
  #revision = 0;
  /** Since when something waits to be drawn; when was drawn last, and how long that had waited. */
  #waitsSince: number | null = null;
  #drawnAt = 0;
  #waited = 0;
  #visibility = { visible: true, focused: true };
  #hiddenAt = Number.POSITIVE_INFINITY;
  /** While the tab is seen again and has not been told again: the link as it was, and null where it was not live. */
  #behind: { readonly link: LinkRow | null } | null = null;

  constructor(deps: TabStreamDeps) {
    this.#deps = deps;
  }

  /** A worker, new or first: everything is subscribed with it, without waiting for its welcome. */
  connect(post: (message: TabMessage) => void): void {
    this.#post = post;
    this.#epoch = null;
    this.#behind = null;
    const { build } = this.#deps;
    post({ type: 'hello', protocol: PROTOCOL_VERSION, build });
    post({ type: 'visibility', ...this.#visibility });
    this.#subscribeAll();
  }

  /** Keeps a view up to date; answers how to stop. */
  subscribe(query: Query, view: TabView): () => void {
    const key = canonicalQuery(query);
    const subscription =
      this.#byQuery.get(key) ?? this.#move(key, query, view) ?? this.#begin(key, query);
    const { views } = subscription;
    const [like = subscription.last] = views;
    if (like !== null && like !== view) view.show(like);
    views.add(view);
    return () => {
      if (!views.delete(view) || views.size > 0) return;
      subscription.last = view;
      // Who looks at another part of the same list asks for it in the same breath.
      queueMicrotask(() => this.#letGo(subscription));
    };
  }

  /** Has the subscription that a view has just left show another part of the same list. */
  #move(key: string, query: Query, view: TabView): Subscription | null {
    const list = canonicalList(query);
    for (const [held, left] of this.#byQuery) {
      if (left.views.size > 0 || left.last !== view || canonicalList(left.query) !== list) continue;
      this.#byQuery.delete(held);
      this.#byQuery.set(key, left);
      left.query = query;
      this.#post?.({ type: 'move', id: left.id, query });
      return left;
    }
    return null;
  }

  #letGo({ id, query, views }: Subscription): void {
    if (views.size > 0 || !this.#subscriptions.delete(id)) return;
    this.#byQuery.delete(canonicalQuery(query));
    this.#post?.({ type: 'unsubscribe', id });
    this.#came(id);
  }

  /** A view that shows this query already. */
  held(query: Query): TabView | undefined {
    const [view] = this.#byQuery.get(canonicalQuery(query))?.views ?? [];
    return view;
  }

  #begin(key: string, query: Query): Subscription {
    const id = this.#nextId++;
    const gathered = new GatheredChanges();
    const subscription: Subscription = {
      id,
      query,
      views: new Set<TabView>(),
      last: null,
      incoming: [],
      order: [],
      total: 0,
      from: 0,
      packed: null,
      gathered,
    };
    this.#subscriptions.set(id, subscription);
    this.#byQuery.set(key, subscription);
    this.#post?.({ type: 'subscribe', id, query });
    return subscription;
  }

  /**
   * A hidden tab has no frames: what waits for the next one is applied now. What is shown again after a while
   * says that it is catching up, before anything is painted, until the worker has told how things stand.
   */
  visibility(visible: boolean, focused: boolean): void {
    if (!visible) this.#apply();
    const now = this.#deps.now();
    if (!visible && this.#visibility.visible) this.#hiddenAt = now;
    if (visible && now - this.#hiddenAt >= BEHIND_AFTER_MS) this.#fallBehind();
    if (visible) this.#hiddenAt = Number.POSITIVE_INFINITY;
    this.#visibility = { visible, focused };
    this.#post?.({ type: 'visibility', visible, focused });
  }

  /** Milliseconds for which what came waits to be drawn, or what was drawn just now had waited. */
  get drawn(): number {
    const now = this.#deps.elapsed();
    const waited = now - this.#drawnAt < LATELY_MS ? this.#waited : 0;
    return this.#waitsSince === null ? waited : Math.max(waited, now - this.#waitsSince);
  }

  receive(message: WorkerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome(message.epoch, message.aliveLock);
        return;
      case 'snapshot':
        this.#snapshot(message);
        return;
      case 'patch':
        this.#patch(message);
        return;
      case 'current':
        this.#catchUp();
        return;
      case 'reload':
        this.#acknowledge();
        this.#deps.reload(message.components);
        return;
      case 'bye':
        this.#deps.bye(message);
    }
  }

  #linkViews(): readonly LiveView[] {
    const links = [...this.#subscriptions.values()].find(({ query }) => query.view === 'link');
    return [...(links?.views ?? [])] as LiveView[];
  }

  #fallBehind(): void {
    if (this.#behind !== null) return;
    const link = this.#linkViews()[0]?.row('link').peek() as LinkRow | undefined;
    this.#behind = { link: link?.connection.kind === 'live' ? link : null };
    const connection = { kind: 'resuming', since: this.#hiddenAt } as const;
    if (this.#behind.link !== null) this.#showLink({ ...this.#behind.link, connection });
  }

  #showLink(row: LinkRow): void {
    batch(() => {
      for (const view of this.#linkViews()) view.apply([{ op: 'set', row }]);
    });
  }

  #catchUp(): void {
    if (this.#behind === null) return;
    const { link } = this.#behind;
    this.#behind = null;
    batch(() => {
      if (link !== null) this.#showLink(link);
      this.#showArrived();
      this.#apply();
    });
  }

  #welcome(epoch: string, aliveLock: string): void {
    this.#epoch = epoch;
    this.#revision = 0;
    this.#deps.welcomed(aliveLock);
  }

  #subscribeAll(): void {
    this.#missing.clear();
    this.#arrived.clear();
    for (const [id, subscription] of this.#subscriptions) {
      subscription.incoming = [];
      subscription.gathered.clear();
      this.#missing.add(id);
      this.#post?.({ type: 'subscribe', id, query: subscription.query });
    }
  }

  #snapshot(message: Extract<WorkerMessage, { type: 'snapshot' }>): void {
    const subscription = this.#subscriptions.get(message.id);
    if (message.epoch !== this.#epoch || subscription === undefined) return;
    if (message.first) {
      subscription.incoming = [];
      subscription.order = message.order;
    }
    for (const row of message.rows) subscription.incoming.push(row);
    if (!message.last) return;
    this.#acknowledge();
    subscription.total = message.total;
    subscription.from = message.from;
    subscription.packed = message.packed;
    // What came before this snapshot is in it.
    subscription.gathered.clear();
    this.#arrived.add(subscription);
    this.#came(message.id);
  }

  /** Nothing is waited for with this id any more; what came is shown when the last one has. */
  #came(id: number): void {
    this.#missing.delete(id);
    if (this.#missing.size === 0) this.#showArrived();
  }

  #showArrived(): void {
    if (this.#behind !== null) return;
    batch(() => {
      for (const { views, incoming: rows, order, total, from, packed } of this.#arrived) {
        for (const view of views) view.reset({ rows, order, total, from, packed });
      }
    });
    for (const subscription of this.#arrived) {
      subscription.incoming = [];
      subscription.packed = null;
    }
    this.#arrived.clear();
  }

  #patch(message: Extract<WorkerMessage, { type: 'patch' }>): void {
    if (message.epoch !== this.#epoch) return;
    const follows = message.base === this.#revision;
    this.#revision = message.revision;
    this.#acknowledge();
    if (!follows) {
      this.#subscribeAll();
      return;
    }
    this.#showArrived();
    for (const { id, changes } of message.changes) {
      const subscription = this.#subscriptions.get(id);
      subscription?.gathered.add(changes);
      if (subscription?.gathered.full === true) applyTo(subscription);
    }
    if (this.#waitsSince !== null || message.changes.length === 0) return;
    this.#waitsSince = this.#deps.elapsed();
    this.#deps.nextFrame(() => this.#apply());
  }

  #acknowledge(): void {
    this.#post?.({ type: 'ack', revision: this.#revision });
  }

  #apply(): void {
    if (this.#waitsSince !== null) {
      this.#drawnAt = this.#deps.elapsed();
      this.#waited = this.#drawnAt - this.#waitsSince;
    }
    this.#waitsSince = null;
    if (this.#behind !== null) return;
    batch(() => {
      for (const subscription of this.#subscriptions.values()) applyTo(subscription);
    });
  }
}

function applyTo({ views, gathered }: Subscription): void {
  const changes = gathered.take();
  if (changes.length > 0) for (const view of views) view.apply(changes);
}
