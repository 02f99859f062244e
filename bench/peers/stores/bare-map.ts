import { edit, type Target } from '../edits.ts';
import { compareServers, count, noTotals, TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';

type Row = { -readonly [K in keyof FlatServer]: FlatServer[K] };

/** What one writes by hand for just this: maps, rows changed in place, a sorted array, sums by difference. */
export const bareMap: Peer = {
  open(start) {
    const servers = new Map(start.servers.map((row): [string, Row] => [row.id, { ...row }]));
    const players = new Map(start.players.map((row): [string, FlatPlayer] => [row.id, row]));
    const sorted = [...servers.values()].sort(compareServers);
    const totals = noTotals();
    for (const row of sorted) count(totals, row, 1);
    let top = sorted.slice(0, TOP);
    let moved = false;

    const target: Target = {
      counts: row,
      isPresent: (id) => players.has(id),
      patch(id, patch) {
        const server = row(id);
        count(totals, server, -1);
        const from =
          patch.players === undefined || patch.players === server.players ? -1 : place(server);
        Object.assign(server, patch);
        count(totals, server, 1);
        if (from !== -1) move(server, from);
      },
      put: (player) => void players.set(player.id, player),
      remove: (id) => void players.delete(id),
    };

    function row(id: string): Row {
      const server = servers.get(id);
      if (server === undefined) throw new RangeError(`there is no server ${id}`);
      return server;
    }

    /** Where the server stands, by halves. */
    function place(server: Row): number {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compareServers(sorted[middle] as Row, server) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    function move(server: Row, from: number): void {
      const at = destination(server, from);
      for (let index = from; index > at; index--) sorted[index] = sorted[index - 1] as Row;
      for (let index = from; index < at; index++) sorted[index] = sorted[index + 1] as Row;
      sorted[at] = server;
      if (at !== from && Math.min(at, from) < TOP) moved = true;
    }

    /** Where it belongs among the others. */
    function destination(server: Row, from: number): number {
      let low = 0;
      let high = sorted.length - 1;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const other = sorted[middle < from ? middle : middle + 1] as Row;
        if (compareServers(other, server) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    return {
      apply(batch) {
        for (const frame of batch) edit(frame, target);
        if (!moved) return;
        top = sorted.slice(0, TOP);
        moved = false;
      },
      held: () => ({
        top: top.map(({ id }) => id),
        totals,
        servers: servers.values(),
        players: players.values(),
      }),
    };
  },
};
