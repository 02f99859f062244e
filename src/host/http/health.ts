import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';

/** `/healthz`: the process answers. `/readyz`: it also has its database. */
export function registerHealth(app: FastifyInstance, deps: Pick<HostDeps, 'db'>): void {
  const options = { schema: { hide: true } };
  app.get('/healthz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(deps.db);
    } catch (error) {
      throw new HostError('service-unavailable', 'The database cannot be reached.', {
        cause: error,
      });
    }
    return { status: 'ready' };
  });
}
