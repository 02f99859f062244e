import { Dexie, liveQuery, type Table } from 'dexie';
import { TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import { feed, gone, present } from './feed.ts';
import type { Contender, HeldRows } from './shown.ts';

/** A server as it is indexed: null is no key, so an unknown count is -1. */
type Row = Omit<FlatServer, 'players'> & { readonly players: number };

const toRow = (server: FlatServer): Row => ({ ...server, players: server.players ?? -1 });

const toFlat = (row: Row): FlatServer => ({
  ...row,
  players: row.players === -1 ? null : row.players,
});

class FleetDatabase extends Dexie {
  declare readonly servers: Table<Row, string>;
  declare readonly players: Table<FlatPlayer, string>;

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({ servers: 'id, players', players: 'id, server_id' });
  }

  async held(): Promise<HeldRows> {
    const servers = await this.servers.toArray();
    return { servers: servers.map(toFlat), players: await this.players.toArray() };
  }
}

/** The first tab writes to one database; every tab has liveQuery. */
export function dexie(): Contender {
  const database = new FleetDatabase('fleet');
  return {
    async open({ first, probeId, shown }) {
      if (first) {
        await feed(
          async ({ servers, players }) => {
            await database.servers.bulkPut([...servers.values()].map(toRow));
            await database.players.bulkPut([...players.values()]);
          },
          (batch) =>
            database.transaction('rw', database.servers, database.players, async () => {
              await database.servers.bulkPut([...batch.servers.values()].map(toRow));
              if (batch.players.size === 0) return;
              await database.players.bulkPut(present(batch));
              await database.players.bulkDelete(gone(batch));
            }),
        );
      }
      liveQuery(() => database.servers.get(probeId)).subscribe((row) =>
        shown.probe(row?.players ?? null),
      );
      liveQuery(() => database.servers.orderBy('players').reverse().limit(TOP).toArray()).subscribe(
        (rows) => shown.top(rows),
      );
    },
    held: () => database.held(),
  };
}

/** A socket and a store in each tab: rows in memory, written behind into a database of the tab's own. */
export function alone(): Contender {
  let database: FleetDatabase | undefined;
  return {
    async open({ tab, probeId, shown }) {
      const own = new FleetDatabase(`fleet-${tab}`);
      database = own;
      const held = new Map<string, FlatServer>();
      const dirty = new Map<string, FlatServer>();
      let joined: FlatPlayer[] = [];
      let left: string[] = [];
      let drawn = false;
      const show = (): void => {
        drawn = false;
        shown.probe(held.get(probeId)?.players ?? null);
        const sorted = [...held.values()].sort((a, b) => (b.players ?? -1) - (a.players ?? -1));
        shown.top(sorted.slice(0, TOP));
      };
      await feed(
        async ({ servers, players }) => {
          for (const [id, row] of servers) held.set(id, row);
          await own.servers.bulkPut([...servers.values()].map(toRow));
          await own.players.bulkPut([...players.values()]);
        },
        async (batch) => {
          for (const [id, row] of batch.servers) {
            held.set(id, row);
            dirty.set(id, row);
          }
          joined.push(...present(batch));
          left.push(...gone(batch));
          if (drawn) return;
          drawn = true;
          setTimeout(show, 16);
        },
      );
      show();
      const write = async (): Promise<never> => {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 300));
          const rows = [...dirty.values()].map(toRow);
          const [came, went] = [joined, left];
          dirty.clear();
          joined = [];
          left = [];
          await own.servers.bulkPut(rows);
          await own.players.bulkPut(came);
          await own.players.bulkDelete(went);
        }
      };
      void write();
    },
    held: async () => (await database?.held()) ?? { servers: [], players: [] },
  };
}
