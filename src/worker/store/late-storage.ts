import type { StoreInspection, World } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { RecordingMark } from './database.ts';
import { forgetLast, readFirst } from './first-read.ts';
import type { KeptLog } from './kept-log.ts';
import type { PendingSignOut } from './last-account.ts';
import { putBack } from './read.ts';
import type { BrowserStorage, Storage } from './storage.ts';

/** Shows the stored rows before what stores them is there: that is loaded with what asks the host. */
export class LateStorage implements Storage {
  readonly #environment: Environment;
  readonly #world: World;
  #loading: Promise<BrowserStorage> | null = null;
  #loaded: BrowserStorage | null = null;
  /** Somebody signed out: what is still being read is nobody's. */
  #forgotten = false;

  constructor(environment: Environment, world: World) {
    this.#environment = environment;
    this.#world = world;
  }

  async restore(engine: Engine, now: number): Promise<void> {
    const first = await readFirst(this.#environment.clock, this.#world, now);
    if (this.#forgotten || first.kind === 'nobody') return;
    if (first.kind === 'unknown') {
      return this.#later((storage) => storage.restore(engine, now), undefined);
    }
    putBack(engine, first.read);
    void this.#later((storage) => storage.adopt(engine, first), undefined);
  }

  async open(engine: Engine, musterId: string): Promise<void> {
    await this.#later((storage) => storage.open(engine, musterId), undefined);
  }

  remember(musterId: string, expiresAt: number): void {
    void this.#later(async (storage) => storage.remember(musterId, expiresAt), undefined);
  }

  async keepSignOut(pending: PendingSignOut | null): Promise<void> {
    const forgotten = pending === null ? undefined : this.#forget(pending);
    await this.#later((storage) => storage.keepSignOut(pending), undefined);
    await forgotten;
  }

  async pendingSignOut(): Promise<PendingSignOut | null> {
    return (await this.#load()).pendingSignOut();
  }

  async destroy(): Promise<void> {
    const forgotten = this.#forget(null);
    await this.#later((storage) => storage.destroy(), undefined);
    await forgotten;
  }

  async flush(): Promise<void> {
    await this.#later((storage) => storage.flush(), undefined);
  }

  async retry(): Promise<void> {
    await this.#later((storage) => storage.retry(), undefined);
  }

  async keptLog(): Promise<KeptLog | null> {
    return this.#later((storage) => storage.keptLog(), null);
  }

  async recording(): Promise<RecordingMark | null> {
    return this.#later((storage) => storage.recording(), null);
  }

  async record(since: number | null): Promise<void> {
    await this.#later((storage) => storage.record(since), undefined);
  }

  inspect(): StoreInspection | null {
    return this.#loaded?.inspect() ?? null;
  }

  /** Whoever signs out is shown to nobody after, also where the other half never comes. */
  async #forget(pending: PendingSignOut | null): Promise<void> {
    this.#forgotten = true;
    if (this.#loaded !== null) return;
    try {
      await forgetLast(this.#environment.clock, this.#world, pending);
    } catch (error) {
      this.#environment.log('The account could not be forgotten yet.', error);
    }
  }

  /** Where it does not come nothing can be asked either, and this worker ends. */
  async #later<T>(work: (storage: BrowserStorage) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work(await this.#load());
    } catch (error) {
      this.#environment.log('The store could not be loaded.', error);
      return otherwise;
    }
  }

  #load(): Promise<BrowserStorage> {
    this.#loading ??= this.#environment.hostSide
      .load()
      .then((late) => (this.#loaded = new late.BrowserStorage(this.#environment, this.#world)));
    return this.#loading;
  }
}
