import { createHash } from 'node:crypto';
import type { FlatPlayer, FlatServer, Totals } from './rows.ts';

/** What a store shows and holds. */
export interface Held {
  /** Ids of the servers with the most players, in order. */
  readonly top: readonly string[];
  readonly totals: Totals;
  readonly servers: Iterable<FlatServer>;
  readonly players: Iterable<FlatPlayer>;
}

/** The same for all that hold and show the same. */
export function hashOf({ top, totals, servers, players }: Held): string {
  const hash = createHash('sha256');
  const { online, unknown, queued } = totals;
  hash.update(
    JSON.stringify([top, totals.servers, online, totals.players, totals.slots, queued, unknown]),
  );
  for (const rows of [servers, players]) {
    const lines = [...rows].map((row) => JSON.stringify(Object.entries(row).sort(byName)));
    hash.update(lines.sort().join('\n'));
  }
  return hash.digest('hex');
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
