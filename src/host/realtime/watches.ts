/**
 * Who watches which server, over all hosts of a database: each host tells the others of its own watches
 * and forgets those of a host that has gone silent. Nothing of it is stored: it is true of this moment.
 */
import type { EventData } from '../../protocol/events.ts';
import type { Control } from './notice.ts';

export type WatchTopic = 'presence' | 'metrics';

/** A host of which nothing was heard for so long (it beats every 2 s) is gone, and its watches with it. */
const HOST_SILENCE = 10_000;
/** One message carries at most so many watches. */
const WATCHES_A_MESSAGE = 60;

interface Watch {
  readonly server: string;
  readonly topic: WatchTopic;
  readonly account: string;
  readonly name: string;
  readonly since: number;
}

/** One account that watches, whoever asks for it. */
export interface Watcher {
  readonly accountId: string;
  readonly displayName: string;
}

export interface WatchesOptions {
  readonly hostId: string;
  readonly clock: () => number;
  /** Milliseconds that no clock's setting changes: how long a host has been silent. */
  readonly elapsed: () => number;
  /** Tells the other hosts. Messages are sent in their order. */
  readonly tell: (message: Control) => void;
  /** Who looks at a server has changed. */
  readonly onPresence: (serverId: string) => void;
}

const keyOf = (watch: Pick<Watch, 'server' | 'topic' | 'account'>): string =>
  `${watch.server} ${watch.topic} ${watch.account}`;

export class Watches {
  readonly #options: WatchesOptions;
  readonly #own = new Map<string, { watch: Watch; count: number }>();
  readonly #others = new Map<string, { heard: number; watches: Map<string, Watch> }>();

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  /** Begins to watch; the answer ends it. Several of one account (tabs, browsers) count as one. */
  add(server: string, topic: WatchTopic, watcher: Watcher): () => void {
    const { accountId: account, displayName: name } = watcher;
    const watch = { server, topic, account, name, since: this.#options.clock() };
    const key = keyOf(watch);
    const known = this.#own.get(key);
    if (known !== undefined) known.count += 1;
    else {
      this.#own.set(key, { watch, count: 1 });
      this.#options.tell({ kind: 'watch', host: this.#options.hostId, watch: tupleOf(watch) });
      this.#changed(watch);
    }
    let ended = false;
    return () => {
      if (!ended) this.#remove(key);
      ended = true;
    };
  }

  /** Whether anybody, on any host, watches this of a server. */
  watched(server: string, topic: WatchTopic): boolean {
    return this.#all().some((watch) => watch.server === server && watch.topic === topic);
  }

  /** Everybody who looks at a server, the longest first. */
  viewers(server: string): EventData<'presence:server'>['viewers'] {
    const viewers = new Map<string, Watch>();
    for (const watch of this.#all()) {
      if (watch.server !== server || watch.topic !== 'presence') continue;
      const known = viewers.get(watch.account);
      if (known === undefined || watch.since < known.since) viewers.set(watch.account, watch);
    }
    return [...viewers.values()]
      .toSorted((a, b) => a.since - b.since || (a.account < b.account ? -1 : 1))
      .map(({ account, name, since }) => ({ muster_id: account, display_name: name, since }));
  }

  /** What the other hosts tell. */
  hear(message: Control): void {
    if (!('host' in message) || message.host === this.#options.hostId) return;
    if (message.kind === 'host-left') return this.#forget(message.host);
    // A host that was taken for gone beats again: what it had told is forgotten here.
    if (message.kind === 'beat' && !this.#others.has(message.host)) this.#ask();
    const other = this.#host(message.host);
    switch (message.kind) {
      case 'watch': {
        const watch = watchOf(message.watch);
        other.watches.set(keyOf(watch), watch);
        this.#changed(watch);
        return;
      }
      case 'unwatch': {
        const key = keyOf(message);
        const watch = other.watches.get(key);
        other.watches.delete(key);
        if (watch !== undefined) this.#changed(watch);
        return;
      }
      case 'watches': {
        const before = message.first ? [...other.watches.values()] : [];
        if (message.first) other.watches.clear();
        const now = message.watches.map(watchOf);
        for (const watch of now) other.watches.set(keyOf(watch), watch);
        this.#changedAll([...before, ...now]);
        return;
      }
      case 'watches-asked':
        this.#tellAll();
        return;
      case 'beat':
    }
  }

  /** Listening has begun: what was missed is asked for, and what others missed is told. */
  listening(): void {
    this.#ask();
    this.#tellAll();
  }

  #ask(): void {
    this.#options.tell({ kind: 'watches-asked', host: this.#options.hostId });
  }

  /** Forgets hosts that have gone silent. */
  expire(): void {
    const now = this.#options.elapsed();
    for (const [host, { heard }] of this.#others) {
      if (now - heard > HOST_SILENCE) this.#forget(host);
    }
  }

  #forget(host: string): void {
    const watches = this.#others.get(host)?.watches.values() ?? [];
    this.#others.delete(host);
    this.#changedAll([...watches]);
  }

  #remove(key: string): void {
    const known = this.#own.get(key);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    this.#own.delete(key);
    const { server, topic, account } = known.watch;
    this.#options.tell({
      kind: 'unwatch',
      host: this.#options.hostId,
      server,
      topic,
      account,
    });
    this.#changed(known.watch);
  }

  #host(id: string): { heard: number; watches: Map<string, Watch> } {
    let other = this.#others.get(id);
    if (other === undefined) {
      other = { heard: 0, watches: new Map() };
      this.#others.set(id, other);
    }
    other.heard = this.#options.elapsed();
    return other;
  }

  #all(): readonly Watch[] {
    const others = [...this.#others.values()].flatMap(({ watches }) => [...watches.values()]);
    return [...[...this.#own.values()].map(({ watch }) => watch), ...others];
  }

  #tellAll(): void {
    const watches = [...this.#own.values()].map(({ watch }) => tupleOf(watch));
    for (let from = 0; from === 0 || from < watches.length; from += WATCHES_A_MESSAGE) {
      this.#options.tell({
        kind: 'watches',
        host: this.#options.hostId,
        first: from === 0,
        watches: watches.slice(from, from + WATCHES_A_MESSAGE),
      });
    }
  }

  #changed(watch: Watch): void {
    if (watch.topic === 'presence') this.#options.onPresence(watch.server);
  }

  #changedAll(watches: readonly Watch[]): void {
    const looked = watches.filter(({ topic }) => topic === 'presence');
    for (const server of new Set(looked.map((watch) => watch.server))) {
      this.#options.onPresence(server);
    }
  }
}

type Tuple = Extract<Control, { kind: 'watch' }>['watch'];

function tupleOf({ server, topic, account, name, since }: Watch): Tuple {
  return [server, topic, account, name, since];
}

function watchOf([server, topic, account, name, since]: Tuple): Watch {
  return { server, topic, account, name, since };
}
