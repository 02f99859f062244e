import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from '../calls/deps.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * The headers of every answer: nothing is loaded from elsewhere, no inline script or style, no eval, no
 * frame. Trusted Types are enforced; the one policy is the portal's `default`, which lets it start its
 * workers from this origin.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  settings: Pick<HttpSettings, 'origin' | 'apiOrigin'>,
): Promise<void> {
  const https = settings.origin?.startsWith('https:') ?? false;
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...apiSources(settings.apiOrigin)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: {
      policy: settings.apiOrigin === undefined ? 'same-origin' : 'same-site',
    },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
  });
}

/** The API's own origin, for requests and for the websocket. */
function apiSources(apiOrigin: string | undefined): readonly string[] {
  return apiOrigin === undefined ? [] : [apiOrigin, apiOrigin.replace(/^http/, 'ws')];
}
