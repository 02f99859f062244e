import type { StoreInspection, World } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import { databaseName, deleteDatabases, deleteOtherDatabases } from './database.ts';
import type { KeptLog } from './kept-log.ts';
import { Registry, type PendingSignOut } from './registry.ts';
import { Store } from './store.ts';

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
  /** The events that are kept, with what is due written first; null where there is nothing to begin from. */
  keptLog(): Promise<KeptLog | null>;
  /** null where nothing is stored. */
  inspect(): StoreInspection | null;
}

/** Storage in the browser's databases. Where they fail, the portal works in memory and says so in the log. */
export class BrowserStorage implements Storage {
  readonly #environment: Environment;
  readonly #world: World;
  readonly #registry: Registry;
  #store: { readonly musterId: string; readonly store: Store } | null = null;
  /** What is done to the databases is done one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(environment: Environment, world: World = 'account') {
    this.#environment = environment;
    this.#world = world;
    this.#registry = new Registry(world);
  }

  async restore(engine: Engine, now: number): Promise<void> {
    await this.#attempt('The stored rows could not be read.', async () => {
      const last = await this.#registry.read();
      if (last.muster_id === null || last.sign_out !== null || last.expires_at <= now) return;
      await this.#open(engine, last.muster_id);
    });
  }

  async open(engine: Engine, musterId: string): Promise<void> {
    await this.#attempt('The rows cannot be stored.', async () => {
      if (this.#store?.musterId !== musterId) await this.#open(engine, musterId);
    });
  }

  remember(muster_id: string, expires_at: number): void {
    void this.#attempt('The account could not be remembered.', () =>
      this.#registry.write({ muster_id, expires_at }),
    );
  }

  async keepSignOut(sign_out: PendingSignOut | null): Promise<void> {
    await this.#attempt('The sign-out could not be remembered.', () =>
      this.#registry.write(
        sign_out === null ? { sign_out } : { sign_out, muster_id: null, expires_at: 0 },
      ),
    );
  }

  async pendingSignOut(): Promise<PendingSignOut | null> {
    let pending: PendingSignOut | null = null;
    await this.#attempt('The last sign-out could not be read.', async () => {
      pending = (await this.#registry.read()).sign_out;
    });
    return pending;
  }

  async destroy(): Promise<void> {
    await this.#attempt('The stored rows could not be deleted.', async () => {
      const open = this.#store;
      this.#store = null;
      await open?.store.destroy();
      await this.#registry.write({ muster_id: null, expires_at: 0 });
      await deleteDatabases(this.#world);
    });
  }

  async flush(): Promise<void> {
    await this.#attempt('The rows could not be written.', async () => {
      await this.#store?.store.flush();
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
    const store = new Store(this.#environment, name, engine);
    this.#store = { musterId, store };
    const { changes, meta, dropped } = await store.load();
    if (dropped.size > 0) this.#environment.log(`${dropped.size} damaged chunks were dropped.`);
    engine.restore(changes);
    const link = engine.rows.link.get('link');
    if (link !== undefined && meta !== undefined) {
      const after = { ...link, fresh_at: meta.fresh_at };
      engine.restore([{ table: 'link', id: 'link', before: link, after }]);
    }
    void this.#attempt('Other databases could not be deleted.', () =>
      deleteOtherDatabases(name, this.#world, this.#environment.locks),
    );
  }

  #attempt(failed: string, work: () => Promise<void>): Promise<unknown> {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#environment.log(failed, error);
    });
    return this.#work;
  }
}
