/** The decision about everybody on a server: where places are kept free, what becomes of one depends on the others. */
import { decide, type Decision } from './decide.ts';
import { openPlaces } from './reserved-slots.ts';
import type { Door, Visitor } from './rule.ts';

/** Somebody who is asked about together with everybody else who is on. */
export interface Guest extends Omit<Visitor, 'place'> {
  /** Of their stay. */
  readonly id: string;
  readonly joinedAt: number;
  /** Whoever left with their last word takes no place. */
  readonly here: boolean;
  /** They hold a reserved slot. */
  readonly reserved: boolean;
}

/**
 * What becomes of each, in their order. `slots`: how many the game has room for; null where it does not say, or where nobody knows
 * who is on: nobody is asked to leave for a reserved slot then. Otherwise the guests are all who are on.
 */
export function decideAll(
  guests: readonly Guest[],
  door: Door,
  slots: number | null,
  now: number,
): readonly Decision[] {
  return placeAll(guests, door, slots, now).map((visitor) => decide(visitor, door, now));
}

/**
 * Each with their place. Whoever leaves for another reason takes none, and neither does anybody of whom it is not known who they
 * are: they may hold a reserved slot.
 */
export function placeAll<G extends Guest>(
  guests: readonly G[],
  door: Door,
  slots: number | null,
  now: number,
): readonly (G & Visitor)[] {
  const alone = guests.map((guest) => ({ ...guest, place: null }));
  const { active, amount } = door.modules.reserved_slots;
  if (!active || slots === null) return alone;
  const staying = alone.filter(
    (guest) =>
      guest.known && guest.here && ['let-in', 'warn'].includes(decide(guest, door, now).verdict),
  );
  const others = staying.filter(({ reserved }) => !reserved);
  const open = openPlaces(slots, amount, staying.length - others.length);
  const ahead = new Map(others.toSorted(byJoin).map(({ id }, before) => [id, before]));
  return alone.map((guest) => {
    const before = ahead.get(guest.id);
    return before === undefined ? guest : { ...guest, place: { ahead: before, open } };
  });
}

function byJoin(a: Guest, b: Guest): number {
  if (a.joinedAt !== b.joinedAt) return a.joinedAt - b.joinedAt;
  return a.id < b.id ? -1 : 1;
}
