import type { IncomingHttpHeaders } from 'node:http';
import type { HostDeps } from '../http/deps.ts';
import { cookieNames, readCookie } from './cookies.ts';
import { findSession, type CurrentSession } from './sessions.ts';

/** The session that a request's cookie names: for what is no call, such as the upgrade of a websocket. */
export async function authenticate(
  deps: Pick<HostDeps, 'db' | 'clock' | 'settings'>,
  headers: IncomingHttpHeaders,
): Promise<CurrentSession | null> {
  const token = readCookie(headers.cookie, cookieNames(deps.settings).session);
  return token === null
    ? null
    : findSession(deps.db, token, deps.settings.sessionDays, deps.clock());
}
