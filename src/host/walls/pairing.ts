import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { route } from '../http/route.ts';
import { beginPairing, claim } from './pairings.ts';

/** What a screen without an account calls: a code to show, and whether it was typed. */
export function registerPairing(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.pairingStart,
  )(async ({ db, client, now }) => {
    const { code, secret, expiresAt } = await beginPairing(db, deps.secrets, client.userAgent, now);
    return { code, secret, expires_at: expiresAt };
  });

  route(
    app,
    deps,
    CALLS.pairingClaim,
  )(async ({ db, body, client, now }) => {
    const claimed = await claim(db, body.secret, now);
    if (claimed.kind === 'expired') throw new HostError('pairing-expired', 'Ask for a new code.');
    if (claimed.kind === 'waiting') return { state: 'waiting' };
    client.enterDisplay(claimed.token);
    return { state: 'paired' };
  });
}
