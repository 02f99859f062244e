import type { Change } from '../../../src/domain/change.ts';
import { realtimeEvent } from '../../../src/domain/event.ts';
import { fold } from '../../../src/domain/fold.ts';
import type { TotalsRow } from '../../../src/domain/queries.ts';
import { reduce } from '../../../src/domain/reduce.ts';
import { applyChanges, createRows } from '../../../src/domain/state.ts';
import { createView } from '../../../src/domain/views/create.ts';
import { flatPlayer, flatServer, TOP } from '../rows.ts';
import type { Peer } from '../store.ts';

/** The reducers and views of the product, as the worker runs them. */
export const muster: Peer = {
  open(start) {
    const rows = createRows();
    fold(rows, start.opening);
    const top = createView(rows, {
      view: 'servers',
      filter: {},
      sort: 'players',
      direction: 'desc',
      window: { from: 0, to: TOP },
    });
    const totals = createView(rows, { view: 'totals' });
    return {
      apply(batch) {
        const told: Change[] = [];
        for (const frame of batch) {
          const changes = reduce(rows, realtimeEvent(frame));
          applyChanges(rows, changes);
          for (const change of changes) told.push(change);
        }
        top.apply(told);
        totals.apply(told);
      },
      held() {
        const { id: _, ...sums } = totals.snapshot().rows[0] as TotalsRow;
        return {
          top: top.snapshot().order,
          totals: sums,
          servers: [...rows.servers.values()].map(flatServer),
          players: [...rows.players.values()].map((row) => flatPlayer(row, row.server_id)),
        };
      },
    };
  },
};
