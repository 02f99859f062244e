import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { Readiness } from '../link/link.ts';
import { hasCode, type RestClient } from './rest.ts';

/** First check after 60 s, then every 60 s. First specification, section 4. */
export const EXPIRY_CHECK_MS = 60_000;

export interface SessionDeps {
  readonly environment: Environment;
  readonly engine: Engine;
  readonly rest: RestClient;
  /** Whether this worker has heard from the host itself who this is; a stored account is not enough. */
  readonly confirmed: (musterId: string) => boolean;
  /** The host said who is signed in: its rows are kept from now on. */
  readonly identified: (musterId: string) => Promise<void>;
  /** A sign-out that the host has not heard of yet. */
  readonly pendingSignOut: () => Promise<boolean>;
}

/**
 * Whether the host can be reached, and who is signed in: asked before every connection, so that a
 * socket is opened only where it will be let in.
 */
export async function prepareSession(deps: SessionDeps): Promise<Readiness> {
  const { rest, engine, environment } = deps;
  if (await deps.pendingSignOut()) {
    const gone = await rest.call('logout', { body: {} });
    if (!gone.ok && gone.error.kind !== 'problem') return { kind: 'unreachable' };
    return { kind: 'signed-out', reason: 'signed-out' };
  }
  const status = await rest.call('status');
  if (!status.ok) {
    return status.error.kind === 'problem'
      ? { kind: 'refused', status: status.error.problem.status }
      : { kind: 'unreachable' };
  }
  const { user } = status.value;
  const known = engine.rows.account.get('me');
  if (!user.logged || !user.authenticated || user.muster_id === null) {
    return { kind: 'signed-out', reason: known === undefined ? 'none' : 'expired' };
  }
  if (known !== undefined && deps.confirmed(user.muster_id)) return { kind: 'ready' };
  const session = await rest.call('session');
  if (!session.ok) {
    if (hasCode(session, 'not-signed-in')) return { kind: 'signed-out', reason: 'expired' };
    return session.error.kind === 'problem'
      ? { kind: 'refused', status: session.error.problem.status }
      : { kind: 'unreachable' };
  }
  const at = environment.clock.now();
  if (known !== undefined && known.muster_id !== session.value.muster_id) {
    engine.dispatch({ source: 'link', event: 'emptied', at, data: {} });
  }
  await deps.identified(session.value.muster_id);
  engine.dispatch({ source: 'rest', event: 'session', at, data: session.value });
  return { kind: 'ready' };
}

/** Ends the session here when its time has passed. */
export function watchExpiry(environment: Environment, engine: Engine, expired: () => void): void {
  const check = () => {
    const account = engine.rows.account.get('me');
    if (account !== undefined && account.expires_at <= environment.clock.now()) expired();
    environment.clock.after(EXPIRY_CHECK_MS, check);
  };
  environment.clock.after(EXPIRY_CHECK_MS, check);
}
