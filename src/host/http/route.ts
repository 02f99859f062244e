import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COMMON_ERRORS, fileBytes, type Call } from '../../protocol/call.ts';
import { CALLS, type CallName } from '../../protocol/calls.ts';
import { ERROR } from '../../protocol/errors.ts';
import { problem } from '../../protocol/problem.ts';
import { checkAccess, checkGate } from './access.ts';
import { bodyLimitOf } from './body-limit.ts';
import { acsrfTokenFits } from '../identity/acsrf.ts';
import { addressKey } from '../identity/address-key.ts';
import type { BytesHandler, Context, Download, Handlers } from '../calls/handler.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { refuseInvalid } from '../calls/invalid-request.ts';
import { checkValueBounds } from '../calls/value-bounds.ts';
import { auditRefused } from '../change/audit-refused.ts';
import { leadToUpgrade } from '../change/lead-to-upgrade.ts';
import { FILE_TYPE, sendFile } from './send-file.ts';
import { originAllowed } from './origin.ts';

/** How many times more of each call a demo takes. */
const DEMO_PATIENCE = 50;

/**
 * Makes a route of each call that has a handler here. In this order, each before the next: origin, session,
 * rate limit, access by the grants, shape of path, query and body, `acsrf_token`; then the handler, whose
 * answer is written by the call's schema, so that a field that is not in it never leaves the host.
 */
export function registerCalls<Deps extends HostDeps>(
  app: FastifyInstance,
  deps: Deps,
  handlers: Partial<Handlers<NoInfer<Deps>>>,
): void {
  for (const [name, handler] of Object.entries(handlers)) {
    const call: Call = CALLS[name as CallName];
    if (typeof handler === 'function') addRoute(app, deps, call, handler as AnyHandle<Deps>);
    else if ('download' in handler) {
      addRoute(app, deps, call, (input, context) => handler.download(input as never, context));
    } else void app.register(async (own) => addBytesRoute(own, deps, call, handler));
  }
}

/** The handler of any call: what its route gives it has been read by the call's own schemas. */
type AnyHandle<Deps extends HostDeps> = (
  input: unknown,
  context: Context<Deps>,
) => Promise<unknown>;

/** Within `app`, JSON is read by the handler's own parser. */
function addBytesRoute<Deps extends HostDeps>(
  app: FastifyInstance,
  deps: Deps,
  call: Call,
  handler: BytesHandler<CallName, Deps>,
): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, json: Buffer) => handler.parse(json),
  );
  addRoute(app, deps, { ...call, body: handler.body }, (input, context) =>
    handler.handle(input as Parameters<typeof handler.handle>[0], context),
  );
}

function addRoute<Deps extends HostDeps>(
  app: FastifyInstance,
  deps: Deps,
  call: Call,
  handle: AnyHandle<Deps>,
): void {
  const mutating = call.method === 'POST';
  app.route({
    method: call.method,
    url: call.path,
    ...(mutating ? { bodyLimit: bodyLimitOf(call) } : {}),
    schema: {
      operationId: call.name,
      summary: call.summary,
      description: describe(call),
      params: call.params,
      querystring: call.query,
      ...(mutating ? { body: call.body } : {}),
      response: { 200: answerOf(call), ...problems(call) },
    },
    config: {
      call: call.name,
      display: call.access === 'display',
      rateLimit: {
        max: mostCalls(deps, call),
        timeWindow: call.limit.seconds * 1_000,
        groupId: call.name,
        keyGenerator: (request) => limitKey(call, request),
      },
    },
    preParsing: async (request) => {
      const { access } = call;
      if (access === 'display') {
        if (request.visit.display !== null) return;
        throw new HostError('not-signed-in', 'This screen is not paired.');
      }
      const params = call.params.safeParse(request.params);
      if (access !== 'anyone' && request.visit.session === null) {
        throw new HostError('not-signed-in', 'Sign in first.');
      }
      if (!params.success) refuseInvalid(params.error, 'path');
      const named = params.data as Record<string, unknown>;
      request.through = await audited(deps, call, request, () =>
        checkAccess(deps.db, access, request.visit.session, named),
      );
      const { session } = request.visit;
      if (call.gate !== undefined && session !== null) await checkGate(deps, session.account.id);
    },
    preValidation: async (request) => {
      checkValueBounds(request.query, 'query');
      checkValueBounds(request.body, 'body');
    },
    preHandler: async (request) => {
      if (mutating) checkToken(deps, request);
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const context = contextOf(deps, request);
      const answer = await audited(deps, call, request, () =>
        withinPlan(context, () => handle({ params, query, body }, context)),
      );
      return isFile(call) ? sendFile(request, reply, answer as Download) : answer;
    },
  });
}

