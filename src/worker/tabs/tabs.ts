import type { Query } from '../../domain/queries.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { TabMessage, WorkerMessage } from '../contract.ts';
import type { Environment } from '../environment.ts';
import type { LiveViews } from '../views/live-views.ts';
import { Tab } from './tab.ts';

/** A tab's stream: a MessagePort, or whatever stands in for one. */
export interface Channel {
  post(message: WorkerMessage): void;
  listen(receive: (message: TabMessage) => void): void;
  close(): void;
}

export interface TabsDeps {
  readonly environment: Environment;
  readonly epoch: string;
  readonly aliveLock: string;
  readonly views: LiveViews;
  readonly look: (query: Query) => () => void;
}

/** All tabs that live. A tab's death is told by its Web Lock. */
export class Tabs {
  readonly #deps: TabsDeps;
  readonly #tabs = new Map<string, { tab: Tab; channel: Channel }>();

  constructor(deps: TabsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#tabs.size;
  }

  get subscriptions(): number {
    let sum = 0;
    for (const { tab } of this.#tabs.values()) sum += tab.subscriptions;
    return sum;
  }

  /** A tab handed over its stream; it begins with `hello`. */
  attach(channel: Channel): void {
    let tab: Tab | null = null;
    channel.listen((message) => {
      if (message.type !== 'hello') tab?.receive(message);
      else if (tab === null) tab = this.#welcome(message, channel);
    });
  }

  #welcome(hello: Extract<TabMessage, { type: 'hello' }>, channel: Channel): Tab | null {
    const { environment, epoch, aliveLock, views, look } = this.#deps;
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
      post: (message) => channel.post(message),
    });
    this.#tabs.set(hello.tab, { tab, channel });
    environment.locks.whenReleased(`tab:${hello.tab}`, () => this.#drop(hello.tab, tab));
    channel.post({ type: 'welcome', epoch, aliveLock, build: environment.build });
    return tab;
  }

  #drop(id: string, only?: Tab): void {
    const known = this.#tabs.get(id);
    if (known === undefined || (only !== undefined && known.tab !== only)) return;
    known.tab.close();
    known.channel.close();
    this.#tabs.delete(id);
  }
}
