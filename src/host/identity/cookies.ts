import { fastifyCookie, type CookieSerializeOptions } from '@fastify/cookie';
import type { Settings } from '../settings.ts';

type CookieSettings = Pick<Settings, 'origin' | 'apiOrigin' | 'demo'>;

/** The cookies of the API host, and how they are set. */
export interface CookieNames {
  /** The session's token. */
  readonly session: string;
  /** Random, of a browser that is not signed in: what its `acsrf_token` is bound to. */
  readonly visitor: string;
  /** The token of a paired screen. */
  readonly display: string;
  readonly options: CookieSerializeOptions;
}

/**
 * The cookies' names and attributes: HttpOnly, SameSite=Lax, for this host alone. Where the public address
 * is https they are Secure and carry the `__Host-` prefix, so that no other name of the domain sets them.
 * A demo has names of its own: ports do not keep cookies apart.
 */
export function cookieNames(settings: CookieSettings): CookieNames {
  const secure = (settings.apiOrigin ?? settings.origin)?.startsWith('https:') ?? false;
  const name = `${secure ? '__Host-' : ''}${settings.demo === null ? 'muster' : 'muster_demo'}`;
  return {
    session: `${name}_session`,
    visitor: `${name}_visitor`,
    display: `${name}_display`,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

/** The value of a cookie in a raw `Cookie` header: also for the upgrade of a websocket. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  return fastifyCookie.parse(header)[name] ?? null;
}
