import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { HOST_RESOURCE, may } from '../access/grants.ts';
import { sameSecret } from '../store/secrets/secrets.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';

/**
 * `/metrics` in Prometheus's form, for the operator alone: whoever shows `MUSTER_METRICS_TOKEN` as a bearer
 * token, a session with `host.operate`, or, where no token is set, anything on this machine that comes by
 * loopback and through no proxy.
 */
export function registerMetrics(app: FastifyInstance, deps: HostDeps): void {
  const durations = new Histogram({
    name: 'muster_http_request_seconds',
    help: 'Seconds from request to answer, by call and status.',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [deps.metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call === undefined) return;
    durations.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { session: true } },
    async (request, reply) => {
      if (!(await isOperator(deps, request))) {
        throw new HostError(
          'permission-denied',
          'Only the operator may read metrics. See MUSTER_METRICS_TOKEN.',
        );
      }
      reply.header('content-type', deps.metrics.contentType).header('cache-control', 'no-store');
      return deps.metrics.metrics();
    },
  );
}

/** Whether a request may see what is for the operator alone. */
export async function isOperator(deps: HostDeps, request: FastifyRequest): Promise<boolean> {
  const { session, client } = request.visit;
  const { metricsToken } = deps.settings;
  const [scheme, shown] = (request.headers.authorization ?? '').split(' ');
  if (metricsToken === undefined && client.local) return true;
  if (metricsToken !== undefined && scheme?.toLowerCase() === 'bearer' && shown !== undefined) {
    return sameSecret(
      deps.secrets.mac('metrics', shown),
      deps.secrets.mac('metrics', metricsToken),
    );
  }
  return (
    session !== null && (await may(deps.db, session.account.id, 'host.operate', HOST_RESOURCE))
  );
}
