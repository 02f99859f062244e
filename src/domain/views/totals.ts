import type { Population } from '../../protocol/servers/fields.ts';
import type { Change } from '../change.ts';
import type { TotalsRow, ViewChange } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { isDown, serverStatus, standsAlike } from '../servers/status.ts';
import type { Rows } from '../state.ts';
import { NO_VIEW_CHANGES, type View, type ViewSnapshot } from './view.ts';

type Sums = { -readonly [K in keyof Omit<TotalsRow, 'id' | 'tags'>]: TotalsRow[K] };

/** Sums over all servers, kept up by the difference between each server as it was counted and as it is. */
export function totalsView(rows: Rows): View {
  const sums: Sums = {
    servers: 0,
    online: 0,
    down: 0,
    players: 0,
    slots: 0,
    queued: 0,
    unknown: 0,
  };
  const tags = new TagCounts();
  const counted = new Map<string, { row: ServerRow | undefined }>();
  const recount = (id: string): void => {
    let held = counted.get(id);
    if (held === undefined) counted.set(id, (held = { row: undefined }));
    const before = held.row;
    const after = rows.servers.get(id);
    if (before === after) return;
    count(sums, before, after);
    tags.count(before, after);
    held.row = after;
    if (after === undefined) counted.delete(id);
  };
  for (const id of rows.servers.keys()) recount(id);
  let shown: TotalsRow = { id: 'totals', ...sums, tags: tags.named };
  return {
    snapshot: (): ViewSnapshot => ({ rows: [shown], order: ['totals'], total: 1 }),
    apply: (changes: readonly Change[]): readonly ViewChange[] => {
      for (const change of changes) {
        if (change.table !== 'servers' || countsAlike(change.before, change.after)) continue;
        recount(change.id);
      }
      if (same(shown, sums) && shown.tags === tags.named) return NO_VIEW_CHANGES;
      shown = { id: 'totals', ...sums, tags: tags.named };
      return [{ op: 'set', row: shown }];
    },
  };
}

function count(sums: Sums, before: ServerRow | undefined, after: ServerRow | undefined): void {
  const [was, is] = [populationOf(before), populationOf(after)];
  if (was !== is) {
    if (was !== undefined) add(sums, was, -1);
    if (is !== undefined) add(sums, is, 1);
  }
  if (before === undefined) sums.servers++;
  if (after === undefined) sums.servers--;
  if (before !== undefined && after !== undefined && standsAlike(before, after)) return;
  if (before !== undefined) stand(sums, before, -1);
  if (after !== undefined) stand(sums, after, 1);
}

/** Which tags there are; the same list until there are others. */
class TagCounts {
  readonly #counts = new Map<string, number>();
  #named: readonly string[] | null = [];

  get named(): readonly string[] {
    this.#named ??= [...this.#counts.keys()].sort((a, b) => (a < b ? -1 : 1));
    return this.#named;
  }

  count(before: ServerRow | undefined, after: ServerRow | undefined): void {
    if (before?.configuration === after?.configuration) return;
    for (const tag of after?.configuration.tags ?? []) this.#add(tag, 1);
    for (const tag of before?.configuration.tags ?? []) this.#add(tag, -1);
  }

  #add(tag: string, sign: 1 | -1): void {
    const held = this.#counts.get(tag) ?? 0;
    if (held + sign === 0) this.#counts.delete(tag);
    else this.#counts.set(tag, held + sign);
    if (held === 0 || held + sign === 0) this.#named = null;
  }
}

function stand(sums: Sums, server: ServerRow, sign: 1 | -1): void {
  const { name } = serverStatus(server);
  if (name === 'online') sums.online += sign;
  if (isDown(name)) sums.down += sign;
}

/** Whether nothing that is counted differs: then the server needs not be looked for. */
export function countsAlike(before: ServerRow | undefined, after: ServerRow | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return sumsAlike(before.population, after.population) && standsAlike(before, after);
}

function sumsAlike(before: Population, after: Population): boolean {
  return (
    before === after ||
    (before.players === after.players &&
      before.slots === after.slots &&
      before.queue?.size === after.queue?.size)
  );
}

/** Who is counted on a server: nobody on one that rests, which is not one that does not report. */
function populationOf(server: ServerRow | undefined): Population | undefined {
  return server?.configuration.restricted === true ? undefined : server?.population;
}

function add(sums: Sums, { players, slots, queue }: Population, sign: 1 | -1): void {
  if (players === null) sums.unknown += sign;
  else sums.players += sign * players;
  if (slots !== null) sums.slots += sign * slots;
  if (queue !== null) sums.queued += sign * queue.size;
}

function same(a: Sums, b: Sums): boolean {
  return (
    a.servers === b.servers &&
    a.online === b.online &&
    a.down === b.down &&
    a.players === b.players &&
    a.slots === b.slots &&
    a.queued === b.queued &&
    a.unknown === b.unknown
  );
}
