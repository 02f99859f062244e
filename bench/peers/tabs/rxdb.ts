import { createRxDatabase, type RxCollection } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { TOP, type FlatPlayer } from '../rows.ts';
import {
  playerSchema,
  serverSchema,
  toDocument,
  toFlat,
  type ServerDocument,
} from '../stores/rxdb-schemas.ts';
import { feed, gone, present } from './feed.ts';
import type { Contender } from './shown.ts';

interface Collections {
  readonly servers: RxCollection<ServerDocument>;
  readonly players: RxCollection<FlatPlayer>;
}

/** The same database in each tab, the first one writes, and queries are subscribed to. */
export function rxdb(): Contender {
  let opened: Collections | undefined;
  return {
    async open({ first, probeId, shown }) {
      const database = await createRxDatabase<Collections>({
        name: 'fleet',
        storage: getRxStorageDexie(),
        multiInstance: true,
        eventReduce: true,
      });
      const collections = await database.addCollections({
        servers: { schema: serverSchema },
        players: { schema: playerSchema },
      });
      opened = collections;
      const { servers } = collections;
      if (first) {
        await feed(
          async (fleet) => {
            await collections.servers.bulkInsert([...fleet.servers.values()].map(toDocument));
            await collections.players.bulkInsert([...fleet.players.values()]);
          },
          async (batch) => {
            await collections.servers.bulkUpsert([...batch.servers.values()].map(toDocument));
            if (batch.players.size === 0) return;
            await collections.players.bulkUpsert(present(batch));
            await collections.players.bulkRemove(gone(batch));
          },
        );
      }
      servers.findOne(probeId).$.subscribe((row) => shown.probe(row?.players ?? null));
      servers
        .find({ sort: [{ players: 'desc' }, { id: 'desc' }], limit: TOP })
        .$.subscribe((rows) => shown.top(rows.map(({ id, players }) => ({ id, players }))));
    },
    async held() {
      const servers = (await opened?.servers.find().exec()) ?? [];
      const players = (await opened?.players.find().exec()) ?? [];
      return {
        servers: servers.map((row) => toFlat(row.toJSON())),
        players: players.map((row) => row.toJSON()),
      };
    },
  };
}
