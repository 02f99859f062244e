/** A bucket of queue priority as the file that DayZ reads. */
import { isInForce } from './entries.ts';
import type { BucketEntryRow } from './row.ts';

/** As DayZ looks for it, in the folder of the server. */
export const PRIORITY_FILE = 'priority.txt';

interface Entry extends Pick<BucketEntryRow, 'until'> {
  /** The SteamID64s of whom it is about. */
  readonly steam_ids: readonly string[];
}

/** Who comes first, by SteamID64, each once; `left`: so many entries in force have none. */
export function peopleFirst(
  entries: readonly Entry[],
  now: number,
): { readonly ids: readonly string[]; readonly left: number } {
  const inForce = entries.filter((entry) => isInForce(entry, now));
  return {
    ids: [...new Set(inForce.flatMap(({ steam_ids }) => steam_ids))],
    left: inForce.filter(({ steam_ids }) => steam_ids.length === 0).length,
  };
}

/** The file of these SteamID64s. */
export function textOfIds(ids: readonly string[]): string {
  return ids.join(';');
}
