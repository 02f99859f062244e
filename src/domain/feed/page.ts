import type { z } from 'zod';
import type { consoleLine, FeedEntry } from '../../protocol/feed/fields.ts';
import { NO_CHANGES, type Change } from '../change.ts';
import { Draft } from '../draft.ts';
import type { AskedPage } from '../event.ts';
import type { Rows } from '../state.ts';
import {
  clearEntries,
  entryHead,
  entryId,
  entryStream,
  HELD_ENTRIES,
  type EntryTable,
} from './entries.ts';

interface Entry {
  readonly seq: number;
  readonly at: number;
  readonly entry: FeedEntry | z.infer<typeof consoleLine>;
}

/** A page of a feed or console, oldest entry first, as the host answered it. */
export interface EntryPage extends AskedPage {
  readonly position: number;
  readonly entries: readonly Entry[];
  readonly more: boolean;
}

/**
 * The newest page restarts the stream at its position, unless more is held already. An older page is
 * put before what is held where it reaches up to it; what would exceed `HELD_ENTRIES` is left out.
 */
export function reducePage(rows: Rows, table: EntryTable, page: EntryPage): readonly Change[] {
  return page.older ? prepend(rows, table, page) : restart(rows, table, page);
}

function restart(rows: Rows, table: EntryTable, page: EntryPage): readonly Change[] {
  const { server_id, position } = page;
  const stream = entryStream(server_id, table, page.filtered === true);
  const held = rows.streams.get(stream);
  if (held !== undefined && position < held.position) return NO_CHANGES;
  const entries = page.entries.filter(
    ({ seq }) => seq <= position && seq > position - HELD_ENTRIES,
  );
  const draft = new Draft(rows);
  clearEntries(rows, draft, server_id, table);
  for (const entry of entries) putEntry(draft, table, server_id, entry);
  const more = page.more || entries.length < page.entries.length;
  const floor = oldestOf(entries, position + 1);
  draft.put('streams', stream, { id: stream, server_id, position, floor, more });
  return draft.changes();
}

function prepend(rows: Rows, table: EntryTable, page: EntryPage): readonly Change[] {
  const { server_id } = page;
  const held = entryHead(rows, server_id, table);
  if (held === undefined) return NO_CHANGES;
  if (reachOf(page, held.floor) < held.floor) return NO_CHANGES;
  const before = page.entries.filter(({ seq }) => seq < held.floor);
  const entries = before.filter(({ seq }) => seq > held.position - HELD_ENTRIES);
  const draft = new Draft(rows);
  for (const entry of entries) putEntry(draft, table, server_id, entry);
  const more = page.more || entries.length < before.length;
  const floor = oldestOf(entries, held.floor);
  draft.put('streams', held.id, { ...held, floor, more });
  return draft.changes();
}

/**
 * The position up to which a page tells all there is: that before which it was asked for, since its newest
 * entries may be gone by now. A recording may not say it: then each position counts.
 */
function reachOf({ before, entries }: EntryPage, floor: number): number {
  if (before !== undefined) return before;
  const newest = entries.at(-1);
  return newest === undefined ? floor : newest.seq + 1;
}

function oldestOf(entries: readonly Entry[], otherwise: number): number {
  return entries.reduce((oldest, { seq }) => Math.min(oldest, seq), otherwise);
}

function putEntry(draft: Draft, table: EntryTable, server_id: string, told: Entry): void {
  const { seq, at, entry } = told;
  const id = entryId(server_id, seq);
  if (entry.kind === 'console') {
    if (table === 'console') draft.put(table, id, { id, server_id, seq, at, line: entry });
  } else if (table === 'feed') draft.put(table, id, { id, server_id, seq, at, entry });
}
