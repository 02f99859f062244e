/** The routes by which other installations ask this one. They are none of the portal's: what they bring is signed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FEDERATION_LIMIT } from '../../protocol/federation/limits.ts';
import { FEDERATION_PATH, type FederationCall } from '../../protocol/federation/wire.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { serve } from '../federation/serve.ts';
import { addressKey } from '../identity/address-key.ts';
import { Semaphore } from '../semaphore.ts';

/** Of one address, of IPv6 of one network: a whole list comes in pages of some hundred. */
const LIMIT = {
  max: 1_200,
  timeWindow: 60_000,
  keyGenerator: ({ ip }: FastifyRequest) => addressKey(ip),
};

/** So many have a turn at once, and so many wait for theirs: the others ask again later. */
const AT_ONCE = 2;
const WAITING = 50;

export function registerFederation(app: FastifyInstance, deps: HostDeps): void {
  const turns = new Semaphore(AT_ONCE);
  let asked = 0;
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => body,
    );
    for (const [call, path] of Object.entries(FEDERATION_PATH)) {
      own.post<{ Body: string }>(
        path,
        {
          bodyLimit: FEDERATION_LIMIT.request,
          schema: { hide: true },
          config: { rateLimit: LIMIT },
        },
        async ({ headers, body }, reply) => {
          if (asked >= AT_ONCE + WAITING) {
            const text = 'Many other installations ask at this moment. Ask again later.';
            throw new HostError('service-unavailable', text);
          }
          asked += 1;
          const served = await turns
            .take(() => serve(deps, call as FederationCall, headers, body))
            .finally(() => (asked -= 1));
          return reply
            .code(served.status)
            .headers(served.headers)
            .type('application/json; charset=utf-8')
            .serializer((text: unknown) => String(text))
            .send(served.body);
        },
      );
    }
  });
}
