/** How long what a regular expression lets through may be in JSON. */

export interface PatternBytes {
  /** Of all of it; Infinity where the expression has no end. */
  readonly all: number;
  /** Of the character of it that takes most. */
  readonly character: number;
}

/** What takes most bytes in JSON; all else takes one. A client may escape all that is not ASCII, two halves of a character each. */
const COSTS = [
  ['\u{1f600}', 12],
  ['\u0001', 6],
  ['\u4e2d', 6],
  ['"', 2],
  ['\\', 2],
] as const;
/** A class of characters, one that is escaped, or one; how often; or where a group begins, ends, or has a choice. */
const PIECE =
  /(?<atom>\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|[^()|^$?*+{}])|(?<open>\((?:\?:)?)|(?<close>\))|(?<choice>\|)|[$^]/giy;
const OFTEN = /[?*+]|\{\d+(?:,\d*)?\}/y;

/** Reads what the patterns of the protocol are made of: no assertions but those of begin and end. */
export function patternBytes({ source, flags }: RegExp): PatternBytes {
  let character = 0;
  /** Of each group that is open: the longest of its choices so far, and the one that is read. */
  const groups = [{ longest: 0, now: 0 }];
  let at = 0;
  const end = () => {
    const { longest = 0, now = 0 } = groups.pop() ?? {};
    return Math.max(longest, now);
  };
  const often = (): number => {
    OFTEN.lastIndex = at;
    const [said] = OFTEN.exec(source) ?? [];
    if (said === undefined || said === '?') {
      at += said?.length ?? 0;
      return 1;
    }
    at += said.length;
    return Number(/(\d+)\}$/.exec(said)?.[1] ?? Infinity);
  };
  const add = (bytes: number) => {
    const times = often();
    const group = groups.at(-1);
    if (group !== undefined && bytes > 0) group.now += bytes * times;
  };
  while (at < source.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(source);
    if (piece === null) return { all: Infinity, character: 6 };
    const { atom, open, close, choice } = piece.groups ?? {};
    at = PIECE.lastIndex;
    if (atom !== undefined) {
      const one = atomBytes(atom, flags);
      character = Math.max(character, Math.min(6, one));
      add(one);
    } else if (open !== undefined) groups.push({ longest: 0, now: 0 });
    else if (close !== undefined) add(end());
    else if (choice !== undefined) {
      const group = groups.at(-1);
      if (group !== undefined)
        groups[groups.length - 1] = { longest: Math.max(group.longest, group.now), now: 0 };
    }
  }
  const bounded = source.startsWith('^') && source.endsWith('$');
  return { all: bounded ? end() : Infinity, character: bounded ? character : 6 };
}

function atomBytes(atom: string, flags: string): number {
  const one = new RegExp(`^(?:${atom})$`, flags);
  return COSTS.find(([text]) => one.test(text))?.[1] ?? 1;
}
