import { autorun, computed, observable, runInAction } from 'mobx';
import { edit, type Target } from '../edits.ts';
import { compareServers, countAll, TOP, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';

type Row = { -readonly [K in keyof FlatServer]: FlatServer[K] };

/** Observable maps and rows, an action for a batch, and computed values that are watched. */
export const mobx: Peer = {
  package: 'mobx',
  open(start) {
    const servers = observable.map(start.servers.map((row): [string, Row] => [row.id, { ...row }]));
    const players = observable.map(start.players.map((row) => [row.id, row]));
    const top = computed(() => [...servers.values()].sort(compareServers).slice(0, TOP));
    const totals = computed(() => countAll(servers.values()));
    let shown = { top: top.get(), totals: totals.get() };
    autorun(() => {
      shown = { top: top.get(), totals: totals.get() };
    });
    const row = (id: string): Row => {
      const server = servers.get(id);
      if (server === undefined) throw new RangeError(`there is no server ${id}`);
      return server;
    };
    const target: Target = {
      counts: row,
      isPresent: (id) => players.has(id),
      patch: (id, patch) => void Object.assign(row(id), patch),
      put: (player) => void players.set(player.id, player),
      remove: (id) => void players.delete(id),
    };
    return {
      apply(batch) {
        runInAction(() => {
          for (const frame of batch) edit(frame, target);
        });
      },
      held: () => ({
        top: shown.top.map(({ id }) => id),
        totals: shown.totals,
        servers: servers.values(),
        players: players.values(),
      }),
    };
  },
};
