import type { StoreInspection, World } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import { databaseName } from './database-name.ts';
import { deleteDatabases, deleteOtherDatabases, type RecordingMark } from './database.ts';
import type { FirstRows } from './first-read.ts';
import { NOBODY, restorable, type LastAccount, type PendingSignOut } from './last-account.ts';
import { withTimeout } from './with-timeout.ts';
import type { KeptLog } from './kept-log.ts';
import type { Restored } from './read.ts';
import { Registry, type AccountChange } from './registry.ts';
import { Store } from './store.ts';
import { storageErrorOf } from './storage-error.ts';

/** A database that does not answer keeps nobody waiting for longer. */
const PATIENCE_MS = 3_000;

/** Whose rows are kept where: opens the right database, and empties it on sign-out. */
export interface Storage {
  /** Puts the last account's rows into the engine, if its session has not expired. */
  restore(engine: Engine, now: number): Promise<void>;
  /** Keeps the rows of this account from now on; another one's are deleted. */
  open(engine: Engine, musterId: string): Promise<void>;
  /** Whom to restore at the next start. */
  remember(musterId: string, expiresAt: number): void;
  /**
   * Keeps a sign-out until the host has heard of it, and empties everything that is kept of accounts; null
   * when the host has heard of it. Nobody is restored after one.
   */
  keepSignOut(pending: PendingSignOut | null): Promise<void>;
  /** Rejects where it cannot be read, but might be there. */
  pendingSignOut(): Promise<PendingSignOut | null>;
  /** Empties everything that is kept of accounts. */
  destroy(): Promise<void>;
  flush(): Promise<void>;
  /** Tries at once to keep what is in memory only. */
  retry(): Promise<void>;
  /** The events that are kept, with what is due written first; null where there is nothing to begin from. */
  keptLog(): Promise<KeptLog | null>;
  /** The recording by hand that is under way; null: none. It is this account's, and outlives the worker. */
  recording(): Promise<RecordingMark | null>;
  /** Begins one, unless one is under way or no events are kept; null ends it. Waits until that is written. */
  record(since: number | null): Promise<void>;
  /** null where nothing is stored. */
  inspect(): StoreInspection | null;
}

