import type { StoreInspection, World } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import { databaseName, deleteDatabases, deleteOtherDatabases } from './database.ts';
import { inTime } from './in-time.ts';
import type { KeptLog } from './kept-log.ts';
import { NOBODY, Registry, type LastAccount, type PendingSignOut } from './registry.ts';
import { Store } from './store.ts';

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
  /** Keeps a sign-out until the host has heard of it; null when it has. Nobody is restored after one. */
  keepSignOut(pending: PendingSignOut | null): Promise<void>;
  pendingSignOut(): Promise<PendingSignOut | null>;
  /** Empties everything that is kept of accounts. */
  destroy(): Promise<void>;
  flush(): Promise<void>;
  /** Tries at once to keep what is in memory only. */
  retry(): Promise<void>;
  /** The events that are kept, with what is due written first; null where there is nothing to begin from. */
  keptLog(): Promise<KeptLog | null>;
  /** null where nothing is stored. */
  inspect(): StoreInspection | null;
}

/** Storage in the browser's databases. Where they fail, the portal works in memory and says so in every tab. */
export class BrowserStorage implements Storage {
  readonly #environment: Environment;
  readonly #world: World;
  readonly #registry: Registry;
  #store: { readonly musterId: string; readonly store: Store } | null = null;
  /** Whom to restore at the next start, and whether that is written. */
  #last: Pick<LastAccount, 'muster_id' | 'expires_at'> | null = null;
  #lastWritten = true;
  /** What is done to the databases is done one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(environment: Environment, world: World = 'account') {
    this.#environment = environment;
    this.#world = world;
    this.#registry = new Registry(world);
  }

  async restore(engine: Engine, now: number): Promise<void> {
    await this.#attempt('The stored rows could not be read.', async () => {
      const last = await this.#soon(this.#registry.read());
      if (last.muster_id === null || last.sign_out !== null || last.expires_at <= now) return;
      await this.#open(engine, last.muster_id);
    });
  }

  async open(engine: Engine, musterId: string): Promise<void> {
    await this.#attempt('The rows cannot be stored.', async () => {
      const open = this.#store;
      if (open?.musterId !== musterId || open.store.closed) await this.#open(engine, musterId);
    });
  }

  remember(muster_id: string, expires_at: number): void {
    this.#last = { muster_id, expires_at };
    this.#writeLast();
  }

  async keepSignOut(sign_out: PendingSignOut | null): Promise<void> {
    const write = () =>
      this.#soon(
        this.#registry.write(
          sign_out === null ? { sign_out } : { sign_out, muster_id: null, expires_at: 0 },
        ),
      );
    if (sign_out !== null) this.#last = null;
    await this.#attempt('The sign-out could not be remembered.', () =>
      write().catch(async (error: unknown) => {
        if (sign_out === null) throw error;
        // On a full disk the rows make room for it: they go with the session.
        await this.#deleteRows();
        await write();
      }),
    );
  }

  async pendingSignOut(): Promise<PendingSignOut | null> {
    let pending: PendingSignOut | null = null;
    await this.#attempt('The last sign-out could not be read.', async () => {
      pending = (await this.#soon(this.#registry.read())).sign_out;
    });
    return pending;
  }

  async destroy(): Promise<void> {
    this.#last = null;
    await this.#attempt('The stored rows could not be deleted.', () => this.#deleteRows());
    await this.#attempt('The account could not be forgotten.', () =>
      this.#soon(this.#registry.write({ muster_id: null, expires_at: 0 })),
    );
  }

  async flush(): Promise<void> {
    await this.#attempt('The rows could not be written.', async () => {
      await this.#store?.store.flush();
    });
  }

  async retry(): Promise<void> {
    await this.#attempt('The rows could not be written.', async () => {
      await this.#store?.store.retry();
    });
  }

  inspect(): StoreInspection | null {
    return this.#store?.store.inspect() ?? null;
  }

  async keptLog(): Promise<KeptLog | null> {
    let kept: KeptLog | null = null;
    await this.#attempt('The log could not be read.', async () => {
      kept = (await this.#store?.store.keptLog()) ?? null;
    });
    return kept;
  }

  async #open(engine: Engine, musterId: string): Promise<void> {
    await this.#store?.store.close();
    this.#store = null;
    const name = databaseName(musterId, this.#world);
    const store = new Store({
      environment: this.#environment,
      name,
      engine,
      allowed: () => this.#allowed(musterId),
      writtenAnew: () => this.#writeLast(),
    });
    this.#store = { musterId, store };
    await store.start();
    void this.#attempt('Other databases could not be deleted.', () =>
      this.#soon(deleteOtherDatabases(name, this.#world, this.#environment.locks)),
    );
  }

  /** Whoever signed out, perhaps in the worker of another build, leaves no rows behind. */
  async #allowed(musterId: string): Promise<boolean> {
    const last = await this.#soon(this.#registry.read());
    if (last.sign_out !== null) return false;
    return last === NOBODY || last.muster_id === musterId || !this.#lastWritten;
  }

  #writeLast(): void {
    this.#lastWritten = false;
    void this.#attempt('The account could not be remembered.', async () => {
      if (this.#last !== null) await this.#soon(this.#registry.write(this.#last));
      this.#lastWritten = true;
    });
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
    return inTime(this.#environment.clock, PATIENCE_MS, work);
  }

  #attempt(failed: string, work: () => Promise<void>): Promise<unknown> {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#environment.log(failed, error);
    });
    return this.#work;
  }
}
