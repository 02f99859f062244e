import type { Change } from '../change/change.ts';

/**
 * Tells the account that its walls or displays changed, and each display that its wall did: what it may
 * hear changes with it.
 */
export function tellWalls(made: Change, owner: string, displays: readonly string[]): void {
  for (const id of [owner, ...displays]) made.tellAccount(id, 'walls');
  for (const display of displays) made.changeGrants(display);
}
