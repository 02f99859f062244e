import { Dexie, type Table } from 'dexie';
import { REDUCER_VERSION } from '../../domain/version.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';

/** Rows of one table whose ids fall into one bucket, as one record. */
export interface ChunkRecord {
  /** `<table>/<bucket>`. */
  readonly key: string;
  readonly rows: readonly unknown[];
}

/** Events of one flush, raw: a record for each flush, never for each event. */
export interface LogRecord {
  /** The number of its first event in this database. */
  readonly seq: number;
  readonly count: number;
  readonly bytes: number;
  readonly events: readonly string[];
}

export interface MetaRecord {
  readonly key: 'state';
  /** Number of the next event of the log. */
  readonly next: number;
  /** The newest moment at which the host told anything; null before the first. */
  readonly fresh_at: number | null;
}

/**
 * The database of one account. Its name carries the versions of wire and reducers, which tests pin to
 * hashes: a projection of another version is fetched anew, never migrated.
 */
export class StoreDatabase extends Dexie {
  declare chunks: Table<ChunkRecord, string>;
  declare log: Table<LogRecord, number>;
  declare meta: Table<MetaRecord, string>;

  constructor(accountId: string) {
    super(databaseName(accountId), { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({ chunks: 'key', log: 'seq', meta: 'key' });
    this.on('versionchange', () => {
      // An old worker that reopened a newer database would write into it.
      this.close({ disableAutoOpen: true });
      return false;
    });
  }
}

const PREFIX = 'muster-account-';

export function databaseName(accountId: string): string {
  return `${PREFIX}${accountId}-p${PROTOCOL_VERSION}r${REDUCER_VERSION}`;
}

/** Deletes every account's database but one: left by other accounts and other versions. */
export async function deleteOtherDatabases(keep: string | null): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== keep);
  await Promise.all(others.map((name) => Dexie.delete(name)));
}
