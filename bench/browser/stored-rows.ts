import type { ChunkRecord, MetaRecord } from '../../src/worker/store/database.ts';

/**
 * The rows of a table as Muster has them on disk: those of the newest flush that came to its end. It runs in a
 * page, so that it uses nothing from outside of itself.
 */
export async function storedRows<Row>(table: string): Promise<Row[]> {
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(String(request.error)));
    });
  const databases = await indexedDB.databases();
  const name = databases.find((one) => one.name?.startsWith('muster-account-'))?.name;
  if (name === undefined) throw new Error('There is no database of an account.');
  const database = await asked(indexedDB.open(name));
  const transaction = database.transaction(['chunks', 'meta']);
  const chunks = transaction.objectStore('chunks').getAll() as IDBRequest<ChunkRecord[]>;
  const state = transaction.objectStore('meta').get('state') as IDBRequest<MetaRecord | undefined>;
  const [written, meta] = await Promise.all([asked(chunks), asked(state)]);
  database.close();
  const newest = new Map<string, ChunkRecord>();
  for (const chunk of written) {
    if (!chunk.key.startsWith(`${table}/`) || chunk.flush > (meta?.flush ?? 0)) continue;
    if (chunk.flush >= (newest.get(chunk.key)?.flush ?? 0)) newest.set(chunk.key, chunk);
  }
  return [...newest.values()].flatMap(({ rows }) => rows as Row[]);
}
