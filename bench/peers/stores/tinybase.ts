import { createIndexes, createMetrics, createStore, type Row } from 'tinybase';
import { edit, type Target } from '../edits.ts';
import { noTotals, TOP, type FlatPlayer, type FlatServer, type Totals } from '../rows.ts';
import type { Peer } from '../store.ts';

/** Tables, an index of the servers by their players, metrics for the sums, and a transaction for a batch. */
export const tinybase: Peer = {
  package: 'tinybase',
  open(start) {
    const store = createStore();
    store.transaction(() => {
      for (const row of start.servers) store.setRow('servers', row.id, { ...row });
      for (const row of start.players) store.setRow('players', row.id, { ...row });
    });
    // A slice for each number of players: sorting within one slice would sort all servers at each change.
    const indexes = createIndexes(store).setIndexDefinition(
      'by players',
      'servers',
      (getCell) => Number(getCell('players') ?? -1).toString(),
      undefined,
      (a, b) => Number(b) - Number(a),
    );
    const metrics = createMetrics(store);
    const sum = (cell: 'players' | 'slots' | 'queued') =>
      metrics.setMetricDefinition(cell, 'servers', 'sum', (getCell) => Number(getCell(cell) ?? 0));
    sum('players');
    sum('slots');
    sum('queued');
    const share = (name: keyof Totals, holds: (cells: (cell: string) => unknown) => boolean) =>
      metrics.setMetricDefinition(name, 'servers', 'sum', (getCell) => (holds(getCell) ? 1 : 0));
    share('servers', () => true);
    share('online', (cell) => cell('online') === true);
    share('unknown', (cell) => cell('players') === null);
    const totals = noTotals();
    const names = Object.keys(totals) as (keyof Totals)[];
    for (const name of names) totals[name] = metrics.getMetric(name) ?? 0;
    metrics.addMetricListener(null, (_, name, value) => {
      totals[name as keyof Totals] = value ?? 0;
    });
    let moved = true;
    indexes.addSliceRowIdsListener('by players', null, () => (moved = true));
    let top: string[] = [];
    const take = (): void => {
      top = [];
      for (const slice of indexes.getSliceIds('by players')) {
        top.push(...indexes.getSliceRowIds('by players', slice).sort());
        if (top.length >= TOP) break;
      }
      top.length = TOP;
      moved = false;
    };
    take();
    const cell = (id: string, name: string): unknown => store.getCell('servers', id, name);
    const target: Target = {
      counts: (id) => ({
        players: cell(id, 'players') as number | null,
        slots: cell(id, 'slots') as number | null,
        observed_at: cell(id, 'observed_at') as number,
      }),
      isPresent: (id) => store.hasRow('players', id),
      patch: (id, patch) => store.setPartialRow('servers', id, patch as Row),
      put: (player) => store.setRow('players', player.id, { ...player }),
      remove: (id) => store.delRow('players', id),
    };
    return {
      apply(batch) {
        store.transaction(() => {
          for (const frame of batch) edit(frame, target);
        });
        if (moved) take();
      },
      held: () => ({
        top,
        totals,
        servers: Object.values(store.getTable('servers')) as unknown as FlatServer[],
        players: Object.values(store.getTable('players')) as unknown as FlatPlayer[],
      }),
    };
  },
};
