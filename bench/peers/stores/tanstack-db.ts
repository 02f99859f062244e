import {
  BTreeIndex,
  caseWhen,
  coalesce,
  count,
  createCollection,
  createLiveQueryCollection,
  eq,
  isNull,
  sum,
  type Collection,
  type SyncConfig,
} from '@tanstack/db';
import { Batch } from '../edits.ts';
import { noTotals, TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';

type Sync<R extends object> = Parameters<SyncConfig<R, string>['sync']>[0];

interface Synced<R extends object> {
  readonly collection: Collection<R, string>;
  readonly sync: Sync<R>;
}

/** A collection that is written to by a sync of its own, as its guide has it for what a server pushes. */
function synced<R extends object & { readonly id: string }>(id: string): Synced<R> {
  let sync: Sync<R> | undefined;
  const collection = createCollection<R, string>({
    id,
    getKey: (row) => row.id,
    startSync: true,
    gcTime: 0,
    autoIndex: 'eager',
    defaultIndexType: BTreeIndex,
    sync: {
      rowUpdateMode: 'full',
      sync: (given) => {
        sync = given;
        given.markReady();
      },
    },
  });
  if (sync === undefined) throw new TypeError('the sync did not start');
  return { collection, sync };
}

/** Collections, a live query that is ordered and limited, and one that aggregates. */
export const tanstackDb: Peer = {
  package: '@tanstack/db',
  async open(start) {
    const servers = synced<FlatServer>('servers');
    const players = synced<FlatPlayer>('players');
    servers.sync.begin();
    for (const value of start.servers) servers.sync.write({ type: 'insert', value });
    void servers.sync.commit();
    players.sync.begin();
    for (const value of start.players) players.sync.write({ type: 'insert', value });
    void players.sync.commit();
    const top = createLiveQueryCollection({
      startSync: true,
      query: (q) =>
        q
          .from({ server: servers.collection })
          .orderBy(({ server }) => server.players, { direction: 'desc', nulls: 'last' })
          .orderBy(({ server }) => server.id, 'asc')
          .limit(TOP)
          .select(({ server }) => ({ id: server.id, players: server.players })),
    });
    const totals = createLiveQueryCollection({
      startSync: true,
      query: (q) =>
        q.from({ server: servers.collection }).select(({ server }) => ({
          servers: count(server.id),
          online: sum(caseWhen(eq(server.online, true), 1, 0)),
          players: sum(coalesce(server.players, 0)),
          slots: sum(coalesce(server.slots, 0)),
          queued: sum(coalesce(server.queued, 0)),
          unknown: sum(caseWhen(isNull(server.players), 1, 0)),
        })),
    });
    // What is shown is watched, as a component would.
    top.subscribeChanges(() => undefined);
    totals.subscribeChanges(() => undefined);
    await Promise.all([top.preload(), totals.preload()]);
    return {
      apply(frames) {
        const batch = new Batch(
          frames,
          (id) => servers.collection.get(id),
          (id) => players.collection.has(id),
        );
        servers.sync.begin();
        for (const value of batch.servers.values()) servers.sync.write({ type: 'update', value });
        void servers.sync.commit();
        if (batch.players.size === 0) return;
        players.sync.begin();
        for (const [key, value] of batch.players) {
          if (value !== null) {
            const type = players.collection.has(key) ? 'update' : 'insert';
            players.sync.write({ type, value });
          } else if (players.collection.has(key)) players.sync.write({ type: 'delete', key });
        }
        void players.sync.commit();
      },
      held: () => ({
        top: top.toArray.map(({ id }) => id),
        totals: Object.assign(noTotals(), sumsOf(totals.toArray[0])),
        servers: servers.collection.toArray.map((row) => plain(row, start.servers[0])),
        players: players.collection.toArray.map((row) => plain(row, start.players[0])),
      }),
    };
  },
};

function sumsOf(row: object | undefined): object {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => key in noTotals()));
}

/** The row without what the collection adds to it. */
function plain<R extends object>(row: R, like: R | undefined): R {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key in (like ?? {}))) as R;
}
