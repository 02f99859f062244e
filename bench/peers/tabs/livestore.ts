import { makePersistedAdapter } from '@livestore/adapter-web';
import LiveStoreSharedWorker from '@livestore/adapter-web/shared-worker?sharedworker';
import { createStorePromise, queryDb } from '@livestore/livestore';
import { TOP, type FlatServer } from '../rows.ts';
import { feed, gone, present } from './feed.ts';
import LiveStoreWorker from './livestore-worker.ts?worker';
import { events, schema, tables } from './livestore-schema.ts';
import type { Contender, HeldRows } from './shown.ts';

/** So many rows in the event of the beginning. */
const ROWS = 1_000;

/** A store in each tab over the same database of the origin's own files; the first tab commits what it is told. */
export function livestore(): Contender {
  let held = (): HeldRows => ({ servers: [], players: [] });
  return {
    async open({ first, probeId, shown }) {
      const adapter = makePersistedAdapter({
        storage: { type: 'opfs' },
        worker: LiveStoreWorker,
        sharedWorker: LiveStoreSharedWorker,
      });
      const store = await createStorePromise({ schema, adapter, storeId: 'fleet' });
      held = () => ({
        servers: store.query(tables.servers) as readonly FlatServer[],
        players: store.query(tables.players),
      });
      const probe = queryDb(tables.servers.select('players').where({ id: probeId }));
      store.subscribe(probe, ([players]) => shown.probe(players ?? null));
      const top = tables.servers.select('id', 'players').orderBy('players', 'desc').limit(TOP);
      store.subscribe(queryDb(top), (rows) => shown.top(rows));
      if (!first) return;
      await feed(
        async (fleet) => {
          const [servers, players] = [[...fleet.servers.values()], [...fleet.players.values()]];
          for (let from = 0; from < servers.length; from += ROWS) {
            const some = servers.slice(from, from + ROWS);
            store.commit(events.told({ servers: some, players: [], gone: [] }));
          }
          for (let from = 0; from < players.length; from += ROWS) {
            const some = players.slice(from, from + ROWS);
            store.commit(events.told({ servers: [], players: some, gone: [] }));
          }
        },
        async (batch) => {
          const servers = [...batch.servers.values()];
          store.commit(events.told({ servers, players: present(batch), gone: gone(batch) }));
          // Committing is synchronous: lets what came in the meantime be heard.
          await new Promise((resolve) => setTimeout(resolve));
        },
      );
    },
    held: async () => held(),
  };
}
