import { createIndexes, createMergeableStore, type Row } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import { createBroadcastChannelSynchronizer } from 'tinybase/synchronizers/synchronizer-broadcast-channel';
import { TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import { feed, gone, present } from './feed.ts';
import type { Contender } from './shown.ts';

/** As often as a frame: what comes closer together is one transaction, and one message to the others. */
const PACE_MS = 16;
/** The persister writes the whole store each time: after each transaction it would do nothing else. */
const SAVE_MS = 1_000;

/** A mergeable store in each tab, kept alike over a BroadcastChannel; the first one is told and stores. */
export function tinybase(): Contender {
  const store = createMergeableStore();
  return {
    async open({ first, probeId, shown }) {
      const indexes = createIndexes(store).setIndexDefinition(
        'by players',
        'servers',
        (getCell) => Number(getCell('players') ?? -1).toString(),
        undefined,
        (a, b) => Number(b) - Number(a),
      );
      let due = false;
      const showTop = (): void => {
        due = false;
        const top: string[] = [];
        for (const slice of indexes.getSliceIds('by players')) {
          top.push(...indexes.getSliceRowIds('by players', slice));
          if (top.length >= TOP) break;
        }
        const players = (id: string) => store.getCell('servers', id, 'players') as number | null;
        shown.top(top.slice(0, TOP).map((id) => ({ id, players: players(id) })));
      };
      const showProbe = (): void => {
        const players = store.getCell('servers', probeId, 'players');
        shown.probe((players ?? null) as number | null);
      };
      store.addCellListener('servers', probeId, 'players', showProbe);
      // It is called for each slice that changed: what is shown is taken once of them all.
      indexes.addSliceRowIdsListener('by players', null, () => (due = true));
      store.addDidFinishTransactionListener(() => {
        if (due) showTop();
      });
      await createBroadcastChannelSynchronizer(store, 'fleet').startSync();
      if (!first) return;
      await feed(
        async (fleet) => {
          store.transaction(() => {
            for (const row of fleet.servers.values()) store.setRow('servers', row.id, { ...row });
            for (const row of fleet.players.values()) store.setRow('players', row.id, { ...row });
          });
          const persister = createIndexedDbPersister(store, 'fleet');
          const save = async (): Promise<void> => {
            await persister.save();
            setTimeout(() => void save(), SAVE_MS);
          };
          await save();
        },
        async (batch) => {
          store.transaction(() => {
            for (const row of batch.servers.values()) {
              store.setPartialRow('servers', row.id, { ...row } as Row);
            }
            for (const player of present(batch)) store.setRow('players', player.id, { ...player });
            for (const id of gone(batch)) store.delRow('players', id);
          });
          await new Promise((resolve) => setTimeout(resolve, PACE_MS));
        },
      );
    },
    held: async () => ({
      servers: Object.values(store.getTable('servers')) as unknown as FlatServer[],
      players: Object.values(store.getTable('players')) as unknown as FlatPlayer[],
    }),
  };
}
