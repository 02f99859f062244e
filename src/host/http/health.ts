import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { readStandings } from '../reactors/cursors.ts';
import { isOperator } from './metrics.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it also has its database; the operator is told how many positions of
 * the log each reactor has not come to yet.
 */
export function registerHealth(app: FastifyInstance, deps: HostDeps): void {
  const options = { schema: { hide: true } };
  app.get('/healthz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', { ...options, config: { session: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(deps.db);
      if (!(await isOperator(deps, request))) return { status: 'ready' };
      const standings = await readStandings(deps.db);
      const behind: Record<string, number> = {};
      for (const standing of standings) behind[standing.reactor] = standing.behind;
      return { status: 'ready', behind };
    } catch (error) {
      throw new HostError(
        'service-unavailable',
        'The database cannot be reached. Try again in a minute.',
        {
          cause: error,
        },
      );
    }
  });
}
