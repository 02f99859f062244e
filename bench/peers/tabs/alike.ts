/** Whether a store holds what the host would answer now. */
import type { FlatPlayer, FlatServer } from '../rows.ts';
import { opening } from './feed.ts';
import type { HeldRows } from './shown.ts';

export interface Alike {
  /** How many rows are as the host has them. */
  readonly same: number;
  /** How many rows the host has, and how many more are held. */
  readonly of: number;
}

export async function alikeTheHost(held: HeldRows): Promise<Alike> {
  const told = await opening();
  const servers = compared(held.servers, told.servers);
  const players = compared(held.players, told.players);
  return { same: servers.same + players.same, of: servers.of + players.of };
}

function compared<Row extends FlatServer | FlatPlayer>(
  held: readonly Row[],
  told: ReadonlyMap<string, Row>,
): Alike {
  let same = 0;
  let more = 0;
  for (const row of held) {
    const other = told.get(row.id);
    if (other === undefined) more += 1;
    else if (written(row) === written(other)) same += 1;
  }
  return { same, of: told.size + more };
}

function written(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
