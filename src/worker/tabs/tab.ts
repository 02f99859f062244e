import {
  EMPTY,
  identity,
  Subject,
  switchMap,
  throttle,
  timer,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { Query, ViewChange } from '../../domain/queries.ts';
import { beginOf, isPackedQuery } from '../../domain/views/canonical.ts';
import { Packer } from '../../domain/walls/packer.ts';
import { clockScheduler } from '../clock-scheduler.ts';
import type { TabInspection, TabMessage, WorkerMessage } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { LiveViews } from '../views/live-views.ts';
import { Lateness } from './lateness.ts';
import {
  LINGER_MS,
  paceOf,
  paceOfView,
  staysAwake,
  type Attention,
  type MachineLoad,
} from './pace.ts';
import { PendingView, type Pending } from './pending.ts';
import { arraysOf, packedSnapshot, snapshotMessages } from './snapshot-messages.ts';
import { BOTH_ENDS, Turns } from './turns.ts';
import { Unsolicited } from './unsolicited.ts';
import { withoutTexts } from './without-texts.ts';

export interface TabDeps {
  readonly clock: Clock;
  readonly epoch: string;
  readonly views: LiveViews;
  /** Somebody looks at a query; answers how to look away. */
  readonly look: (query: Query) => () => void;
  readonly load: () => MachineLoad;
  readonly post: (message: WorkerMessage, transfer?: readonly ArrayBuffer[]) => void;
}

const MAX_UNACKNOWLEDGED = 2;

/** What a tab says between its hello and its end. */
type TabSaying = Exclude<TabMessage, { type: 'hello' | 'leave' }>;

interface Subscription {
  query: Query;
  /** What the tab has not been told; null while the view rests or is prepared: its next snapshot tells everything. */
  pending: Pending | null;
  /** Ends the view behind it. */
  unfollow: () => void;
  /** Lets go of what the query lives from at the host. */
  readonly lookAway: () => void;
  /** Something of it waits. */
  readonly changed: Subject<void>;
}

/** One tab's end: what it looks at, what it has not been told, and how fast it is told. */
export class Tab {
  readonly #deps: TabDeps;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #dirty = new Set<number>();
  /** Views that are told as soon as their list is sorted. */
  readonly #preparing = new Set<number>();
  /** The tab is seen again, and has not been told that what it shows is how things stand. */
  #owesCurrent = false;
  #revision = 0;
  #acknowledged = 0;
  #attention: Attention = { visible: true, focused: true };
  readonly #lateness = new Lateness();
  readonly #unsolicited = new Unsolicited({
    refresh: (ids) => this.#refresh(ids),
    reload: (components) => this.#deps.post({ type: 'reload', components }),
  });
  readonly #scheduler: SchedulerLike;
  readonly #turns: Turns;
  readonly #lingers = new Subject<void>();

  constructor(deps: TabDeps) {
    this.#deps = deps;
    this.#scheduler = clockScheduler(deps.clock);
    this.#turns = new Turns({
      clock: deps.clock,
      pace: () => this.#pace(),
      keepsUp: () => this.#keepsUp(),
      tell: () => this.#tell(),
    });
    const unseen = this.#lingers.pipe(
      switchMap(() => (this.#attention.visible ? EMPTY : timer(LINGER_MS, this.#scheduler))),
    );
    unseen.subscribe(() => this.#rest());
  }

  /** `id` is what the tab calls itself. */
  inspect(id: string): TabInspection {
    const subscriptions = [...this.#subscriptions.values()];
    return {
      tab: id,
      ...this.#attention,
      pace: this.#pace(),
      resting: [...this.#subscriptions].filter(([id, one]) => this.#rests(id, one)).length,
      queries: subscriptions.map(({ query }) => withoutTexts(query)),
      patches: this.#revision,
      unacknowledged: this.#revision - this.#acknowledged,
      waiting: subscriptions.reduce((sum, { pending }) => sum + (pending?.size ?? 0), 0),
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
    this.#unsolicited.answered();
  }

  #take(message: TabSaying): void {
    switch (message.type) {
      case 'subscribe':
        this.#subscribe(message.id, message.query);
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
        else this.#lingers.next();
        if (shown) this.#owesCurrent = true;
        this.#turns.reckon();
        return;
      }
      case 'ack': {
        const keptUp = this.#keepsUp();
        this.#acknowledged = Math.max(this.#acknowledged, message.revision);
        this.#lateness.answered(message.revision, this.#deps.clock.elapsed());
        if (!keptUp) this.#turns.reckon();
      }
    }
  }

  /** Tells views that rest, or `only` those of one name, how they stand now; a hidden tab's rest again. */
  refresh(only?: Query['view']): void {
    const views = [...this.#subscriptions].filter(
      ([, { query }]) => only === undefined || query.view === only,
    );
    this.#unsolicited.refresh(views.map(([id]) => id));
  }

  /** Has the tab mount these parts of the portal again. */
  reload(components: readonly string[]): void {
    this.#unsolicited.reload(components);
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
  }

  /** The tab is gone. */
  close(): void {
    for (const id of this.#subscriptions.keys()) this.#unsubscribe(id);
  }

  /** Whether one of these rested: it is told, a long list as soon as it is sorted. */
  #refresh(ids: ReadonlySet<number>): boolean {
    let rested = false;
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      if (subscription === undefined || !this.#rests(id, subscription)) continue;
      this.#follow(id, subscription);
      rested = true;
    }
    this.#lingers.next();
    return rested;
  }

  #rests(id: number, { pending }: Subscription): boolean {
    return pending === null && !this.#preparing.has(id);
  }

  /** Somebody sees it: what waits is told at once, and what rests how it stands. */
  #show(): void {
    this.#refresh(new Set(this.#subscriptions.keys()));
    this.#turns.wait(true);
  }

  #subscribe(id: number, query: Query): void {
    this.#unsubscribe(id);
    let lookAway = () => {};
    const subscription: Subscription = {
      query,
      pending: null,
      unfollow: () => {},
      lookAway: () => lookAway(),
      changed: new Subject(),
    };
    const told = subscription.changed.pipe(this.#paced(query)).subscribe(() => this.#due(id));
    this.#subscriptions.set(id, subscription);
    this.#follow(id, subscription);
    // Looking can change rows at once: the snapshot is posted by then.
    const ended = this.#deps.look(query);
    lookAway = () => {
      told.unsubscribe();
      ended();
    };
    this.#lingers.next();
  }

  #follow(id: number, subscription: Subscription): void {
    const { views, post, epoch } = this.#deps;
    const { query } = subscription;
    this.#preparing.add(id);
    if (!views.prepare(query, () => this.#prepared(id))) return;
    this.#preparing.delete(id);
    const { snapshot, stop } = views.follow(query, this.#merge.bind(this, id));
    subscription.unfollow = stop;
    const about = { id, epoch, revision: this.#revision, from: snapshot.from ?? beginOf(query) };
    if (isPackedQuery(query)) {
      const packer = new Packer(snapshot);
      const packed = packer.begin();
      subscription.pending = packer;
      post(packedSnapshot(snapshot.total, packed, about), arraysOf(packed));
      return;
    }
    subscription.pending = new PendingView(snapshot.rows);
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
    const subscription = this.#subscriptions.get(id);
    subscription?.pending?.merge(changes);
    subscription?.changed.next();
  }

  /** The other part is followed before this one is left: the list behind both stays as it is. */
  #move(id: number, query: Query): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return;
    subscription.query = query;
    const { pending } = subscription;
    if (!(pending instanceof PendingView)) return;
    const { snapshot, stop } = this.#deps.views.follow(query, this.#merge.bind(this, id));
    subscription.unfollow();
    subscription.unfollow = stop;
    pending.move(snapshot, snapshot.from ?? beginOf(query));
    this.#due(id, true);
  }

  #unsubscribe(id: number): void {
    const subscription = this.#subscriptions.get(id);
    subscription?.unfollow();
    subscription?.lookAway();
    this.#subscriptions.delete(id);
    this.#preparing.delete(id);
    this.#dirty.delete(id);
  }

  /** A hidden tab's views rest after a while; what it looks at goes on to be held for it. */
  #rest(): void {
    for (const [id, subscription] of this.#subscriptions) {
      if (staysAwake(subscription.query) || subscription.pending === null) continue;
      subscription.unfollow();
      subscription.pending = null;
      this.#dirty.delete(id);
    }
  }

  #keepsUp(): boolean {
    return this.#revision - this.#acknowledged < MAX_UNACKNOWLEDGED;
  }

  #pace(): number {
    return paceOf(this.#attention, this.#lateness.ms, this.#deps.load());
  }

  /** Some views are told less often than their tab. */
  #paced(query: Query): MonoTypeOperatorFunction<void> {
    const pace = paceOfView(query);
    return pace === 0 ? identity : throttle(() => timer(pace, this.#scheduler), BOTH_ENDS);
  }

  /** A view has something to tell. */
  #due(id: number, now = false): void {
    this.#dirty.add(id);
    this.#turns.wait(now);
  }

  #tell(): boolean {
    const ripe = [...this.#dirty];
    this.#dirty.clear();
    const changes = ripe.flatMap((id) => {
      const told = this.#subscriptions.get(id)?.pending?.take() ?? [];
      return told.length === 0 ? [] : [{ id, changes: told }];
    });
    if (changes.length === 0) return false;
    const base = this.#revision;
    this.#revision += 1;
    this.#lateness.posted(this.#revision, this.#deps.clock.elapsed());
    const { post, epoch } = this.#deps;
    const arrays = changes.flatMap((view) =>
      view.changes.flatMap((change) => (change.op === 'packed' ? arraysOf(change.patch) : [])),
    );
    post({ type: 'patch', epoch, base, revision: this.#revision, changes }, arrays);
    return true;
  }
}
