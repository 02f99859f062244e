import type { Query } from '../../domain/queries.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { TabInspection, TabMessage, WorkerMessage } from '../contract.ts';
import type { Environment } from '../environment.ts';
import type { LiveViews } from '../views/live-views.ts';
import type { MachineLoad } from './pace.ts';
import { Tab } from './tab.ts';

/** A tab's stream: a MessagePort, or whatever stands in for one. */
export interface Channel {
  post(message: WorkerMessage, transfer?: readonly ArrayBuffer[]): void;
  listen(receive: (message: TabMessage) => void): void;
  close(): void;
}

export interface TabsDeps {
  readonly environment: Environment;
  readonly epoch: string;
  readonly aliveLock: string;
  /** The worker holds its lock: a tab that waited for it earlier would take it for dead. */
  readonly alive: Promise<void>;
  /** The stored rows are there, or take their time: a tab begins with them, and renders them once. */
  readonly restored: () => Promise<unknown>;
  /** A tab was welcomed; it has not subscribed yet. */
  readonly welcomed: () => void;
  /** The last tab left for another worker. */
  readonly abandoned: () => void;
  readonly views: LiveViews;
  readonly look: (query: Query) => () => void;
}

interface Attached {
  readonly channel: Channel;
  readonly gone: () => void;
  /** null until it said hello. */
  tab: Tab | null;
}

/** All tabs that live. A tab's death is told by its Web Lock, which it holds before it attaches. */
export class Tabs {
  readonly #deps: TabsDeps;
  readonly #attached = new Map<string, Attached>();

  constructor(deps: TabsDeps) {
    this.#deps = deps;
  }

  inspect(): readonly TabInspection[] {
    return [...this.#attached].flatMap(([id, { tab }]) => tab?.inspect(id) ?? []);
  }

  /**
   * The tab `id` handed over its stream; it begins with `hello`. `gone` is called when the tab has died,
   * or handed over another.
   */
  async attach(channel: Channel, id: string, gone: () => void = () => {}): Promise<void> {
    this.#drop(id);
    const attached: Attached = { channel, gone, tab: null };
    this.#attached.set(id, attached);
    await Promise.all([this.#deps.alive, this.#deps.restored()]);
    if (this.#attached.get(id) !== attached) return;
    this.#deps.environment.locks.whenReleased(`tab:${id}`, () => {
      if (this.#attached.get(id) === attached) this.#drop(id);
    });
    channel.listen((message) => {
      if (message.type === 'leave') {
        this.#drop(id);
        if (this.#attached.size === 0) this.#deps.abandoned();
      } else if (message.type !== 'hello') attached.tab?.receive(message);
      else if (attached.tab === null) this.#welcome(message, attached);
    });
  }

  /** Has every tab, also those that rest, told how its views stand; or `only` those of one name. */
  refresh(only?: Query['view']): void {
    for (const { tab } of this.#attached.values()) tab?.refresh(only);
  }

  /** Has every tab mount these parts of the portal again. */
  reload(components: readonly string[]): void {
    for (const { tab } of this.#attached.values()) tab?.reload(components);
  }

  #welcome(hello: Extract<TabMessage, { type: 'hello' }>, attached: Attached): void {
    const { channel } = attached;
    const { environment, epoch, aliveLock, views, look, welcomed } = this.#deps;
    if (hello.protocol !== PROTOCOL_VERSION) {
      channel.post({ type: 'bye', reason: 'replaced', url: null });
      return;
    }
    attached.tab = new Tab({
      clock: environment.clock,
      epoch,
      views,
      look,
      load: () => this.#load(),
      post: (message, transfer) => channel.post(message, transfer),
    });
    welcomed();
    channel.post({ type: 'welcome', epoch, aliveLock, build: environment.build });
  }

  #load(): MachineLoad {
    let windows = 0;
    let late = 0;
    for (const { tab } of this.#attached.values()) {
      if (!tab?.attention.visible) continue;
      if (tab.attention.focused) late = Math.max(late, tab.late);
      else windows += 1;
    }
    return { windows, late };
  }

  #drop(id: string): void {
    const known = this.#attached.get(id);
    if (known === undefined) return;
    known.tab?.close();
    known.channel.close();
    known.gone();
    this.#attached.delete(id);
  }
}
