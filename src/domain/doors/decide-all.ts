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
 *
 * Whoever leaves for another reason takes no place, and neither does anybody of whom it is not known who they are: they may hold
 * a reserved slot.
 */
export function decideAll(
  guests: readonly Guest[],
  door: Door,
  slots: number | null,
  now: number,
): readonly Decision[] {
  const alone = guests.map((guest) => decide({ ...guest, place: null }, door, now));
  const { active, amount } = door.modules.reserved_slots;
  if (!active || slots === null) return alone;
  const staying = guests.filter(
    ({ known, here }, at) => known && here && ['let-in', 'warn'].includes(alone[at]?.verdict ?? ''),
  );
  const [holders, others] = [true, false].map((asked) =>
    staying.filter(({ reserved }) => reserved === asked),
  ) as [Guest[], Guest[]];
  const open = openPlaces(slots, amount, holders.length);
  const ahead = new Map(others.toSorted(byJoin).map(({ id }, before) => [id, before]));
  return guests.map((guest, at) => {
    const before = ahead.get(guest.id);
    if (before === undefined) return alone[at] as Decision;
    return decide({ ...guest, place: { ahead: before, open } }, door, now);
  });
}

function byJoin(a: Guest, b: Guest): number {
  if (a.joinedAt !== b.joinedAt) return a.joinedAt - b.joinedAt;
  return a.id < b.id ? -1 : 1;
}
