import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import { POPULATION_SPAN } from '../../protocol/servers/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';
import { readPopulation } from './population-history.ts';

/** `GET server/:id/population`: the chart of one span. */
export function registerServerPopulation(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.serverPopulation,
  )(async ({ params, query, db, now }) => {
    const { span } = query;
    const points = await readPopulation(db, params.server_id, span, now);
    return { span, step: POPULATION_SPAN[span].step, points: [...points] };
  });
}
