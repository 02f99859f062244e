/** The rows of a log that has been paged back further than the data layer holds. */

import type { FeedRow } from '../../../../domain/rows.ts';

interface Entry {
  readonly seq: number;
  readonly at: number;
}

/** How many entries one page of the browser shows at most. */
export const MAX_ROWS = 10_000;

/**
 * What was shown before with what is live now, oldest first. `floor`: the oldest position that is held
 * live. null: something is missing between the two, so the older ones must be asked for again.
 */
export function merged<Row extends Entry>(
  shown: readonly Row[],
  live: readonly Row[],
  floor: number,
): readonly Row[] | null {
  const last = shown.at(-1);
  if (last !== undefined && last.seq + 1 < floor) return null;
  const first = live[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...shown.filter(({ seq }) => seq < first), ...live].slice(-MAX_ROWS);
}

/** Entries of a server's feed as rows. */
export function feedRows(
  serverId: string,
  entries: readonly Pick<FeedRow, 'seq' | 'at' | 'entry'>[],
): readonly FeedRow[] {
  return entries.map((one) => ({ ...one, id: `${serverId}:${one.seq}`, server_id: serverId }));
}

/** The rows of these kinds that contain the text, without case. No kinds: all. */
export function matching<Row>(
  rows: readonly Row[],
  { kinds, text }: { readonly kinds: readonly string[]; readonly text: string },
  describe: (row: Row) => { readonly kind: string; readonly text: string },
): readonly Row[] {
  const needle = text.trim().toLowerCase();
  if (needle === '' && kinds.length === 0) return rows;
  return rows.filter((row) => {
    const described = describe(row);
    return (
      (kinds.length === 0 || kinds.includes(described.kind)) &&
      described.text.toLowerCase().includes(needle)
    );
  });
}
