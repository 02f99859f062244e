import { createIndexes, createMergeableStore, type Row } from 'tinybase';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import { createBroadcastChannelSynchronizer } from 'tinybase/synchronizers/synchronizer-broadcast-channel';
import { TOP, type FlatServer } from '../rows.ts';
import { feed, gone, positions, present } from './feed.ts';
import type { Contender } from './shown.ts';

/** A mergeable store in each tab, kept alike over a BroadcastChannel; the first one is told and stored. */
export function tinybase(): Contender {
  const store = createMergeableStore();
  const servers = (): FlatServer[] =>
    Object.values(store.getTable('servers')) as unknown as FlatServer[];
  return {
    async open({ first, probeId, shown }) {
      const indexes = createIndexes(store).setIndexDefinition(
        'by players',
        'servers',
        (getCell) => Number(getCell('players') ?? -1).toString(),
        undefined,
        (a, b) => Number(b) - Number(a),
      );
      await createBroadcastChannelSynchronizer(store, 'fleet').startSync();
      if (first) {
        await feed(
          async (fleet) => {
            store.transaction(() => {
              for (const row of fleet.servers.values()) store.setRow('servers', row.id, { ...row });
              for (const row of fleet.players.values()) store.setRow('players', row.id, { ...row });
            });
            const persister = createIndexedDbPersister(store, 'fleet');
            await persister.startAutoSave();
          },
          async (batch) => {
            store.transaction(() => {
              for (const row of batch.servers.values()) {
                store.setPartialRow('servers', row.id, { ...row } as Row);
              }
              for (const player of present(batch))
                store.setRow('players', player.id, { ...player });
              for (const id of gone(batch)) store.delRow('players', id);
            });
            // Lets the channel and the persister have their turn.
            await new Promise((resolve) => setTimeout(resolve));
          },
        );
      }
      store.addCellListener('servers', probeId, 'players', (_, _table, _row, _cell, players) =>
        shown.probe(players as number | null),
      );
      indexes.addSliceRowIdsListener('by players', null, () => {
        const top: string[] = [];
        for (const slice of indexes.getSliceIds('by players')) {
          top.push(...indexes.getSliceRowIds('by players', slice));
          if (top.length >= TOP) break;
        }
        shown.top(top.slice(0, TOP).map((id) => ({ id, players: null })));
      });
    },
    kept: async () => positions(servers()),
  };
}
