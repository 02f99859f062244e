import type { World } from '../contract.ts';
import type { Clock } from '../environment.ts';
import { databaseName, registryName } from './database-name.ts';
import type { ChunkRecord, MetaRecord } from './database.ts';
import { NOBODY, restorable, type LastAccount, type PendingSignOut } from './last-account.ts';
import { countedMeta, restoredOf, type ChunkPlace, type Restored } from './read.ts';
import { SilentError, withTimeout } from './with-timeout.ts';

/** Rows of an account, as they were stored. */
export interface FirstRows {
  readonly musterId: string;
  readonly read: Restored;
}

/** What a start finds at once. */
export type FirstRead =
  | ({ readonly kind: 'rows' } & FirstRows)
  /** There is nobody whose rows could be shown, or the browser does not say. */
  | { readonly kind: 'nobody' }
  /** There may be rows, but not as simply: the database is not there, not this version's, held by another one, or broken. */
  | { readonly kind: 'unknown' };

/** Dexie counts versions by tens. */
const VERSION = 10;
/** Nobody waits longer to hear whose rows they are, and not so long for what Dexie would wait for again. */
const REGISTRY_MS = 3_000;
const ROWS_MS = 1_000;

/**
 * Reads the rows that are shown first. It only reads, and without Dexie, which is half of what would have to be loaded for it.
 * Never rejects.
 */
export async function readFirst(clock: Clock, world: World, now: number): Promise<FirstRead> {
  try {
    const asked = inDatabase(registryName(world), lastAccount);
    const last = await withTimeout(clock, REGISTRY_MS, asked).catch(nobodyWhereSilent);
    const musterId = restorable(last ?? NOBODY, now);
    if (musterId === null) return { kind: 'nobody' };
    const read = await withTimeout(
      clock,
      ROWS_MS,
      inDatabase(databaseName(musterId, world), storedRows),
    );
    return read === null ? { kind: 'unknown' } : { kind: 'rows', musterId, read };
  } catch {
    return { kind: 'unknown' };
  }
}

function nobodyWhereSilent(error: unknown): null {
  if (error instanceof SilentError) return null;
  throw error;
}

/** Nobody's rows are to be shown any more; `sign_out`: the host has not heard of it. Rejects where it cannot be written. */
export async function forgetLast(
  clock: Clock,
  world: World,
  sign_out: PendingSignOut | null,
): Promise<void> {
  const forgotten = inDatabase(registryName(world), async (database) => {
    const accounts = database
      .transaction('accounts', 'readwrite', { durability: 'strict' })
      .objectStore('accounts');
    const last = (await answer<LastAccount | undefined>(accounts.get('last'))) ?? NOBODY;
    accounts.put({ ...NOBODY, sign_out: sign_out ?? last.sign_out });
    await written(accounts.transaction);
  });
  await withTimeout(clock, REGISTRY_MS, forgotten);
}

function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new TypeError('The database does not say why.'));
  });
}

/** Does something in a database as it is, and lets go of it; null where there is none. */
async function inDatabase<T>(
  name: string,
  read: (database: IDBDatabase) => Promise<T>,
): Promise<T | null> {
  const database = await opened(name);
  if (database === null) return null;
  try {
    if (database.version !== VERSION) throw new RangeError(`${name} is of another version.`);
    return await read(database);
  } finally {
    database.close();
  }
}

function opened(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    // It is not there: opening it must not make it.
    request.onupgradeneeded = () => {
      request.onerror = (event) => {
        event.preventDefault();
        resolve(null);
      };
      request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new TypeError(`${name} cannot be opened.`));
  });
}

async function lastAccount(database: IDBDatabase): Promise<LastAccount | undefined> {
  return answer(database.transaction('accounts').objectStore('accounts').get('last'));
}

async function storedRows(database: IDBDatabase): Promise<Restored> {
  const transaction = database.transaction(['chunks', 'keyframes', 'meta']);
  const chunks = transaction.objectStore('chunks');
  const state = answer<MetaRecord | undefined>(transaction.objectStore('meta').get('state'));
  const counted = state.then(async (meta) => {
    const at = meta?.keyframe ?? null;
    if (at === null) return meta;
    const begins = await answer(transaction.objectStore('keyframes').getKey([at, 0]));
    return countedMeta(meta, begins !== undefined);
  });
  const [meta, places, all] = await Promise.all([
    counted,
    answer<ChunkPlace[]>(chunks.getAllKeys()),
    answer<ChunkRecord[]>(chunks.getAll()),
  ]);
  return restoredOf({ meta, places, chunks: all });
}

/** A request, whatever it asks for. */
type Asked = EventTarget & { readonly result: unknown; readonly error: DOMException | null };

/** What a request answers, as this version has written it. */
function answer<T>(request: Asked): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as T));
    request.addEventListener('error', () =>
      reject(request.error ?? new TypeError('The database does not say why.')),
    );
  });
}
