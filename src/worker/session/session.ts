import { isDecided } from '../../protocol/is-decided.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { Readiness } from '../link/link.ts';
import type { Outcome } from '../contract.ts';
import { hasCode, type RestClient } from './rest.ts';

/** First check after 60 s, then every 60 s. First specification, section 4. */
export const EXPIRY_CHECK_MS = 60_000;

export interface SessionDeps {
  readonly environment: Environment;
  readonly engine: Engine;
  readonly rest: RestClient;
  /** Whether this worker has heard from the host itself who this is; a stored account is not enough. */
  readonly confirmed: (musterId: string) => boolean;
  /** Whether there is still a connection to prepare: there is none once somebody signs out. */
  readonly wanted: () => boolean;
  /** The host said who is signed in: its rows are kept from now on. */
  readonly identified: (musterId: string) => Promise<void>;
  /** Tells the host of a sign-out that it has not heard of yet; false where it can't be told. */
  readonly tellSignOut: () => Promise<boolean>;
}

/**
 * Whether the host can be reached, and who is signed in: asked before every connection, so that a
 * socket is opened only where it will be let in.
 */
export async function prepareSession(deps: SessionDeps): Promise<Readiness> {
  const { rest, engine, environment } = deps;
  if (!(await deps.tellSignOut())) return { kind: 'unreachable' };
  const status = await rest.call('status');
  if (!status.ok) return failed(environment, 'status', status);
  const { user, session: current } = status.value;
  const known = engine.rows.account.get('me');
  if (!user.logged || !user.authenticated || user.muster_id === null) {
    return { kind: 'signed-out', reason: known === undefined ? 'none' : 'expired' };
  }
  const fresh = known?.expires_at === current.expires_at;
  if (fresh && deps.confirmed(user.muster_id)) return { kind: 'ready' };
  const session = await rest.account();
  if (!session.ok) {
    if (hasCode(session, 'not-signed-in')) return { kind: 'signed-out', reason: 'expired' };
    return failed(environment, 'session', session);
  }
  if (!deps.wanted()) return { kind: 'unreachable' };
  const at = environment.clock.now();
  if (known !== undefined && known.muster_id !== session.value.muster_id) {
    engine.dispatch({ source: 'link', event: 'emptied', at, data: {} });
  }
  await deps.identified(session.value.muster_id);
  if (!deps.wanted()) return { kind: 'unreachable' };
  engine.dispatch({ source: 'rest', event: 'session', at, data: session.value });
  await rest.fetchToken();
  return { kind: 'ready' };
}

type Asking = Pick<SessionDeps, 'environment' | 'engine' | 'rest'>;

/** Asks until when the session lasts; false where the host does not say. */
async function askAgain({ environment, engine, rest }: Asking): Promise<boolean> {
  const session = await rest.account();
  if (!session.ok) return false;
  // In the meantime it may have ended here, or be another one's.
  if (session.value.muster_id === engine.rows.account.get('me')?.muster_id) {
    const at = environment.clock.now();
    engine.dispatch({ source: 'rest', event: 'session', at, data: session.value });
  }
  return true;
}

/**
 * Ends the session here when its time has passed: unless the host, which moves the end on while a
 * session is used, says that it has not.
 */
export function watchExpiry(deps: Asking, expired: () => void): void {
  const { engine } = deps;
  const { clock } = deps.environment;
  const due = () => {
    const account = engine.rows.account.get('me');
    return account !== undefined && account.expires_at <= clock.now();
  };
  const check = async () => {
    if (due()) {
      await askAgain(deps);
      if (due()) expired();
    }
    next();
  };
  const next = () => {
    clock.after(EXPIRY_CHECK_MS, () => void check());
  };
  next();
}

/** The host moves a session's end on once a day where it is used; a socket alone is no use. */
export const RENEW_EVERY_MS = 12 * 3_600_000;

/** Uses the session for whoever watches without ever calling, or a wall would be signed out one day. */
export class SessionUse {
  readonly #deps: Asking;
  #renewedAt: number;
  #asking = false;

  constructor(deps: Asking) {
    this.#deps = deps;
    this.#renewedAt = deps.environment.clock.elapsed();
  }

  /** Somebody watches now. */
  used(): void {
    const { clock } = this.#deps.environment;
    if (this.#asking || clock.elapsed() - this.#renewedAt < RENEW_EVERY_MS) return;
    this.#asking = true;
    void this.#renew().finally(() => {
      this.#asking = false;
    });
  }

  async #renew(): Promise<void> {
    const said = await askAgain(this.#deps);
    // What could not be asked now is asked again in an hour.
    const now = this.#deps.environment.clock.elapsed();
    this.#renewedAt = said ? now : now - RENEW_EVERY_MS + 3_600_000;
  }
}

/** A host that fails is as good as none; one that refuses is said with its status. */
function failed(
  { log }: Environment,
  name: string,
  outcome: Extract<Outcome<unknown>, { ok: false }>,
): Readiness {
  if (outcome.error.kind !== 'problem') return { kind: 'unreachable' };
  const { status } = outcome.error.problem;
  log(`The host answered ${status} to ${name}.`, outcome.error.problem.detail);
  return isDecided(status) ? { kind: 'refused', status } : { kind: 'unreachable' };
}
