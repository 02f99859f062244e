/** What the addresses of the sign-in site say. */
import { to } from '../../domain/routes/routes.ts';
import { linkParameter } from '../parts/addresses/link-parameter.ts';
import { addressOf, flag, text } from '../parts/addresses/parameters.ts';

export const SIGN_IN = addressOf({ next: text('next'), expired: flag('expired') });

/**
 * Where the person goes after signing in: the path that `next` names, if it is one of this portal.
 * Anything that could lead elsewhere (another origin, `//host`, a scheme) leads to the dashboard.
 */
export function nextPath(search: string, origin: string): string {
  const wanted = SIGN_IN.read(search).next;
  const fallback = to.dashboard();
  if (!wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return fallback;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || /^\/(auth|logout)(\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Leaves the sign-in site: signed in, to where the person wanted to go, or to what their link brings. */
export function goOn(): void {
  const invitation = linkParameter('invitation');
  if (invitation === '') location.replace(nextPath(location.search, location.origin));
  else location.replace(`${to.people()}#invitation=${invitation}`);
}
