import type { IncomingHttpHeaders } from 'node:http';
import type { HostDeps } from '../http/deps.ts';
import type { SocketSession } from '../realtime/sockets.ts';
import { cookieNames, readCookie } from '../session/cookies.ts';
import { DISPLAY_CHECK_MS, findDisplay } from './display-tokens.ts';

/** The display that the cookie of an upgrade names. */
export async function authenticateDisplay(
  deps: Pick<HostDeps, 'db' | 'clock' | 'settings'>,
  headers: IncomingHttpHeaders,
): Promise<SocketSession | null> {
  const token = readCookie(headers.cookie, cookieNames(deps.settings).display);
  const display = token === null ? null : await findDisplay(deps.db, token);
  if (display === null) return null;
  const { id, name, owner } = display;
  return {
    id,
    accountId: id,
    displayName: name,
    display: { owner },
    expiresAt: deps.clock() + DISPLAY_CHECK_MS,
  };
}
