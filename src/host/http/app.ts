import { fastifyCookie } from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newId } from '../store/ids.ts';
import { USUAL_BYTES } from './body-limit.ts';
import { allowPortal } from './cors.ts';
import type { HostDeps } from '../calls/deps.ts';
import { registerFederation } from './federation.ts';
import { registerHealth } from './health.ts';
import { HostError } from '../calls/host-error.ts';
import { readJsonBodies } from './json-body.ts';
import { drainOnClose } from './drain-connections.ts';
import { registerMetrics } from './metrics.ts';
import { registerOpenapi } from './openapi.ts';
import { registerPortal } from './portal.ts';
import { answerErrors, answerNotFound, sendProblem } from './problems.ts';
import { checkOrigin } from './route.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { trustOf } from './trusted-proxies.ts';
import { beginDisplayVisit, beginVisit, type Visit } from './visit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session behind the request, where the route looks at it: files and pages need no database. */
    visit: Visit;
    /** Through what the account may make the call, as the audit tells it. */
    through: string | null;
  }
  interface FastifyContextConfig {
    /** The name of the call that the route was made of. */
    call?: string;
    /** The call is for paired screens. */
    display?: boolean;
    /** The route is none of a call, and looks at the session all the same. */
    session?: boolean;
  }
}

/** A request that is not read whole by then is somebody who holds the connection. */
const REQUEST_TIMEOUT_MS = 30_000;

export interface AppDeps extends HostDeps {
  readonly log: FastifyBaseLogger;
}

export interface AppOptions {
  /** The folder of the built portal; without one, there are only the calls. */
  readonly portalDir?: string;
}

/**
 * The HTTP side of the host, without the routes of the features: each `register<Feature>(app, deps)` adds
 * its own before `app.ready()`. Tests call it in memory by `app.inject`.
 */
export async function createApp(deps: AppDeps, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log,
    trustProxy: trustOf(deps.settings.trustProxy),
    bodyLimit: USUAL_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => newId(deps.clock()),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (_error, _request, reply) => {
      void sendProblem(reply, new HostError('invalid-request', 'The address is not a valid URL.'));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  drainOnClose(app);
  answerErrors(app);
  logAnswers(app);
  storeNothing(app);
  await registerSecurityHeaders(app, deps.settings);
  await app.register(fastifyCookie);
  allowPortal(app, deps.settings);
  app.decorateRequest('visit', null as unknown as Visit);
  app.decorateRequest('through', null);
  app.addHook('onRequest', async (request, reply) => {
    checkOrigin(deps, request);
    const { call, session, display } = request.routeOptions.config;
    if (call === undefined && session !== true) return;
    if (display === true) {
      request.visit = await beginDisplayVisit(deps, request, reply);
      return;
    }
    request.visit = await beginVisit(deps, request, reply);
  });
  await app.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1_000));
      return new HostError('rate-limited', `Too many requests. Try again in ${seconds} s.`, {
        retryAfter: seconds,
      });
    },
  });
  await registerOpenapi(app);
  registerFederation(app, deps);
  registerHealth(app, deps);
  registerMetrics(app, deps);
  if (options.portalDir === undefined) app.setNotFoundHandler((_, reply) => answerNotFound(reply));
  else await registerPortal(app, options.portalDir, deps.settings);
  return app;
}

/** What is answered is somebody's own: nothing keeps it, unless its route says otherwise. */
function storeNothing(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** One line for each answer, with the path alone: a query may carry what is nobody's business. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
