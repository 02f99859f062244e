import type { Change } from '../change.ts';
import type { TotalsRow, ViewChange } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { serverStatus } from '../servers/status.ts';
import type { Rows } from '../state.ts';
import { NO_VIEW_CHANGES, type View, type ViewSnapshot } from './view.ts';

type Sums = Omit<TotalsRow, 'id'>;

/** Sums over all servers, kept up by what each of them contributes. */
export function totalsView(rows: Rows): View {
  const counted = new Map<string, ServerRow>();
  const sums = { servers: 0, online: 0, players: 0, slots: 0, queued: 0, unknown: 0 };
  for (const server of rows.servers.values()) {
    counted.set(server.id, server);
    add(sums, server, 1);
  }
  let shown: TotalsRow = { id: 'totals', ...sums };
  return {
    snapshot: (): ViewSnapshot => ({ rows: [shown], order: ['totals'], total: 1 }),
    apply: (changes: readonly Change[]): readonly ViewChange[] => {
      for (const { table, id } of changes) {
        if (table !== 'servers') continue;
        const before = counted.get(id);
        const after = rows.servers.get(id);
        if (before === after) continue;
        if (before !== undefined) add(sums, before, -1);
        if (after !== undefined) add(sums, after, 1);
        if (after === undefined) counted.delete(id);
        else counted.set(id, after);
      }
      if (same(shown, sums)) return NO_VIEW_CHANGES;
      shown = { id: 'totals', ...sums };
      return [{ op: 'set', row: shown }];
    },
  };
}

function add(
  sums: { -readonly [K in keyof Sums]: Sums[K] },
  server: ServerRow,
  sign: 1 | -1,
): void {
  const { players, slots, queue } = server.population;
  sums.servers += sign;
  if (serverStatus(server).name === 'online') sums.online += sign;
  sums.players += sign * (players ?? 0);
  sums.slots += sign * (slots ?? 0);
  sums.queued += sign * (queue?.size ?? 0);
  if (players === null) sums.unknown += sign;
}

function same(a: Sums, b: Sums): boolean {
  return (
    a.servers === b.servers &&
    a.online === b.online &&
    a.players === b.players &&
    a.slots === b.slots &&
    a.queued === b.queued &&
    a.unknown === b.unknown
  );
}
