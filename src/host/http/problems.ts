import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseGone } from '../store/database.ts';
import { HostError, problemOf } from '../calls/host-error.ts';
import { invalidRequest } from '../calls/invalid-request.ts';

/** Makes every error of the app a problem document; what nobody expected is logged, and told to nobody. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { bodyLimit, config } = request.routeOptions;
    const { call } = config;
    const refusal = refusalOf(error, bodyLimit);
    if (error instanceof HostError && refusal.status >= 500) {
      // What a handler expected and says: a game server that does not answer is no fault of the host.
      request.log.warn({ call, code: error.kind, detail: error.message }, 'could not be done');
    } else if (refusal.status >= 500) {
      request.log.error({ err: error, call }, 'failed');
    }
    return sendProblem(reply, refusal);
  });
}

/** Answers a problem document where there is no route. */
export function answerNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, new HostError('not-found', 'There is nothing at this address.'));
}

/** Answers with the problem document of an error. */
export function sendProblem(reply: FastifyReply, error: HostError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply
    .code(error.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((text: unknown) => String(text))
    .send(JSON.stringify(problemOf(error)));
}

function refusalOf(error: unknown, bodyLimit: number | undefined): HostError {
  if (error instanceof HostError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidRequest(
      error.validation.map(({ instancePath, keyword }) => [
        instancePath.slice(1).replaceAll('/', '.'),
        keyword,
      ]),
      error.validationContext ?? 'request',
    );
  }
  if (isDatabaseGone(error)) {
    return new HostError(
      'service-unavailable',
      'The database cannot be reached. Try again in a minute.',
      {
        retryAfter: 5,
        cause: error,
      },
    );
  }
  const status = clientStatus(error);
  if (status === 413) {
    const most = bodyLimit === undefined ? 'fewer' : `at most ${bodyLimit}`;
    return new HostError('request-too-large', `The body has too many bytes: ${most} are taken.`, {
      cause: error,
    });
  }
  if (status !== null) {
    return new HostError('invalid-request', `The request cannot be read (${status}).`, {
      cause: error,
    });
  }
  return new HostError('internal-error', 'Something went wrong in Muster. Its log says what.', {
    cause: error,
  });
}

/** The status of an error that fastify blames on the client; null for all others. */
function clientStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? statusCode
    : null;
}
