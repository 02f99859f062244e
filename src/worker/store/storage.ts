import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import { databaseName, deleteOtherDatabases } from './database.ts';
import { Registry } from './registry.ts';
import { Store } from './store.ts';

/** Whose rows are kept where: opens the right database, and empties it on sign-out. */
export interface Storage {
  /** Puts the last account's rows into the engine, if its session has not expired. */
  restore(engine: Engine, now: number): Promise<void>;
  /** Keeps the rows of this account from now on; another one's are deleted. */
  open(engine: Engine, musterId: string): Promise<void>;
  /** Whom to restore at the next start. */
  remember(musterId: string, expiresAt: number): void;
  signOutBegins(): Promise<void>;
  signOutDone(): Promise<void>;
  signOutPending(): Promise<boolean>;
  /** Empties everything that is kept. */
  destroy(): void;
  flush(): Promise<void>;
}

/** Storage in the browser's databases. Where they fail, the portal works in memory and says so once. */
export class BrowserStorage implements Storage {
  readonly #environment: Environment;
  readonly #registry = new Registry();
  #store: { readonly musterId: string; readonly store: Store } | null = null;
  /** What is done to the databases is done one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  async restore(engine: Engine, now: number): Promise<void> {
    await this.#attempt('The stored rows could not be read.', async () => {
      const last = await this.#registry.read();
      if (last.muster_id === null || last.sign_out_pending || last.expires_at <= now) return;
      await this.#open(engine, last.muster_id);
    });
  }

  async open(engine: Engine, musterId: string): Promise<void> {
    if (this.#store?.musterId === musterId) return;
    await this.#attempt('The rows cannot be stored.', () => this.#open(engine, musterId));
  }

  remember(muster_id: string, expires_at: number): void {
    void this.#attempt('The account could not be remembered.', () =>
      this.#registry.write({ muster_id, expires_at, sign_out_pending: false }),
    );
  }

  async signOutBegins(): Promise<void> {
    await this.#attempt('The sign-out could not be remembered.', () =>
      this.#registry.write({ muster_id: null, expires_at: 0, sign_out_pending: true }),
    );
  }

  async signOutDone(): Promise<void> {
    await this.#attempt('The sign-out could not be remembered.', () =>
      this.#registry.write({ sign_out_pending: false }),
    );
  }

  async signOutPending(): Promise<boolean> {
    let pending = false;
    await this.#attempt('The last sign-out could not be read.', async () => {
      pending = (await this.#registry.read()).sign_out_pending;
    });
    return pending;
  }

  destroy(): void {
    void this.#attempt('The stored rows could not be deleted.', async () => {
      const open = this.#store;
      this.#store = null;
      await open?.store.destroy();
      await this.#registry.write({ muster_id: null, expires_at: 0 });
      await deleteOtherDatabases(null);
    });
  }

  async flush(): Promise<void> {
    await this.#attempt('The rows could not be written.', async () => {
      await this.#store?.store.flush();
    });
  }

  async #open(engine: Engine, musterId: string): Promise<void> {
    await this.#store?.store.close();
    this.#store = null;
    await deleteOtherDatabases(databaseName(musterId));
    const store = new Store(this.#environment, musterId, engine);
    this.#store = { musterId, store };
    const { changes, freshAt, dropped } = await store.load();
    if (dropped > 0) this.#environment.log(`${dropped} damaged chunks were dropped.`);
    engine.restore(changes);
    const link = engine.rows.link.get('link');
    if (link === undefined) return;
    engine.restore([
      { table: 'link', id: 'link', before: link, after: { ...link, fresh_at: freshAt } },
    ]);
  }

  #attempt(failed: string, work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#environment.log(failed, error);
    });
    return this.#work;
  }
}
