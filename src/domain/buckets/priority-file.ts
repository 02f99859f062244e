/** A bucket of queue priority as the file that DayZ reads. */
import { isInForce } from './entries.ts';
import type { BucketEntryRow } from './row.ts';

/** As DayZ looks for it, in the folder of the server. */
export const PRIORITY_FILE = 'priority.txt';

/** SteamID64s with `;` between them; `left`: so many entries in force have none. */
export function priorityFile(
  entries: readonly Pick<BucketEntryRow, 'steam_id' | 'until'>[],
  now: number,
): { readonly text: string; readonly people: number; readonly left: number } {
  const inForce = entries.filter((entry) => isInForce(entry, now));
  const ids = new Set(inForce.flatMap(({ steam_id }) => steam_id ?? []));
  return {
    text: [...ids].join(';'),
    people: ids.size,
    left: inForce.filter(({ steam_id }) => steam_id === null).length,
  };
}
