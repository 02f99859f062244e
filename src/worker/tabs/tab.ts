import type { Query, ViewChange } from '../../domain/queries.ts';
import { beginOf } from '../../domain/views/canonical.ts';
import type { WallQuery } from '../../domain/walls/packed.ts';
import type { WallView } from '../../domain/walls/packed-view.ts';
import type { TabInspection, TabMessage, WorkerMessage } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { LiveViews } from '../views/live-views.ts';
import { Lateness } from './lateness.ts';
import { LINGER_MS, paceOf, paceOfView, staysAwake, type Attention, type Beside } from './pace.ts';
import { PendingView } from './pending.ts';
import { snapshotMessages } from './snapshot-messages.ts';
import { Unasked } from './unasked.ts';
import { withoutTexts } from './without-texts.ts';

export interface TabDeps {
  readonly clock: Clock;
  readonly epoch: string;
  readonly views: LiveViews;
  /** Somebody looks at a query; answers how to look away. */
  readonly look: (query: Query) => () => void;
  readonly beside: () => Beside;
  readonly post: (message: WorkerMessage, transfer?: readonly ArrayBuffer[]) => void;
}

const MAX_UNACKNOWLEDGED = 2;

/** What a tab says between its hello and its end. */
type TabSaying = Exclude<TabMessage, { type: 'hello' | 'leave' }>;

interface Subscription {
  query: Query;
  /** What the tab has not been told; null while the view rests or is prepared: its next snapshot tells everything. */
  pending: PendingView | null;
  /** Ends the view behind it. */
  unfollow: () => void;
  /** Lets go of what the query lives from at the host. */
  readonly lookAway: () => void;
  /** When it was told last. */
  told: number;
  /** The tab asked for what waits: it is told without waiting for its turn. */
  asked: boolean;
}

interface WallSubscription {
  readonly query: WallQuery;
  /** null while the wall rests: its next patch is whole. */
  wall: WallView | null;
  stop: () => void;
}

