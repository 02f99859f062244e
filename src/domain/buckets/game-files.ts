/** People of a bucket as files that games and BEC read. */
import { battleyeGuid } from '../players/battleye-guid.ts';
import { isFilterBucket, type BucketType } from '../../protocol/buckets/limits.ts';
import { isInForce } from './entries.ts';
import { peopleFirst, PRIORITY_FILE, textOfIds } from './priority-file.ts';
import type { BucketEntryRow } from './row.ts';

/** The forms, each with what its file is called where it is looked for. */
export const GAME_FILE = {
  /** DayZ: who comes first in the queue. */
  'dayz-priority': PRIORITY_FILE,
  /** DayZ: Bohemia's ids, one a line; what follows `//` is for whoever reads it. */
  'dayz-whitelist': 'whitelist.txt',
  /** BEC: BattlEye GUIDs, one a line. */
  'bec-whitelist': 'whitelist.txt',
  /** SteamID64s, one a line, as plugins of many games read them. */
  'steam-ids': 'steam-ids.txt',
} as const;
export type GameFileForm = keyof typeof GAME_FILE;

/** The forms that make sense of a bucket, the most likely first; none of filters and of notes. */
export function formsOf(type: BucketType): readonly GameFileForm[] {
  if (isFilterBucket(type) || type === 'NOTES') return [];
  if (type === 'QUEUE_PRIORITY') return ['dayz-priority', 'steam-ids'];
  if (type === 'WHITELIST') return ['dayz-whitelist', 'bec-whitelist', 'steam-ids'];
  return ['steam-ids', 'bec-whitelist', 'dayz-whitelist'];
}

type Entry = Pick<BucketEntryRow, 'steam_id' | 'guid' | 'bohemia_id' | 'name' | 'until'>;

/** The file of those who are in force, each once; `left`: so many of them have no id that the form asks for. */
export function gameFile(
  form: GameFileForm,
  entries: readonly Entry[],
  now: number,
): { readonly text: string; readonly people: number; readonly left: number } {
  if (form === 'dayz-priority') {
    const said = entries.map(({ steam_id, until }) => ({
      steam_ids: steam_id === null ? [] : [steam_id],
      until,
    }));
    const { ids, left } = peopleFirst(said, now);
    return { text: textOfIds(ids), people: ids.length, left };
  }
  const lines = new Map<string, string>();
  let left = 0;
  for (const entry of entries.filter((one) => isInForce(one, now))) {
    const id = idFor(form, entry);
    if (id === null) left += 1;
    else if (!lines.has(id)) lines.set(id, lineOf(form, id, entry.name));
  }
  return { text: [...lines.values()].join(''), people: lines.size, left };
}

function idFor(form: GameFileForm, { steam_id, guid, bohemia_id }: Entry): string | null {
  if (form === 'dayz-whitelist') return bohemia_id;
  if (form === 'steam-ids') return steam_id;
  return guid ?? (steam_id === null ? null : battleyeGuid(steam_id));
}

/** What breaks a line would make a line of its own of the rest of a name. */
function lineOf(form: GameFileForm, id: string, name: string): string {
  const shown = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return form === 'dayz-whitelist' && shown !== '' ? `${id} // ${shown}\r\n` : `${id}\r\n`;
}
