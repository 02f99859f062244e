/**
 * Who is let in: the one decision. `docs/decisions/decision-order.md` is its table. The host hands in what it knows, finds
 * bans by their keys, and does what comes of it.
 */
import type { BanRow } from './row.ts';
import { keysOfPerson, type Person } from './keys.ts';

/** Raised with every change of what is decided: it is kept beside each reason. */
export const DECISION_VERSION = 1;

/** What a ban says of itself here. */
export type Ban = Pick<BanRow, 'id' | 'status' | 'until' | 'reason' | 'created_at'> & {
  /** As `keysOfBanned` makes them. */
  readonly keys: readonly string[];
};

/** A list that a server obeys, with those of its bans that may apply. */
export interface ObeyedList {
  readonly id: string;
  readonly identifier: string;
  readonly primary: boolean;
  /** The list that the server obeys, which follows this one; null: it obeys this one itself. */
  readonly through: { readonly id: string; readonly identifier: string } | null;
  readonly bans: readonly Ban[];
}

/** Why somebody is kept out: the rule, and the entry of which list it found. */
export interface Because {
  readonly rule: 'ban' | 'temporary-ban';
  readonly version: number;
  readonly ban: Ban;
  readonly list: Omit<ObeyedList, 'bans'>;
}

export type Decision =
  | { readonly verdict: 'let-in' }
  | { readonly verdict: 'kick'; readonly because: Because };

/** What becomes of somebody who is on a server, or about to be, at a moment. */
export function decide(person: Person, lists: readonly ObeyedList[], now: number): Decision {
  const keys = new Set(keysOfPerson(person));
  const found = lists.flatMap(({ bans, ...list }) =>
    bans
      .filter((ban) => inForce(ban, now) && ban.keys.some((key) => keys.has(key)))
      .map((ban) => ({ ban, list })),
  );
  const [first] = found.toSorted(byWeight);
  if (first === undefined) return { verdict: 'let-in' };
  const rule = first.ban.until === null ? 'ban' : 'temporary-ban';
  return { verdict: 'kick', because: { rule, version: DECISION_VERSION, ...first } };
}

/** Whether a ban keeps anybody out at a moment. */
export function inForce({ status, until }: Pick<Ban, 'status' | 'until'>, now: number): boolean {
  return status === 'ACTIVE' && (until === null || until > now);
}

type Found = Pick<Because, 'ban' | 'list'>;

/** Of several the one that lasts longest is told, then that of the primary list, then the oldest. */
function byWeight(a: Found, b: Found): number {
  const [endA, endB] = [a.ban.until ?? Infinity, b.ban.until ?? Infinity];
  if (endA !== endB) return endA > endB ? -1 : 1;
  if (a.list.primary !== b.list.primary) return a.list.primary ? -1 : 1;
  if (a.ban.created_at !== b.ban.created_at) return a.ban.created_at - b.ban.created_at;
  return a.ban.id < b.ban.id ? -1 : 1;
}

/** What somebody who is kicked by a ban reads: games show ASCII of some 60 characters for sure. */
export function kickText({ ban: { reason, until } }: Pick<Because, 'ban'>): string {
  if (until === null) return `Banned: ${reason}`;
  return `Banned until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC: ${reason}`;
}
