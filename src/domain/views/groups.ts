import type { Change } from '../change.ts';
import type { GroupRow, Query, ServerGrouping, ViewChange } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { compareGroups, groupKey } from '../servers/groups.ts';
import { isDown, serverStatus } from '../servers/status.ts';
import type { Rows } from '../state.ts';
import { serverFilter } from './servers.ts';
import { countsAlike } from './totals.ts';
import { NO_VIEW_CHANGES, type View, type ViewSnapshot } from './view.ts';

type Sums = { -readonly [K in keyof GroupRow]: GroupRow[K] };

/** What a server adds to the sums of its group. */
interface Share {
  readonly key: string;
  readonly down: number;
  readonly players: number;
}

/** Sums for each group of servers, kept up by the difference between what each server added and what it adds. */
export function groupsView(rows: Rows, { by, filter }: Extract<Query, { view: 'groups' }>): View {
  const shows = serverFilter(filter);
  const shares = new Map<string, Share>();
  const groups = new Map<string, Sums>();
  /** The groups as they were told. */
  const shown = new Map<string, GroupRow>();
  const touched = new Set<string>();
  const recount = (id: string): void => {
    const before = shares.get(id);
    const row = rows.servers.get(id);
    const after = row === undefined || !shows(row) ? undefined : shareOf(row, by);
    if (after === undefined) shares.delete(id);
    else shares.set(id, after);
    for (const [share, sign] of [
      [before, -1],
      [after, 1],
    ] as const) {
      if (share === undefined) continue;
      touched.add(share.key);
      add(groups, share, sign);
    }
  };
  const take = (): ViewChange[] => {
    const patch: ViewChange[] = [];
    let regrouped = false;
    for (const key of touched) {
      const before = shown.get(key);
      const after = groups.get(key);
      regrouped ||= (before === undefined) !== (after === undefined);
      if (after === undefined) {
        if (before !== undefined) patch.push({ op: 'remove', id: key });
        shown.delete(key);
      } else if (before === undefined || !same(before, after)) {
        const row = { ...after };
        shown.set(key, row);
        patch.push({ op: 'set', row });
      }
    }
    touched.clear();
    if (regrouped) {
      order = [...groups.keys()].sort((a, b) => compareGroups(by, a, b));
      patch.push({ op: 'order', ids: order }, { op: 'total', total: order.length });
    }
    return patch;
  };
  let order: readonly string[] = [];
  for (const id of rows.servers.keys()) recount(id);
  take();
  return {
    snapshot: (): ViewSnapshot => ({
      rows: order.flatMap((key) => shown.get(key) ?? []),
      order,
      total: order.length,
    }),
    apply: (changes: readonly Change[]): readonly ViewChange[] => {
      for (const change of changes) {
        if (change.table !== 'servers' || countsAlike(change.before, change.after)) continue;
        recount(change.id);
      }
      return touched.size === 0 ? NO_VIEW_CHANGES : take();
    },
  };
}

function shareOf(server: ServerRow, by: ServerGrouping): Share {
  return {
    key: groupKey(server, by),
    down: isDown(serverStatus(server).name) ? 1 : 0,
    players: server.population.players ?? 0,
  };
}

function add(groups: Map<string, Sums>, { key, down, players }: Share, sign: 1 | -1): void {
  const sums = groups.get(key) ?? { id: key, servers: 0, down: 0, players: 0 };
  sums.servers += sign;
  sums.down += sign * down;
  sums.players += sign * players;
  if (sums.servers === 0) groups.delete(key);
  else groups.set(key, sums);
}

function same(a: GroupRow, b: GroupRow): boolean {
  return a.servers === b.servers && a.down === b.down && a.players === b.players;
}
