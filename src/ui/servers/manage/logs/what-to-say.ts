/** What those are told who do not see a log: how many entries there are, when they looked for others. */

export interface Said {
  /** What of the log is wanted. */
  readonly wanted: string;
  /** The position of the oldest entry; null: there is none. */
  readonly first: number | null;
  readonly count: string;
}

export const NOTHING_SAID: Said = { wanted: '', first: null, count: '' };

/**
 * Another filter and an older page are told. A line that comes is not, nor is the oldest one that falls
 * out of a full log for it.
 */
export function whatToSay(said: Said, now: Said): Said {
  const older = now.first !== null && (said.first === null || now.first < said.first);
  if (said.wanted !== now.wanted || older) return now;
  return said.first === now.first ? said : { ...said, first: now.first };
}
