import { serverStream, type ServerStream } from '../../protocol/streams.ts';
import type { Draft } from '../draft.ts';
import type { ConsoleRow, FeedRow, StreamRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/** The streams that keep their entries. */
export type EntryTable = 'feed' | 'console';

/** How many positions of a server's feed, and of its console, are held: the newest. */
export const HELD_ENTRIES = 1_000;

/** The id of an entry's row. */
export function entryId(serverId: string, seq: number): string {
  return `${serverId}:${seq}`;
}

/** The stream that tells the entries: the whole of it, or filtered. */
export function entryStream(serverId: string, table: EntryTable, isFiltered: boolean): string {
  const audience: ServerStream = isFiltered ? `${table}-filtered` : table;
  return serverStream(serverId, audience);
}

/** How much is held of a server's feed or console, by whichever of both streams tells it: nobody is told both. */
export function entryHead(
  { streams }: { readonly streams: { get(id: string): StreamRow | undefined } },
  serverId: string,
  table: EntryTable,
): StreamRow | undefined {
  return (
    streams.get(entryStream(serverId, table, false)) ??
    streams.get(entryStream(serverId, table, true))
  );
}

/** The held entries of a server, oldest first. */
export function entriesOf(
  rows: Rows,
  table: EntryTable,
  serverId: string,
): (FeedRow | ConsoleRow)[] {
  const head = entryHead(rows, serverId, table);
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
