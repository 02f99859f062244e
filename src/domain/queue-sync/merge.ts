/** The file of queue priority that is there, with the people of Muster's buckets in it. */
import { textOfIds } from '../buckets/priority-file.ts';

export interface MergedFile {
  readonly text: string;
  /** Who is in it whom Muster did not put there: they stay. */
  readonly foreign: readonly string[];
  /** Whether the file said something else beside ids, which the new one does not. */
  readonly loses: boolean;
  /** Whether who is in the file is another by it. */
  readonly changes: boolean;
}

const STEAM_ID = /^\d{17}$/;
/** To the end of its line: whoever stands behind it is not in the file. */
const COMMENT = /(\/\/|#).*/g;

/**
 * Puts `wanted` into a file, in place of those whom Muster put there (`isOurs`) and who are wanted no more. All others in it
 * stay before them. Whoever is wanted is Muster's from then on, though somebody else had put them there.
 */
export function mergeFile(
  before: string,
  wanted: readonly string[],
  isOurs: (id: string) => boolean,
): MergedFile {
  const plain = before.replace(COMMENT, '');
  // A byte order mark is white space too.
  const words = plain.split(/[;,\s]+/).filter((word) => word !== '');
  const there = new Set(words.filter((word) => STEAM_ID.test(word)));
  const ours = new Set(wanted);
  const foreign = [...there].filter((id) => !ours.has(id) && !isOurs(id));
  const next = new Set([...foreign, ...ours]);
  return {
    text: textOfIds([...next]),
    foreign,
    loses: plain !== before || words.some((word) => !STEAM_ID.test(word)),
    changes: next.size !== there.size || [...next].some((id) => !there.has(id)),
  };
}
