/**
 * Where the person goes after signing in: the path that `next` names, if it is one of this portal.
 * Anything that could lead elsewhere (another origin, `//host`, a scheme) leads to the dashboard.
 */
export function nextPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? '';
  const fallback = '/dashboard';
  if (!wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return fallback;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || /^\/(auth|logout)(\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Leaves the sign-in site: signed in, to where the person wanted to go. */
export function goTo(): void {
  location.replace(nextPath(location.search, location.origin));
}
