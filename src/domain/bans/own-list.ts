/**
 * What Muster keeps in the list that a game keeps itself, for times when no host runs: those bans of the server's lists that
 * name somebody as the game knows them. What others wrote there is left alone.
 */
import type { GameBan } from './game-list.ts';

/** So many entries of one server are Muster's, of its newest bans. */
export const OWN_LIST_MOST = 500;

/** Ends that are no further apart are the same: BattlEye counts in minutes. */
const ALIKE = 120_000;

/** Hexadecimal characters of a mark. */
export const MARK_LENGTH = 8;
const MARKED = new RegExp(` \\[M:[0-9a-f]{${MARK_LENGTH}}\\]$`);

/** The reason as it is written there: the mark at its end says whose entry it is. */
export function markedReason(reason: string, mark: string): string {
  return `${reason} [M:${mark}]`;
}

export function hasMark(reason: string, mark: string): boolean {
  return reason.endsWith(markedReason('', mark));
}

/** Whether a Muster has written this, this one or another. */
export function isMarked(reason: string): boolean {
  return MARKED.test(reason);
}

/** What is to be there, of bans from the newest on: each identity once, for as long as the ban that lasts longest. */
export function wantedOf(bans: readonly GameBan[], now: number): readonly GameBan[] {
  const wanted = new Map<string, GameBan>();
  for (const ban of bans) {
    const known = wanted.get(ban.identity);
    if (isOver(ban, now) || (known === undefined && wanted.size === OWN_LIST_MOST)) continue;
    if (known === undefined || endOf(ban) > endOf(known)) wanted.set(ban.identity, ban);
  }
  return [...wanted.values()];
}

/** What changes of the game's list: `remove` first, since an entry whose end is another is written again. */
export interface OwnListPlan {
  readonly remove: readonly GameBan[];
  readonly add: readonly GameBan[];
}

export function planOwnList({
  wanted,
  held,
  once,
  isOurs,
  now,
}: {
  /** As `wantedOf` makes it. */
  readonly wanted: readonly GameBan[];
  /** The game's whole list. */
  readonly held: readonly GameBan[];
  /** The game has nobody in it twice: where an entry is over and still there, no other can be made. */
  readonly once: boolean;
  readonly isOurs: (ban: GameBan) => boolean;
  readonly now: number;
}): OwnListPlan {
  const wantedBy = new Map(wanted.map((ban) => [ban.identity, ban]));
  const done = new Set<string>();
  const remove: GameBan[] = [];
  for (const ban of held) {
    const { identity } = ban;
    if (!isOurs(ban)) continue;
    const to = wantedBy.get(identity);
    if (to !== undefined && !done.has(identity) && !isOver(ban, now) && endAlike(ban, to)) {
      done.add(identity);
    } else remove.push(ban);
  }
  // Whom somebody else keeps out already is out.
  for (const ban of held) {
    if (!isOurs(ban) && (once || !isOver(ban, now))) done.add(ban.identity);
  }
  return { remove, add: wanted.filter(({ identity }) => !done.has(identity)) };
}

function isOver({ until }: GameBan, now: number): boolean {
  return until !== null && until <= now;
}

function endAlike(a: GameBan, b: GameBan): boolean {
  if (a.until === null || b.until === null) return a.until === b.until;
  return Math.abs(a.until - b.until) <= ALIKE;
}

function endOf({ until }: GameBan): number {
  return until ?? Infinity;
}
