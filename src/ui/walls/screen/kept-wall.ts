/**
 * The walls that this browser showed last, so that a screen that starts while the host is away knows
 * which of its rows to show. The rows themselves are the worker's to keep.
 */
import { wall as wallSchema, type Wall } from '../../../protocol/walls/fields.ts';
import { forgetWalls, keptWalls } from './forget-walls.ts';

/** Whose wall it is: one of an account's, or the one that a display shows. */
export type WallPlace =
  | { readonly world: 'account'; readonly musterId: string; readonly wallId: string }
  | { readonly world: 'display'; readonly displayId: string };

function keyOf(place: WallPlace): string {
  const own = place.world === 'account' ? `${place.musterId}:${place.wallId}` : place.displayId;
  return keptWalls(place.world) + own;
}

/** The wall as it was shown last; null where it never was, or is another version's. */
export function readKeptWall(place: WallPlace): Wall | null {
  const text = localStorage.getItem(keyOf(place));
  if (text === null) return null;
  try {
    return wallSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // What somebody else wrote there is no wall.
    return null;
  }
}

/** What is shown there from now on; null: no wall. */
export function keepWall(place: WallPlace, wall: Wall | null): void {
  const key = keyOf(place);
  if (wall === null) {
    localStorage.removeItem(key);
    return;
  }
  const text = JSON.stringify(wall);
  if (localStorage.getItem(key) === text) return;
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    // Full: walls that were shown before make room, and the next change tries again.
    forgetWalls(place.world);
    console.warn('The wall could not be kept.', error);
  }
}
