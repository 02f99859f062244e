/** Who an upgrade of a websocket comes from, by its cookies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import { cookieNames, readCookie } from './cookies.ts';
import { findDisplay, type CurrentDisplay } from './display-tokens.ts';
import { findSession, type CurrentSession } from './sessions.ts';

interface AuthenticateDeps {
  readonly db: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly settings: Pick<Settings, 'origin' | 'apiOrigin' | 'demo' | 'sessionDays'>;
}

/** The session that the cookie of an upgrade names. */
export async function authenticate(
  deps: AuthenticateDeps,
  headers: IncomingHttpHeaders,
): Promise<CurrentSession | null> {
  const token = readCookie(headers.cookie, cookieNames(deps.settings).session);
  return token === null
    ? null
    : findSession(deps.db, token, deps.settings.sessionDays, deps.clock());
}

/** The display that the cookie of an upgrade names. */
export async function authenticateDisplay(
  deps: Pick<AuthenticateDeps, 'db' | 'settings'>,
  headers: IncomingHttpHeaders,
): Promise<CurrentDisplay | null> {
  const token = readCookie(headers.cookie, cookieNames(deps.settings).display);
  return token === null ? null : findDisplay(deps.db, token);
}
