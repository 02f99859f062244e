/** Which bans apply to somebody, of those that were found by their keys. */
import type { BanRow } from './row.ts';
import { keysOfPerson, kindOfKey, type KeyKind, type Person } from './keys.ts';

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
  /** Everybody may read its bans. */
  readonly public: boolean;
  /** The list that the server obeys, which follows this one; null: it obeys this one itself. */
  readonly through: { readonly id: string; readonly identifier: string } | null;
  readonly bans: readonly Ban[];
}

/** A ban that applies, and its list. */
export interface Applies {
  readonly ban: Ban;
  readonly list: Omit<ObeyedList, 'bans'>;
  /** What it and they have in common. */
  readonly by: readonly KeyKind[];
}

/** The ban that keeps somebody out at a moment, of several the one that is told; null where none does. */
export function banThatApplies(
  person: Person,
  lists: readonly ObeyedList[],
  now: number,
): Applies | null {
  const keys = new Set(keysOfPerson(person));
  const found = lists.flatMap(({ bans, ...list }) =>
    bans.flatMap((ban) => {
      const shared = inForce(ban, now) ? ban.keys.filter((key) => keys.has(key)) : [];
      return shared.length === 0 ? [] : [{ ban, list, by: [...new Set(shared.map(kindOfKey))] }];
    }),
  );
  return found.toSorted(byWeight)[0] ?? null;
}

/** Whether a ban keeps anybody out at a moment. */
export function inForce({ status, until }: Pick<Ban, 'status' | 'until'>, now: number): boolean {
  return status === 'ACTIVE' && (until === null || until > now);
}

/** Of several the one that lasts longest is told, then that of the primary list, then the oldest. */
function byWeight(a: Applies, b: Applies): number {
  const [endA, endB] = [a.ban.until ?? Infinity, b.ban.until ?? Infinity];
  if (endA !== endB) return endA > endB ? -1 : 1;
  if (a.list.primary !== b.list.primary) return a.list.primary ? -1 : 1;
  if (a.ban.created_at !== b.ban.created_at) return a.ban.created_at - b.ban.created_at;
  return a.ban.id < b.ban.id ? -1 : 1;
}
