import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames, readCookie, type CookieNames } from '../identity/cookies.ts';
import {
  extendSession,
  findSession,
  isInSetup,
  type CurrentSession,
} from '../identity/sessions.ts';
import { newToken } from '../store/ids.ts';
import type { Client } from '../calls/handler.ts';
import { findDisplay, type CurrentDisplay } from '../identity/display-tokens.ts';
import type { HostDeps } from '../calls/deps.ts';
import { isLocal } from './origin.ts';

/** As long as browsers keep a cookie at most; each visit of a display begins it again. */
const DISPLAY_COOKIE_SECONDS = 400 * 86_400;

/** A request with the session that its cookie names; the cookies of the answer are set through it. */
export interface Visit {
  readonly session: CurrentSession | null;
  /** The paired screen behind the request, where the call is for one: it has no session then. */
  readonly display: CurrentDisplay | null;
  readonly client: Client;
}

/** Finds the paired screen of a request; a session that its browser may have too is not looked at. */
export async function beginDisplayVisit(
  deps: HostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const names = cookieNames(deps.settings);
  const token = readCookie(request.headers.cookie, names.display);
  const display = token === null ? null : await findDisplay(deps.db, token);
  if (display !== null && token !== null) {
    reply.setCookie(names.display, token, { ...names.options, maxAge: DISPLAY_COOKIE_SECONDS });
  }
  return { session: null, display, client: clientOf(deps, request, reply, names, null) };
}

/** Finds the session of a request, and moves its end on. */
export async function beginVisit(
  deps: HostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const names = cookieNames(deps.settings);
  const token = readCookie(request.headers.cookie, names.session);
  const found =
    token === null
      ? null
      : await findSession(deps.db, token, deps.settings.sessionDays, deps.clock());
  const session = found === null ? null : await kept(deps, found, token ?? '', names, reply);
  return { session, display: null, client: clientOf(deps, request, reply, names, session) };
}

async function kept(
  deps: HostDeps,
  session: CurrentSession,
  token: string,
  names: CookieNames,
  reply: FastifyReply,
): Promise<CurrentSession> {
  const end = await extendSession(deps.db, session, deps.settings.sessionDays, deps.clock());
  if (end === null) return session;
  reply.setCookie(names.session, token, { ...names.options, expires: new Date(end) });
  return { ...session, expiresAt: end };
}

function clientOf(
  deps: HostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  names: CookieNames,
  session: CurrentSession | null,
): Client {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    local: isLocal({ headers: request.headers, peer: request.socket.remoteAddress }),
    inSetup: async () => {
      const token = readCookie(request.headers.cookie, names.session);
      return session === null && token !== null && isInSetup(deps.db, token, deps.clock());
    },
    binding: () => {
      if (session !== null) return `session ${session.id}`;
      const visitor = readCookie(request.headers.cookie, names.visitor);
      if (visitor !== null && visitor.length >= 32) return `visitor ${visitor}`;
      const fresh = newToken();
      reply.setCookie(names.visitor, fresh, names.options);
      return `visitor ${fresh}`;
    },
    enter: ({ token, expiresAt }) => {
      reply.setCookie(names.session, token, { ...names.options, expires: new Date(expiresAt) });
      reply.clearCookie(names.visitor, names.options);
    },
    enterDisplay: (token) => {
      reply.setCookie(names.display, token, { ...names.options, maxAge: DISPLAY_COOKIE_SECONDS });
    },
    leave: () => {
      reply.clearCookie(names.session, names.options);
    },
  };
}
