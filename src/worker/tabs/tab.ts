import type { Query } from '../../domain/queries.ts';
import type { ViewSnapshot } from '../../domain/views/view.ts';
import type { WallQuery } from '../../domain/walls/packed.ts';
import type { WallView } from '../../domain/walls/packed-view.ts';
import type { TabInspection, TabMessage, WorkerMessage } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { LiveViews } from '../views/live-views.ts';
import { PendingView } from './pending.ts';

export interface TabDeps {
  readonly clock: Clock;
  readonly epoch: string;
  readonly views: LiveViews;
  /** Somebody looks at a query; answers how to look away. */
  readonly look: (query: Query) => () => void;
  readonly post: (message: WorkerMessage, transfer?: readonly ArrayBuffer[]) => void;
}

const SNAPSHOT_ROWS = 250;
const MAX_UNACKNOWLEDGED = 2;
/** Pace of patches, by who looks. */
const FOCUSED_MS = 16;
const VISIBLE_MS = 50;
const HIDDEN_MS = 1_000;

interface Subscription {
  readonly query: Query;
  stop: () => void;
  readonly pending: PendingView;
}

interface WallSubscription {
  readonly query: WallQuery;
  readonly wall: WallView;
  readonly stop: () => void;
}

/** One tab's end: what it looks at, what it has not been told, and how fast it is told. */
export class Tab {
  readonly #deps: TabDeps;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #walls = new Map<number, WallSubscription>();
  readonly #dirty = new Set<number>();
  #revision = 0;
  #acknowledged = 0;
  #visible = true;
  #focused = true;
  #lastPost = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
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
      visible: this.#visible,
      focused: this.#focused,
      pace: this.#pace(),
      queries: [...subscriptions, ...walls].map(({ query }) => query),
      patches: this.#revision,
      unacknowledged: this.#revision - this.#acknowledged,
      waiting:
        subscriptions.reduce((sum, { pending }) => sum + pending.size, 0) +
        walls.reduce((sum, { wall }) => sum + wall.waiting, 0),
    };
  }

  receive(message: Exclude<TabMessage, { type: 'hello' }>): void {
    switch (message.type) {
      case 'subscribe':
        this.#subscribe(message.id, message.query);
        return;
      case 'subscribe-wall':
        this.#subscribeWall(message.id, message.query);
        return;
      case 'unsubscribe':
        this.#unsubscribe(message.id);
        return;
      case 'visibility':
        this.#visible = message.visible;
        this.#focused = message.focused;
        this.#reschedule();
        return;
      case 'ack':
        this.#acknowledged = Math.max(this.#acknowledged, message.revision);
        this.#schedule();
    }
  }

  /** The tab is gone. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    for (const id of [...this.#subscriptions.keys(), ...this.#walls.keys()]) this.#unsubscribe(id);
  }

  #subscribe(id: number, query: Query): void {
    this.#unsubscribe(id);
    const { snapshot, stop } = this.#deps.views.follow(query, (changes) => {
      pending.merge(changes);
      this.#dirty.add(id);
      this.#schedule();
    });
    const pending = new PendingView(snapshot.order);
    const subscription = { query, pending, stop };
    this.#subscriptions.set(id, subscription);
    this.#postSnapshot(id, snapshot);
    // Looking can change rows at once: the snapshot is posted by then.
    const lookAway = this.#deps.look(query);
    subscription.stop = () => {
      stop();
      lookAway();
    };
  }

  #subscribeWall(id: number, query: WallQuery): void {
    this.#unsubscribe(id);
    const waits = () => {
      this.#dirty.add(id);
      this.#schedule();
    };
    this.#walls.set(id, { query, ...this.#deps.views.followWall(query, waits) });
    waits();
  }

  #unsubscribe(id: number): void {
    this.#subscriptions.get(id)?.stop();
    this.#subscriptions.delete(id);
    this.#walls.get(id)?.stop();
    this.#walls.delete(id);
    this.#dirty.delete(id);
  }

  #postSnapshot(id: number, { rows, order, total }: ViewSnapshot): void {
    const { epoch } = this.#deps;
    for (let from = 0; from === 0 || from < rows.length; from += SNAPSHOT_ROWS) {
      this.#deps.post({
        type: 'snapshot',
        id,
        epoch,
        revision: this.#revision,
        first: from === 0,
        last: from + SNAPSHOT_ROWS >= rows.length,
        rows: rows.slice(from, from + SNAPSHOT_ROWS),
        order: from === 0 ? order : [],
        total,
      });
    }
  }

  #pace(): number {
    if (!this.#visible) return HIDDEN_MS;
    return this.#focused ? FOCUSED_MS : VISIBLE_MS;
  }

  #reschedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#closed || this.#dirty.size === 0 || this.#cancelTimer !== null) return;
    if (this.#revision - this.#acknowledged >= MAX_UNACKNOWLEDGED) return;
    const wait = this.#lastPost + this.#pace() - this.#deps.clock.now();
    if (wait <= 0) {
      this.#flush();
      return;
    }
    this.#cancelTimer = this.#deps.clock.after(wait, () => {
      this.#cancelTimer = null;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#closed || this.#revision - this.#acknowledged >= MAX_UNACKNOWLEDGED) return;
    const changes = [...this.#dirty].flatMap((id) => {
      const told = this.#subscriptions.get(id)?.pending.take() ?? [];
      return told.length === 0 ? [] : [{ id, changes: told }];
    });
    const walls = [...this.#dirty].flatMap((id) => {
      const patch = this.#walls.get(id)?.wall.take() ?? null;
      return patch === null ? [] : [{ id, patch }];
    });
    this.#dirty.clear();
    if (changes.length === 0 && walls.length === 0) return;
    const base = this.#revision;
    this.#revision += 1;
    this.#lastPost = this.#deps.clock.now();
    this.#deps.post(
      {
        type: 'patch',
        epoch: this.#deps.epoch,
        base,
        revision: this.#revision,
        changes,
        walls,
      },
      walls.flatMap(({ patch: { figures, order } }) =>
        order === null ? [figures.buffer] : [figures.buffer, order.buffer],
      ),
    );
  }
}
