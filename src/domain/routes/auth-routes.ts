/** The pages of the sign-in site, which stands beside the portal. */
export const AUTH_ROUTES = {
  signIn: '/auth',
  signUp: '/auth/sign-up',
  forgot: '/auth/forgot',
  reset: '/auth/reset',
  verify: '/auth/verify',
  setUp: '/auth/set-up',
} as const;

export type AuthPageName = keyof typeof AUTH_ROUTES | 'found';

const KNOWN = Object.entries(AUTH_ROUTES) as readonly (readonly [AuthPageName, string])[];

/** Which page an address means; before the founding account there is only one. */
export function authPageOf(path: string, founding: boolean): AuthPageName {
  if (founding) return 'found';
  const wanted = path.replace(/\/$/, '');
  return KNOWN.find(([, known]) => known === wanted)?.[0] ?? 'signIn';
}