/** Storage in the browser's databases. Where they fail, the portal works in memory and says so in every tab. */
export class BrowserStorage implements Storage {
  readonly #environment: Environment;
  readonly #world: World;
  readonly #registry: Registry;
  #store: { readonly musterId: string; readonly store: Store } | null = null;
  /** Whom to restore at the next start; undefined: whomever the registry names. */
  #last: Pick<LastAccount, 'muster_id' | 'expires_at'> | null | undefined;
  /** What the registry is to say, and does not say yet. */
  #owed: AccountChange = {};
  /** How often the account was forgotten: what was to be opened before that is not. */
  #forgotten = 0;
  /** Databases are opened and emptied one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(environment: Environment, world: World = 'account') {
    this.#environment = environment;
    this.#world = world;
    this.#registry = new Registry(world, (work) => this.#soon(work));
  }

  async restore(engine: Engine, now: number): Promise<void> {
    const forgotten = this.#forgotten;
    await this.#attempt('The stored rows could not be read.', async () => {
      const last = restorable(await this.#registry.read(), now);
      if (last !== null) await this.#open(engine, last, forgotten);
    });
  }

  /** Goes on with rows that are in the engine already. */
  async adopt(engine: Engine, { musterId, read }: FirstRows): Promise<void> {
    const forgotten = this.#forgotten;
    await this.#attempt('The rows cannot be stored.', () =>
      this.#open(engine, musterId, forgotten, read),
    );
  }

  async open(engine: Engine, musterId: string): Promise<void> {
    const forgotten = this.#forgotten;
    await this.#attempt('The rows cannot be stored.', async () => {
      const open = this.#store;
      if (open?.musterId === musterId && !open.store.closed) return;
      await this.#open(engine, musterId, forgotten);
    });
  }

  remember(muster_id: string, expires_at: number): void {
    this.#last = { muster_id, expires_at };
    this.#writeLast();
  }

  async keepSignOut(sign_out: PendingSignOut | null): Promise<void> {
    this.#owe({ sign_out });
    if (sign_out !== null) return this.destroy();
    await this.#attempt('The sign-out could not be remembered.', () => this.#settle());
  }

  async pendingSignOut(): Promise<PendingSignOut | null> {
    try {
      return await this.#next(async () => {
        const stands = await this.#registry.read();
        return { ...stands, ...this.#owed }.sign_out;
      });
    } catch (error) {
      // Where there is no database nothing is in it; one that fails may have something.
      if (storageErrorOf(error, true) !== 'failed') return null;
      throw error;
    }
  }

  async destroy(): Promise<void> {
    this.#forget();
    await this.#attempt('The account could not be forgotten.', async () => {
      // First, or the worker of another build would write again what is deleted under it.
      await Promise.allSettled([this.#settle()]);
      try {
        await this.#deleteRows();
      } finally {
        // A disk that was full has room for it now.
        await this.#settle();
      }
    });
  }

  async flush(): Promise<void> {
    await this.#beside('The rows could not be written.', (store) => store.flush());
  }

  async retry(): Promise<void> {
    await this.#beside('The rows could not be written.', (store) => store.retry());
  }

  inspect(): StoreInspection | null {
    return this.#store?.store.inspect() ?? null;
  }

  async keptLog(): Promise<KeptLog | null> {
    return this.#beside('The log could not be read.', (store) => store.keptLog());
  }

  async recording(): Promise<RecordingMark | null> {
    await this.#work;
    return this.#store?.store.mark ?? null;
  }

  async record(since: number | null): Promise<void> {
    await this.#beside('The recording could not be noted.', (store) => {
      store.record(since);
      return store.flush();
    });
  }

  async #open(
    engine: Engine,
    musterId: string,
    forgotten: number,
    shown: Restored | null = null,
  ): Promise<void> {
    if (forgotten !== this.#forgotten) return;
    this.#store?.store.close();
    const name = databaseName(musterId, this.#world);
    const deps = {
      environment: this.#environment,
      name,
      engine,
      allowed: () => this.#allowed(musterId),
      writtenAnew: () => this.#writeLast(),
    };
    const store = new Store(deps, shown);
    this.#store = { musterId, store };
    await store.start();
    void this.#attempt('Whom to restore is not known.', () => this.#knowLast(musterId));
    void this.#attempt('Other databases could not be deleted.', () =>
      this.#soon(deleteOtherDatabases(name, this.#world, this.#environment.locks)),
    );
  }

  /** Whoever signed out, perhaps in the worker of another build, leaves no rows behind. */
  async #allowed(musterId: string): Promise<boolean> {
    const stands = await this.#registry.read();
    const { muster_id, sign_out } = { ...stands, ...this.#owed };
    return sign_out === null && (stands === NOBODY || muster_id === musterId);
  }

  /** Whom the registry names is whom to name again, should it be deleted. */
  async #knowLast(musterId: string): Promise<void> {
    if (this.#last !== undefined) return;
    const { muster_id, expires_at } = await this.#registry.read();
    if (this.#last === undefined && muster_id === musterId) this.#last = { muster_id, expires_at };
  }

  #writeLast(): void {
    if (!this.#last) return;
    this.#owe(this.#last);
    void this.#attempt('The account could not be remembered.', () => this.#settle());
  }

  #forget(): void {
    if (this.#last !== null) this.#owe({ muster_id: null, expires_at: 0 });
    this.#last = null;
    this.#forgotten += 1;
    this.#store?.store.stop();
  }

  #owe(change: AccountChange): void {
    this.#owed = { ...this.#owed, ...change };
  }

  /** Writes what the registry does not say yet; what it does not take is written with the next. */
  async #settle(): Promise<void> {
    const owed = this.#owed;
    if (Object.keys(owed).length === 0) return;
    await this.#registry.write(owed);
    if (this.#owed === owed) this.#owed = {};
  }

  async #deleteRows(): Promise<void> {
    const open = this.#store;
    this.#store = null;
    try {
      await this.#soon(open?.store.destroy() ?? Promise.resolve());
    } finally {
      await this.#soon(deleteDatabases(this.#world));
    }
  }

  #soon<T>(work: Promise<T>): Promise<T> {
    return withTimeout(this.#environment.clock, PATIENCE_MS, work);
  }

  /** Uses what is open. Nothing waits for that: a database may take its time, or never answer. */
  async #beside<T>(failed: string, work: (store: Store) => Promise<T>): Promise<T | null> {
    await this.#work;
    if (this.#store === null) return null;
    try {
      return await work(this.#store.store);
    } catch (error) {
      this.#environment.log(failed, error);
      return null;
    }
  }

  #attempt(failed: string, work: () => Promise<void>): Promise<void> {
    return this.#next(work).catch((error: unknown) => this.#environment.log(failed, error));
  }

  /** Does it after what is under way, whatever comes of that. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = Promise.allSettled([done]);
    return done;
  }
}
