import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from '../calls/deps.ts';

const API = '/app/v1/';
const PREFLIGHT_SECONDS = 600;

/**
 * Where portal and API have two origins (`MUSTER_ORIGIN`, `MUSTER_API_ORIGIN`), lets pages of the portal's
 * read what the API answers, cookies included. No other origin is told anything.
 */
export function allowPortal(
  app: FastifyInstance,
  settings: Pick<HttpSettings, 'origin' | 'apiOrigin'>,
): void {
  const { origin, apiOrigin } = settings;
  if (origin === undefined || apiOrigin === undefined || origin === apiOrigin) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(API)) return;
    reply.header('vary', 'Origin');
    if (request.headers.origin !== origin) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id');
  });
  app.options(`${API}*`, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'Content-Type')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .send(),
  );
}
