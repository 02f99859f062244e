import {
  createRecordType,
  Store,
  StoreSchema,
  type BaseRecord,
  type RecordId,
} from '@tldraw/store';
import { Batch } from '../edits.ts';
import { count, countAll, TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';

interface ServerRecord extends BaseRecord<'server', RecordId<ServerRecord>> {
  readonly row: FlatServer;
  /** What the index is made of; -1 where it is unknown. */
  readonly players: number;
}
interface PlayerRecord extends BaseRecord<'player', RecordId<PlayerRecord>> {
  readonly row: FlatPlayer;
}

const Server = createRecordType<ServerRecord>('server', { scope: 'document' });
const Player = createRecordType<PlayerRecord>('player', { scope: 'document' });

const serverRecord = (row: FlatServer): ServerRecord => ({
  id: Server.createId(row.id),
  typeName: 'server',
  row,
  players: row.players ?? -1,
});
const playerRecord = (row: FlatPlayer): PlayerRecord => ({
  id: Player.createId(row.id),
  typeName: 'player',
  row,
});

/** Records, the store's own reactive index of the servers by their players, and sums kept by a side effect. */
export const tldrawStore: Peer = {
  package: '@tldraw/store',
  open(start) {
    const store = new Store<ServerRecord | PlayerRecord>({
      schema: StoreSchema.create<ServerRecord | PlayerRecord>({ server: Server, player: Player }),
      props: {},
    });
    store.mergeRemoteChanges(() => {
      store.put(start.servers.map(serverRecord));
      store.put(start.players.map(playerRecord));
    });
    const totals = countAll(start.servers);
    store.sideEffects.registerAfterChangeHandler('server', (before, after) => {
      count(totals, before.row, -1);
      count(totals, after.row, 1);
    });
    const byPlayers = store.query.index('server', 'players');
    let seen: unknown;
    let top: readonly string[] = [];
    const take = (): void => {
      const index = byPlayers.get();
      if (index === seen) return;
      seen = index;
      const next: string[] = [];
      for (const key of [...index.keys()].sort((a, b) => Number(b) - Number(a))) {
        next.push(...[...(index.get(key) ?? [])].map((id) => Server.parseId(id)).sort());
        if (next.length >= TOP) break;
      }
      top = next.slice(0, TOP);
    };
    take();
    return {
      apply(frames) {
        const batch = new Batch(
          frames,
          (id) => store.get(Server.createId(id))?.row,
          (id) => store.has(Player.createId(id)),
        );
        store.mergeRemoteChanges(() => {
          store.put([...batch.servers.values()].map(serverRecord));
          if (batch.players.size === 0) return;
          const present = [...batch.players.values()].filter((player) => player !== null);
          if (present.length > 0) store.put(present.map(playerRecord));
          const gone = [...batch.players].filter(([, player]) => player === null);
          if (gone.length > 0) store.remove(gone.map(([id]) => Player.createId(id)));
        });
        take();
      },
      held() {
        const records = store.allRecords();
        return {
          top,
          totals,
          servers: records.flatMap((record) => (record.typeName === 'server' ? [record.row] : [])),
          players: records.flatMap((record) => (record.typeName === 'player' ? [record.row] : [])),
        };
      },
    };
  },
};
