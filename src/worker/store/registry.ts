import { Dexie, type Table } from 'dexie';
import type { World } from '../contract.ts';
import { registryName } from './database-name.ts';
import { NOBODY, type LastAccount } from './last-account.ts';

/** What is to be remembered differently. */
export type AccountChange = Partial<Omit<LastAccount, 'key'>>;

/** Waits for a database, but not for long. */
type Soon = <T>(work: Promise<T>) => Promise<T>;

class RegistryDatabase extends Dexie {
  declare accounts: Table<LastAccount, string>;

  constructor(world: World) {
    super(registryName(world), {
      chromeTransactionDurability: 'strict',
    });
    this.version(1).stores({ accounts: 'key' });
  }
}

/** Remembers the last account of this browser, or the screen that it is. */
export class Registry {
  readonly #world: World;
  readonly #soon: Soon;
  #database: RegistryDatabase;

  constructor(world: World = 'account', soon: Soon = (work) => work) {
    this.#world = world;
    this.#soon = soon;
    this.#database = new RegistryDatabase(world);
  }

  read(): Promise<LastAccount> {
    return this.#ask(async ({ accounts }) => (await accounts.get('last')) ?? NOBODY);
  }

  async write(change: AccountChange): Promise<void> {
    await this.#ask((database) =>
      database.transaction('rw', database.accounts, async () => {
        const last = (await database.accounts.get('last')) ?? NOBODY;
        await database.accounts.put({ ...last, ...change });
      }),
    );
  }

  /** A database that once could not be opened, or is silent, stays so: the next attempt opens another. */
  async #ask<T>(work: (database: RegistryDatabase) => Promise<T>): Promise<T> {
    const database = this.#database;
    try {
      return await this.#soon(work(database));
    } catch (error) {
      database.close({ disableAutoOpen: true });
      if (this.#database === database) this.#database = new RegistryDatabase(this.#world);
      throw error;
    }
  }
}