/** One tab's end: what it looks at, what it has not been told, and how fast it is told. */
export class Tab {
  readonly #deps: TabDeps;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #walls = new Map<number, WallSubscription>();
  readonly #dirty = new Set<number>();
  /** Views that are told as soon as their list is sorted. */
  readonly #preparing = new Set<number>();
  /** The tab is seen again, and has not been told that what it shows is how things stand. */
  #owesCurrent = false;
  #revision = 0;
  #acknowledged = 0;
  #attention: Attention = { visible: true, focused: true };
  #lastPost = Number.NEGATIVE_INFINITY;
  readonly #lateness = new Lateness();
  readonly #unasked = new Unasked({
    refresh: (ids) => this.#refresh(ids),
    reload: (components) => this.#deps.post({ type: 'reload', components }),
  });
  #timer: { readonly due: number; readonly cancel: () => void } | null = null;
  #cancelRest = () => {};
  #closed = false;

  constructor(deps: TabDeps) {
    this.#deps = deps;
  }

  /** `id` is what the tab calls itself. */
  inspect(id: string): TabInspection {
    const subscriptions = [...this.#subscriptions.values()];
    const walls = [...this.#walls.values()];
    return {
      tab: id,
      ...this.#attention,
      pace: this.#pace(),
      resting:
        [...this.#subscriptions].filter(([id, one]) => this.#rests(id, one)).length +
        walls.filter(({ wall }) => wall === null).length,
      queries: [...subscriptions, ...walls].map(({ query }) => withoutTexts(query)),
      patches: this.#revision,
      unacknowledged: this.#revision - this.#acknowledged,
      waiting:
        subscriptions.reduce((sum, { pending }) => sum + (pending?.size ?? 0), 0) +
        walls.reduce((sum, { wall }) => sum + (wall?.waiting ?? 0), 0),
    };
  }

  get attention(): Attention {
    return this.#attention;
  }

  /** Milliseconds after which it answers. */
  get late(): number {
    return this.#lateness.ms;
  }

  receive(message: TabSaying): void {
    this.#take(message);
    this.#tellCurrent();
    this.#unasked.answered();
  }

  #take(message: TabSaying): void {
    switch (message.type) {
      case 'subscribe':
        this.#subscribe(message.id, message.query);
        return;
      case 'subscribe-wall':
        this.#subscribeWall(message.id, message.query);
        return;
      case 'move':
        this.#move(message.id, message.query);
        return;
      case 'unsubscribe':
        this.#unsubscribe(message.id);
        return;
      case 'visibility': {
        const shown = message.visible && !this.#attention.visible;
        this.#attention = { visible: message.visible, focused: message.focused };
        if (message.visible) this.#show();
        else this.#restLater();
        if (shown) this.#owesCurrent = true;
        this.#reschedule();
        return;
      }
      case 'ack':
        this.#acknowledged = Math.max(this.#acknowledged, message.revision);
        this.#lateness.answered(message.revision, this.#deps.clock.elapsed());
        this.#schedule();
    }
  }

  /** Tells views that rest, or `only` those of one name, how they stand now; a hidden tab's rest again. */
  refresh(only?: Query['view']): void {
    const views = [...this.#subscriptions].filter(
      ([, { query }]) => only === undefined || query.view === only,
    );
    const walls = only === undefined ? this.#walls.keys() : [];
    this.#unasked.refresh([...views.map(([id]) => id), ...walls]);
  }

  /** Has the tab mount these parts of the portal anew. */
  reload(components: readonly string[]): void {
    this.#unasked.reload(components);
  }

  /** Everything may be another: each view is told from its start. */
  restart(): void {
    this.#dirty.clear();
    for (const [id, subscription] of this.#subscriptions) {
      if (subscription.pending === null) continue;
      subscription.unfollow();
      // A long list is prepared first, and goes on only where nothing is followed.
      subscription.pending = null;
      this.#follow(id, subscription);
    }
    for (const [id, subscription] of this.#walls) {
      subscription.stop();
      if (subscription.wall !== null) this.#followWall(id, subscription);
    }
  }

  /** The tab is gone. */
  close(): void {
    this.#closed = true;
    this.#timer?.cancel();
    this.#cancelRest();
    for (const id of [...this.#subscriptions.keys(), ...this.#walls.keys()]) this.#unsubscribe(id);
  }

  /** Whether one of these rested: it is told, a long list as soon as it is sorted. */
  #refresh(ids: ReadonlySet<number>): boolean {
    let rested = false;
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      const wall = this.#walls.get(id);
      if (subscription !== undefined && this.#rests(id, subscription))
        this.#follow(id, subscription);
      else if (wall?.wall === null) this.#followWall(id, wall);
      else continue;
      rested = true;
    }
    this.#restLater();
    return rested;
  }

  #rests(id: number, { pending }: Subscription): boolean {
    return pending === null && !this.#preparing.has(id);
  }

  /** Somebody sees it: what waits is told at once, and what rests how it stands. */
  #show(): void {
    for (const subscription of this.#subscriptions.values()) subscription.asked = true;
    this.#refresh(new Set([...this.#subscriptions.keys(), ...this.#walls.keys()]));
  }

  #subscribe(id: number, query: Query): void {
    this.#unsubscribe(id);
    let lookAway = () => {};
    const subscription: Subscription = {
      query,
      pending: null,
      unfollow: () => {},
      lookAway: () => lookAway(),
      told: Number.NEGATIVE_INFINITY,
      asked: false,
    };
    this.#subscriptions.set(id, subscription);
    this.#follow(id, subscription);
    // Looking can change rows at once: the snapshot is posted by then.
    lookAway = this.#deps.look(query);
    this.#restLater();
  }

  #follow(id: number, subscription: Subscription): void {
    const { views, post, epoch } = this.#deps;
    const { query } = subscription;
    this.#preparing.add(id);
    if (!views.prepare(query, () => this.#prepared(id))) return;
    this.#preparing.delete(id);
    const { snapshot, stop } = views.follow(query, this.#merge.bind(this, id));
    subscription.pending = new PendingView(snapshot.order);
    subscription.unfollow = stop;
    const about = { id, epoch, revision: this.#revision, from: beginOf(query) };
    for (const message of snapshotMessages(snapshot, about)) post(message);
  }

  #prepared(id: number): void {
    if (!this.#preparing.delete(id)) return;
    this.#refresh(new Set([id]));
    this.#tellCurrent();
  }

  /** What is seen again is current when all of it has been told, also the lists that had to be sorted. */
  #tellCurrent(): void {
    if (!this.#owesCurrent || this.#preparing.size > 0) return;
    this.#owesCurrent = false;
    this.#deps.post({ type: 'current' });
  }

  #merge(id: number, changes: readonly ViewChange[]): void {
    this.#subscriptions.get(id)?.pending?.merge(changes);
    this.#dirty.add(id);
    this.#schedule();
  }

  /** The other part is followed before this one is left: the list behind both stays as it is. */
  #move(id: number, query: Query): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return;
    subscription.query = query;
    if (subscription.pending === null) return;
    const { snapshot, stop } = this.#deps.views.follow(query, this.#merge.bind(this, id));
    subscription.unfollow();
    subscription.unfollow = stop;
    subscription.pending.move(snapshot, beginOf(query));
    subscription.asked = true;
    this.#dirty.add(id);
    this.#schedule();
  }

  #subscribeWall(id: number, query: WallQuery): void {
    this.#unsubscribe(id);
    const subscription: WallSubscription = { query, wall: null, stop: () => {} };
    this.#walls.set(id, subscription);
    this.#followWall(id, subscription);
    this.#restLater();
  }

  #followWall(id: number, subscription: WallSubscription): void {
    const waits = () => {
      this.#dirty.add(id);
      this.#schedule();
    };
    const { wall, stop } = this.#deps.views.followWall(subscription.query, waits);
    subscription.wall = wall;
    subscription.stop = stop;
    waits();
  }

  #unsubscribe(id: number): void {
    const subscription = this.#subscriptions.get(id);
    subscription?.unfollow();
    subscription?.lookAway();
    this.#subscriptions.delete(id);
    this.#preparing.delete(id);
    this.#walls.get(id)?.stop();
    this.#walls.delete(id);
    this.#dirty.delete(id);
  }

  /** A hidden tab's views rest after a while; what it looks at goes on to be held for it. */
  #restLater(): void {
    this.#cancelRest();
    if (this.#attention.visible) return;
    this.#cancelRest = this.#deps.clock.after(LINGER_MS, () => this.#rest());
  }

  #rest(): void {
    for (const [id, subscription] of this.#subscriptions) {
      if (staysAwake(subscription.query) || subscription.pending === null) continue;
      subscription.unfollow();
      subscription.pending = null;
      this.#dirty.delete(id);
    }
    for (const [id, subscription] of this.#walls) {
      subscription.stop();
      subscription.wall = null;
      this.#dirty.delete(id);
    }
  }

  #pace(): number {
    return paceOf(this.#attention, this.#lateness.ms, this.#deps.beside());
  }

  #reschedule(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#schedule();
  }

  /** Milliseconds until a view, or a wall, may be told; none or less where it may be now. */
  #wait(id: number, pace: number): number {
    const now = this.#deps.clock.elapsed();
    const wait = this.#lastPost + pace - now;
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return wait;
    if (subscription.asked) return 0;
    return Math.max(wait, subscription.told + paceOfView(subscription.query) - now);
  }

  #schedule(): void {
    if (this.#closed || this.#dirty.size === 0) return;
    if (this.#revision - this.#acknowledged >= MAX_UNACKNOWLEDGED) return;
    const pace = this.#pace();
    const wait = Math.min(...[...this.#dirty].map((id) => this.#wait(id, pace)));
    if (wait <= 0) {
      this.#flush();
      return;
    }
    const due = this.#deps.clock.elapsed() + wait;
    if (this.#timer !== null && this.#timer.due <= due) return;
    this.#timer?.cancel();
    const cancel = this.#deps.clock.after(wait, () => {
      this.#timer = null;
      this.#schedule();
    });
    this.#timer = { due, cancel };
  }

  #flush(): void {
    const pace = this.#pace();
    const ripe = [...this.#dirty].filter((id) => this.#wait(id, pace) <= 0);
    const now = this.#deps.clock.elapsed();
    const changes = ripe.flatMap((id) => {
      const subscription = this.#subscriptions.get(id);
      if (subscription === undefined) return [];
      subscription.asked = false;
      const told = subscription.pending?.take() ?? [];
      if (told.length === 0) return [];
      subscription.told = now;
      return [{ id, changes: told }];
    });
    const walls = ripe.flatMap((id) => {
      const patch = this.#walls.get(id)?.wall?.take() ?? null;
      return patch === null ? [] : [{ id, patch }];
    });
    for (const id of ripe) this.#dirty.delete(id);
    if (changes.length === 0 && walls.length === 0) {
      this.#schedule();
      return;
    }
    const base = this.#revision;
    this.#revision += 1;
    this.#lastPost = now;
    this.#lateness.posted(this.#revision, now);
    const { post, epoch } = this.#deps;
    post(
      { type: 'patch', epoch, base, revision: this.#revision, changes, walls },
      walls.flatMap(({ patch: { figures, order } }) =>
        order === null ? [figures.buffer] : [figures.buffer, order.buffer],
      ),
    );
    this.#schedule();
  }
}
