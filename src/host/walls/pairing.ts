/** What a screen without an account calls: a code to show, and whether it was typed. */
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { beginPairing, claim } from './pairings.ts';

export const pairingStart: Handler<'pairingStart'> = async (
  _input,
  { db, client, now, secrets },
) => {
  const { code, secret, expiresAt } = await beginPairing(db, secrets, client.userAgent, now);
  return { code, secret, expires_at: expiresAt };
};

export const pairingClaim: Handler<'pairingClaim'> = async ({ body }, { db, client, now }) => {
  const claimed = await claim(db, body.secret, now);
  if (claimed.kind === 'expired')
    throw new HostError('pairing-expired', 'The code has expired. Ask for a new one.');
  if (claimed.kind === 'waiting') return { state: 'waiting' };
  client.enterDisplay(claimed.token);
  return { state: 'paired' };
};
