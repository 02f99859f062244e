import type { Query } from '../../domain/queries.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { TabInspection, TabMessage, WorkerMessage } from '../contract.ts';
import type { Environment } from '../environment.ts';
import type { LiveViews } from '../views/live-views.ts';
import type { Beside } from './pace.ts';
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
  /** A tab was welcomed; it has not subscribed yet. */
  readonly welcomed: () => void;
  readonly views: LiveViews;
  readonly look: (query: Query) => () => void;
}

/** All tabs that live. A tab's death is told by its Web Lock. */
export class Tabs {
  readonly #deps: TabsDeps;
  readonly #tabs = new Map<string, { tab: Tab; channel: Channel; gone: () => void }>();

  constructor(deps: TabsDeps) {
    this.#deps = deps;
  }

  inspect(): readonly TabInspection[] {
    return [...this.#tabs].map(([id, { tab }]) => tab.inspect(id));
  }

  /** A tab handed over its stream; it begins with `hello`. `gone` is called when the tab has died. */
  async attach(channel: Channel, gone: () => void = () => {}): Promise<void> {
    await this.#deps.alive;
    let tab: Tab | null = null;
    channel.listen((message) => {
      if (message.type !== 'hello') tab?.receive(message);
      else if (tab === null) tab = this.#welcome(message, channel, gone);
    });
  }

  /** Has every tab, also those that rest, told how its views stand; or `only` those of one name. */
  refresh(only?: Query['view']): void {
    for (const { tab } of this.#tabs.values()) tab.refresh(only);
  }

  /** Has every tab mount these parts of the portal anew. */
  reload(components: readonly string[]): void {
    for (const { channel } of this.#tabs.values()) channel.post({ type: 'reload', components });
  }

  #welcome(
    hello: Extract<TabMessage, { type: 'hello' }>,
    channel: Channel,
    gone: () => void,
  ): Tab | null {
    const { environment, epoch, aliveLock, views, look, welcomed } = this.#deps;
    if (hello.protocol !== PROTOCOL_VERSION) {
      channel.post({ type: 'bye', reason: 'replaced', url: null });
      return null;
    }
    this.#drop(hello.tab);
    const tab = new Tab({
      clock: environment.clock,
      epoch,
      views,
      look,
      beside: () => this.#beside(),
      post: (message, transfer) => channel.post(message, transfer),
    });
    this.#tabs.set(hello.tab, { tab, channel, gone });
    welcomed();
    environment.locks.whenReleased(`tab:${hello.tab}`, () => this.#drop(hello.tab, tab));
    channel.post({ type: 'welcome', epoch, aliveLock, build: environment.build });
    return tab;
  }

  #beside(): Beside {
    let windows = 0;
    let late = 0;
    for (const { tab } of this.#tabs.values()) {
      if (!tab.attention.visible) continue;
      if (tab.attention.focused) late = Math.max(late, tab.late);
      else windows += 1;
    }
    return { windows, late };
  }

  #drop(id: string, only?: Tab): void {
    const known = this.#tabs.get(id);
    if (known === undefined || (only !== undefined && known.tab !== only)) return;
    known.tab.close();
    known.channel.close();
    known.gone();
    this.#tabs.delete(id);
  }
}
