import type { RowWindow } from '../../parts/use-row-window.ts';

/** A group with as many servers as it has. */
export interface CountedGroup {
  readonly key: string;
  readonly servers: number;
}

/** What is drawn of a group whose lines are on the screen. */
export interface DrawnGroup extends CountedGroup {
  /** The line of its heading among all lines. */
  readonly at: number;
  /** Its servers that are drawn: from `first` (included) to `end` (excluded). */
  readonly first: number;
  readonly end: number;
  readonly open: boolean;
}

/** How many lines there are: a heading for each group, and the servers of those that are open. */
export function linesOf(groups: readonly CountedGroup[], closed: readonly string[]): number {
  return groups.reduce(
    (sum, { key, servers }) => sum + 1 + (closed.includes(key) ? 0 : servers),
    0,
  );
}

/**
 * The groups that lines of a window belong to, and how many lines stand before and behind them. The heading of a group
 * is drawn for as long as one of its servers is.
 */
export function layOutGroups(
  groups: readonly CountedGroup[],
  closed: readonly string[],
  drawn: RowWindow,
): { readonly before: number; readonly groups: readonly DrawnGroup[]; readonly behind: number } {
  const shown: DrawnGroup[] = [];
  let before = 0;
  let behind = 0;
  let at = 0;
  for (const { key, servers } of groups) {
    const open = !closed.includes(key);
    const lines = 1 + (open ? servers : 0);
    if (at + lines <= drawn.first) before += lines;
    else if (at >= drawn.end) behind += lines;
    else {
      const [first, end] = open
        ? [Math.max(0, drawn.first - at - 1), Math.max(0, Math.min(servers, drawn.end - at - 1))]
        : [0, 0];
      shown.push({ key, servers, at, first, end, open });
    }
    at += lines;
  }
  return { before, groups: shown, behind };
}
