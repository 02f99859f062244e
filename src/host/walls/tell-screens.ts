import type { Change } from '../change/change.ts';

/** Tells each display that its wall is another: what it may hear changes with it. */
export function tellScreens(made: Change, displays: readonly string[]): void {
  for (const id of displays) {
    made.tellAccount(id, 'walls');
    made.changeGrants(id);
  }
}
