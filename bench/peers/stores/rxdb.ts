import { createRxDatabase, type RxCollection } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { Batch } from '../edits.ts';
import { count, countAll, TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';
import { playerSchema, serverSchema, toDocument, type ServerDocument } from './rxdb-schemas.ts';

/** The row of a document, without what the database adds to it. */
function toServer(document: ServerDocument): FlatServer {
  const { id, position, name, state, online, slots, queued } = document;
  const { source, observed_at, uptime, time, environment_at } = document;
  const players = document.players === -1 ? null : document.players;
  const counts = { players, slots, queued, source, observed_at };
  return { id, position, name, state, online, ...counts, uptime, time, environment_at };
}

/** Collections in memory, bulk writes, a query with sort and limit that is subscribed to, and the changes summed. */
export const rxdb: Peer = {
  package: 'rxdb',
  async open(start) {
    const database = await createRxDatabase<{
      servers: RxCollection<ServerDocument>;
      players: RxCollection<FlatPlayer>;
    }>({ name: 'fleet', storage: getRxStorageMemory(), multiInstance: false, eventReduce: true });
    const { servers, players } = await database.addCollections({
      servers: { schema: serverSchema },
      players: { schema: playerSchema },
    });
    await servers.bulkInsert(start.servers.map(toDocument));
    await players.bulkInsert([...start.players]);
    const query = servers.find({ sort: [{ players: 'desc' }, { id: 'asc' }], limit: TOP });
    let top: readonly string[] = [];
    query.$.subscribe((documents) => (top = documents.map((document) => document.id)));
    const totals = countAll(start.servers);
    servers.$.subscribe((change) => {
      if (change.operation !== 'UPDATE') return;
      count(totals, toServer(change.previousDocumentData as ServerDocument), -1);
      count(totals, toServer(change.documentData), 1);
    });
    await query.exec();
    return {
      async apply(frames) {
        const ids = [...new Set(frames.map(serverOf))];
        const found = await servers.findByIds(ids).exec();
        const present = await players.findByIds(frames.flatMap(playerOf)).exec();
        const batch = new Batch(
          frames,
          (key) => {
            const document = found.get(key);
            return document === undefined ? undefined : toServer(document._data);
          },
          (key) => present.has(key),
        );
        await servers.bulkUpsert([...batch.servers.values()].map(toDocument));
        const put = [...batch.players.values()].filter((player) => player !== null);
        if (put.length > 0) await players.bulkUpsert(put);
        const gone = [...batch.players].flatMap(([key, player]) =>
          player === null && present.has(key) ? [key] : [],
        );
        if (gone.length > 0) await players.bulkRemove(gone);
        // The subscriber above has been told when the same query answers.
        await query.exec();
      },
      async held() {
        const all = await servers.find().exec();
        const everybody = await players.find().exec();
        return {
          top,
          totals,
          servers: all.map((document) => toServer(document._data)),
          players: everybody.map(({ _data }) => toPlayer(_data)),
        };
      },
    };
  },
};

type Told = Parameters<Awaited<ReturnType<Peer['open']>>['apply']>[0][number];

function serverOf(frame: Told): string {
  const data = frame.data as { readonly server_id?: string; readonly server?: { id: string } };
  return data.server_id ?? data.server?.id ?? '';
}

function playerOf(frame: Told): string[] {
  const { player } = frame.data as { readonly player?: { readonly id: string } };
  return player === undefined ? [] : [player.id];
}

function toPlayer(document: FlatPlayer): FlatPlayer {
  const { id, server_id, muster_id, name, joined_at, joined_before, verified, lobby } = document;
  return { id, server_id, muster_id, name, joined_at, joined_before, verified, lobby };
}
