import { Dexie, type Table } from 'dexie';

/** What outlives an account's database: whom to open at the next start. */
export interface LastAccount {
  readonly key: 'last';
  readonly muster_id: string | null;
  /** The session's end, epoch milliseconds. */
  readonly expires_at: number;
  /** Signed out here while the host could not be told. */
  readonly sign_out_pending: boolean;
}

const NOBODY: LastAccount = {
  key: 'last',
  muster_id: null,
  expires_at: 0,
  sign_out_pending: false,
};

class RegistryDatabase extends Dexie {
  declare accounts: Table<LastAccount, string>;

  constructor() {
    super('muster-registry');
    this.version(1).stores({ accounts: 'key' });
  }
}

/** Remembers the last account of this browser. */
export class Registry {
  readonly #database = new RegistryDatabase();

  async read(): Promise<LastAccount> {
    return (await this.#database.accounts.get('last')) ?? NOBODY;
  }

  async write(change: Partial<Omit<LastAccount, 'key'>>): Promise<void> {
    await this.#database.transaction('rw', this.#database.accounts, async () => {
      const last = (await this.#database.accounts.get('last')) ?? NOBODY;
      await this.#database.accounts.put({ ...last, ...change });
    });
  }
}
