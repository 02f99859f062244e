import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { DOCS_PAGE, DOCS_SCRIPT } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';

/** `/openapi.json`, made of the routes' own schemas, and `/docs`, a page to read it. */
export async function registerOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Muster',
        version: String(PROTOCOL_VERSION),
        description:
          'The API of a Muster host. Every mutating body carries the acsrf_token of @me/acsrf-token; every error is an RFC 9457 problem document with a stable code.',
      },
    },
    transform: jsonSchemaTransform,
  });
  const hidden = { schema: { hide: true } };
  app.get('/openapi.json', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  const files = {
    '/docs': ['text/html', DOCS_PAGE],
    '/docs.js': ['text/javascript', DOCS_SCRIPT],
    '/docs.css': ['text/css', DOCS_STYLE],
  } as const;
  for (const [path, [type, text]] of Object.entries(files)) {
    app.get(path, hidden, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    );
  }
}
