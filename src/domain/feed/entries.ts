import { serverStream } from '../../protocol/streams.ts';
import type { Draft } from '../draft.ts';
import type { ConsoleRow, FeedRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/** The streams that keep their entries. */
export type EntryTable = 'feed' | 'console';

/** How many positions of a server's feed, and of its console, are held: the newest. */
export const HELD_ENTRIES = 1_000;

/** The id of an entry's row. */
export function entryId(serverId: string, seq: number): string {
  return `${serverId}:${seq}`;
}

/** The held entries of a server, oldest first. */
export function entriesOf(
  rows: Rows,
  table: EntryTable,
  serverId: string,
): (FeedRow | ConsoleRow)[] {
  const head = rows.streams.get(serverStream(serverId, table));
  if (head === undefined) return [];
  const entries: (FeedRow | ConsoleRow)[] = [];
  for (let seq = head.floor; seq <= head.position; seq++) {
    const row = rows[table].at(serverId, seq);
    if (row !== undefined) entries.push(row);
  }
  return entries;
}

/** Removes all held entries of a server, into a draft. */
export function clearEntries(rows: Rows, draft: Draft, serverId: string, table: EntryTable): void {
  for (const row of entriesOf(rows, table, serverId)) draft.put(table, row.id, undefined);
}
