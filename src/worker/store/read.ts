import { entryStream } from '../../domain/feed/entries.ts';
import type { Change } from '../../domain/change.ts';
import { isResource } from '../../protocol/resources/registry.ts';
import { parseStream, wholeOf } from '../../protocol/streams.ts';
import type { Engine } from '../engine/engine.ts';
import { chunkKey, chunkTable, isOfServer } from './chunks.ts';
import type { ChunkRecord, MetaRecord, StoreDatabase } from './database.ts';

/** A chunk's key, and the flush that wrote it. */
export type ChunkPlace = readonly [key: string, flush: number];

/** What a start found in the store. */
export interface Restored {
  readonly changes: readonly Change[];
  readonly meta: MetaRecord | undefined;
  /** Where its chunks stand, also those that do not count. */
  readonly places: readonly ChunkPlace[];
  /** Chunks that are to be written again: damaged, or with rows that nothing leads to. */
  readonly dropped: ReadonlySet<string>;
}

/** What stands in the store, as it was read in one transaction. */
export interface Stored {
  readonly meta: MetaRecord | undefined;
  readonly places: readonly ChunkPlace[];
  readonly chunks: readonly ChunkRecord[];
  /** Keys of chunks that could not be read. */
  readonly bad?: ReadonlySet<string>;
}

/** Reads all rows, each with the position that it is true at. */
export async function readStore(database: StoreDatabase): Promise<Restored> {
  const bad = new Set<string>();
  const stored = await database.transaction(
    'r',
    [database.chunks, database.keyframes, database.meta],
    async () => {
      const newest = readMeta(database);
      const [meta, places, chunks] = await Promise.all([
        newest,
        readPlaces(database),
        database.chunks
          .toArray()
          .catch(async () => readOneByOne(database, (await newest)?.flush ?? 0, bad)),
      ]);
      return { meta, places, chunks };
    },
  );
  return restoredOf({ ...stored, bad });
}

/**
 * The rows of what stands there. Parts of an unfinished flush are left out. A chunk that cannot be read or does not fit is
 * dropped, with whatever would wrongly seem complete without it, and fetched again.
 */
export function restoredOf({ meta, places, chunks, bad }: Stored): Restored {
  const unread = new Set(bad);
  const rows: Change[] = [];
  for (const chunk of chunks) {
    if (chunk.flush > (meta?.flush ?? 0)) continue;
    const read = readChunk(chunk);
    if (read === null) unread.add(chunk.key);
    else for (const change of read) rows.push(change);
  }
  const { changes, dropped } = consistent(rows, unread);
  return { changes, meta, places, dropped };
}

/** The state as it counts. What was deleted because it is full since is not in it: nothing could be put. */
export function countedMeta(
  meta: MetaRecord | undefined,
  keyframeStands: boolean,
): MetaRecord | undefined {
  return meta === undefined || keyframeStands ? meta : { ...meta, keyframe: null, segments: [] };
}

/** Where chunks stand. */
export function readPlaces({ chunks }: StoreDatabase): PromiseLike<readonly ChunkPlace[]> {
  return chunks.toCollection().primaryKeys();
}

/** Puts rows into the engine as they were stored, with their age. */
export function putBack(engine: Engine, { changes, meta }: Restored): void {
  engine.restore(changes);
  const link = engine.rows.link.get('link');
  if (link === undefined || meta === undefined) return;
  const after = { ...link, fresh_at: meta.fresh_at };
  engine.restore([{ table: 'link', id: 'link', before: link, after }]);
}

async function readMeta({ keyframes, meta }: StoreDatabase): Promise<MetaRecord | undefined> {
  const state = await meta.get('state');
  const at = state?.keyframe ?? null;
  return countedMeta(state, at === null || (await keyframes.get([at, 0])) !== undefined);
}

async function readOneByOne(
  database: StoreDatabase,
  newest: number,
  bad: Set<string>,
): Promise<ChunkRecord[]> {
  const read: ChunkRecord[] = [];
  for (const place of await readPlaces(database)) {
    const [key, flush] = place;
    if (flush > newest) continue;
    try {
      const chunk = await database.chunks.get(place);
      if (chunk !== undefined) read.push(chunk);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      bad.add(key);
    }
  }
  return read;
}

function readChunk({ key, rows }: ChunkRecord): readonly Change[] | null {
  const table = chunkTable(key);
  if (table === null || !Array.isArray(rows)) return null;
  const changes: Change[] = [];
  for (const row of rows as readonly unknown[]) {
    if (typeof row !== 'object' || row === null || !('id' in row)) return null;
    const { id } = row;
    if (typeof id !== 'string' || chunkKey(table, row as { id: string }) !== key) return null;
    changes.push({ table, id, before: undefined, after: row } as Change);
  }
  return changes;
}

/** Leaves out servers whose players are damaged, streams whose entries are, and what belongs to none. */
function consistent(
  rows: readonly Change[],
  bad: ReadonlySet<string>,
): { changes: readonly Change[]; dropped: ReadonlySet<string> } {
  const dropped = new Set(bad);
  const damaged = (serverId: string, table: string) =>
    [...bad].some((key) => chunkTable(key) === table && isOfServer(key, serverId));
  const servers = new Set<string>();
  const streams = new Set<string>();
  for (const { table, id } of rows) {
    if (table === 'servers' && !damaged(id, 'players')) servers.add(id);
  }
  for (const { table, id } of rows) {
    const name = table === 'streams' ? parseStream(id) : null;
    if (name === null || name.resource === 'account') continue;
    // Rows of a resource stand by their own ids: nobody knows whose are missing.
    const lost = isResource(name.audience)
      ? [...bad].some((key) => chunkTable(key) === name.audience)
      : damaged(name.id, wholeOf(name.audience));
    if (!lost && (name.resource !== 'server' || servers.has(name.id))) streams.add(id);
  }
  const changes = rows.filter((change) => {
    const kept = belongs(change, servers, streams);
    if (!kept && change.after !== undefined) dropped.add(chunkKey(change.table, change.after));
    return kept;
  });
  return { changes, dropped };
}

function belongs(
  { table, id, after }: Change,
  servers: ReadonlySet<string>,
  streams: ReadonlySet<string>,
): boolean {
  switch (table) {
    case 'servers':
      return servers.has(id);
    case 'streams':
      return streams.has(id);
    case 'feed':
      return (
        after !== undefined &&
        [false, true].some((one) => streams.has(entryStream(after.server_id, table, one)))
      );
    case 'players':
    case 'history':
      return after !== undefined && servers.has(after.server_id);
    default:
      return true;
  }
}
