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

/**
 * Reads all rows, each with the position that it is true at. Parts of an unfinished flush are left out. A chunk that
 * cannot be read or does not fit is dropped, with whatever would wrongly seem complete without it, and fetched again.
 */
export async function readStore(database: StoreDatabase): Promise<Restored> {
  const bad = new Set<string>();
  const { chunks, meta, places } = await database.transaction(
    'r',
    [database.chunks, database.keyframes, database.meta],
    async () => {
      const newest = readMeta(database);
      const [stands, found, all] = await Promise.all([
        newest,
        readPlaces(database),
        database.chunks
          .toArray()
          .catch(async () => readOneByOne(database, (await newest)?.flush ?? 0, bad)),
      ]);
      const counts = ({ flush }: ChunkRecord) => flush <= (stands?.flush ?? 0);
      return { meta: stands, places: found, chunks: all.filter(counts) };
    },
  );
  const rows: Change[] = [];
  for (const chunk of chunks) {
    const read = readChunk(chunk);
    if (read === null) bad.add(chunk.key);
    else for (const change of read) rows.push(change);
  }
  const { changes, dropped } = consistent(rows, bad);
  return { changes, meta, places, dropped };
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

/** The state as it was written last. What was deleted because it is full since is not in it: nothing could be put. */
async function readMeta({ keyframes, meta }: StoreDatabase): Promise<MetaRecord | undefined> {
  const state = await meta.get('state');
  if (state === undefined || state.keyframe === null) return state;
  const begins = await keyframes.get([state.keyframe, 0]);
  return begins === undefined ? { ...state, keyframe: null, segments: [] } : state;
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