/** How a call is answered, for its route: a file by nothing that would write it anew. */
function answerOf(call: Call): object {
  if (!isFile(call)) return call.answer;
  return { description: 'The file.', content: { [FILE_TYPE]: { schema: call.answer } } };
}

function isFile(call: Call): boolean {
  return call.answer === fileBytes;
}

/** Does what a person asked; where their plan stops them, they are led to a higher one. */
async function withinPlan<T>(context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await leadToUpgrade(context, error);
    throw error;
  }
}

/** Does what a person asked; where they may not change what it is about, its audit says that they tried. */
async function audited<T>(
  deps: HostDeps,
  call: Call,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (call.method === 'POST') {
      await auditRefused(contextOf(deps, request), call.name, request.params as object, error);
    }
    throw error;
  }
}

/** In a demo many look over one another's shoulder from one address, and change roles as they like. */
function mostCalls(deps: HostDeps, { limit: { max } }: Call): number {
  return deps.settings.demo === null ? max : max * DEMO_PATIENCE;
}

/** Refuses a mutating request of a page that is not ours, before anything of it is read. */
export function checkOrigin(deps: HostDeps, request: FastifyRequest): void {
  if (request.method !== 'POST' || originAllowed(request.headers, deps.settings)) return;
  throw new HostError(
    'invalid-origin',
    `Pages of ${request.headers.origin ?? 'no origin'} may not change anything here: if this is the portal's address, set MUSTER_ORIGIN to it.`,
  );
}

function checkToken(deps: HostDeps, request: FastifyRequest): void {
  const { acsrf_token: token } = request.body as { acsrf_token: string };
  if (acsrfTokenFits(deps.secrets, token, request.visit.client.binding())) return;
  throw new HostError(
    'invalid-csrf-token',
    'The acsrf_token is not that of this browser. Ask for a new one.',
  );
}

function contextOf<Deps extends HostDeps>(deps: Deps, request: FastifyRequest): Context<Deps> {
  const { session, display, client } = request.visit;
  return {
    ...deps,
    session,
    through: request.through,
    get account() {
      if (session === null) throw new HostError('not-signed-in', 'Sign in first.');
      return session.account;
    },
    get display() {
      if (display === null) throw new HostError('not-signed-in', 'This screen is not paired.');
      return display;
    },
    now: deps.clock(),
    log: request.log,
    client,
  };
}

function limitKey(call: Call, request: FastifyRequest): string {
  const { display } = request.visit;
  if (display !== null) return `display ${display.id}`;
  const account = request.visit.session?.account.id;
  return call.limit.by === 'account' && account !== undefined
    ? `account ${account}`
    : `address ${addressKey(request.ip)}`;
}

function problems(call: Call): Record<number, { description: string; content: object }> {
  const byStatus: Record<number, { description: string; content: object }> = {};
  for (const code of [...COMMON_ERRORS, ...call.errors]) {
    const status = ERROR[code];
    const known = byStatus[status];
    byStatus[status] = {
      description: known === undefined ? code : `${known.description}, ${code}`,
      content: { 'application/problem+json': { schema: problem } },
    };
  }
  return byStatus;
}

function describe(call: Call): string {
  const { max, seconds, by } = call.limit;
  return `Access: ${call.access}. At most ${max} calls in ${seconds} seconds for one ${by}.`;
}
