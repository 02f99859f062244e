import { Dexie, type Table } from 'dexie';
import type { World } from '../contract.ts';

/** A sign-out that the host has not heard of; `token` is that of the session, where it was known. */
export interface PendingSignOut {
  readonly token: string | null;
}

/** What outlives an account's database: whom to open at the next start. */
export interface LastAccount {
  readonly key: 'last';
  readonly muster_id: string | null;
  /** The session's end, epoch milliseconds. */
  readonly expires_at: number;
  readonly sign_out: PendingSignOut | null;
}

/** Nothing is remembered, nor was. */
export const NOBODY: LastAccount = { key: 'last', muster_id: null, expires_at: 0, sign_out: null };

class RegistryDatabase extends Dexie {
  declare accounts: Table<LastAccount, string>;

  constructor(world: World) {
    super(world === 'account' ? 'muster-registry' : 'muster-registry-display', {
      chromeTransactionDurability: 'strict',
    });
    this.version(1).stores({ accounts: 'key' });
  }
}

/** Remembers the last account of this browser, or the screen that it is. */
export class Registry {
  readonly #database: RegistryDatabase;

  constructor(world: World = 'account') {
    this.#database = new RegistryDatabase(world);
  }

  read(): Promise<LastAccount> {
    return this.#anew(async () => (await this.#database.accounts.get('last')) ?? NOBODY);
  }

  async write(change: Partial<Omit<LastAccount, 'key'>>): Promise<void> {
    const { accounts } = this.#database;
    await this.#anew(() =>
      this.#database.transaction('rw', accounts, async () => {
        const last = (await accounts.get('last')) ?? NOBODY;
        await accounts.put({ ...last, ...change });
      }),
    );
  }

  /** A database that once could not be opened would say so for ever: the next attempt opens it anew. */
  async #anew<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#database.close({ disableAutoOpen: false });
      throw error;
    }
  }
}
