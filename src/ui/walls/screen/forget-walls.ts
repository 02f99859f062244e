import type { World } from '../../../worker/contract.ts';

const PREFIX = 'muster-wall:';

/** The key of everything that is kept for an account's walls, or for the display that this browser is. */
export function keptWalls(world: World): string {
  return `${PREFIX}${world}:`;
}

/** The account signs out, or the display was revoked: no wall of theirs stays. */
export function forgetWalls(world: World): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(keptWalls(world))) localStorage.removeItem(key);
  }
}
