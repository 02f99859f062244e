import { nextPath } from './next.ts';

/** Leaves the sign-in site: signed in, to where the person wanted to go. */
export function goTo(): void {
  location.replace(nextPath(location.search, location.origin));
}
