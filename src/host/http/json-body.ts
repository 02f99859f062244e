import type { FastifyInstance } from 'fastify';
import { beyondBounds } from '../../protocol/json-bounds.ts';
import { invalidRequest } from '../calls/invalid-request.ts';
import { MAX_DEPTH, MAX_VALUES } from '../calls/value-bounds.ts';

/** The largest body of a call, a wall, has a few hundred fields and the ids of 20,000 servers. */
export const BODY_BOUNDS = { depth: MAX_DEPTH, fields: 20_000, commas: MAX_VALUES } as const;

/** Reads bodies of JSON; what is nested too deep or holds too much is refused before it is parsed. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const beyond = beyondBounds(body, BODY_BOUNDS);
      if (beyond === null) void parse(request, body, done);
      else done(invalidRequest([['', beyond]], 'body'), undefined);
    },
  );
}
