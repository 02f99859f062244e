import type { SessionData } from '../../protocol/session/fields.ts';
import { firstValueFrom, map, race, timer } from 'rxjs';
import type { CallName } from '../../protocol/calls.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Problem } from '../../protocol/problem.ts';
import { SLOW_CALLS } from '../../protocol/slow-calls.ts';
import { clockScheduler } from '../clock-scheduler.ts';
import type { CallAnswer, CallInput, Outcome } from '../contract.ts';
import type { Environment, HostSide } from '../environment.ts';

/** Milliseconds until a call without an answer has failed, and one of the slow ones. */
const TIMEOUT_MS = 15_000;
const LONG_TIMEOUT_MS = 30_000;

/** So many different rows that cannot be read are counted. */
const UNREAD_MAX = 10_000;

/** The REST session that all tabs share: one token, one place that knows how calls are made. */
export class RestClient {
  readonly #environment: Environment;
  #token: Promise<string | null> | null = null;
  #knownToken: string | null = null;
  /** A call was refused since nobody is signed in any more. */
  onSignedOut: () => void = () => {};
  /** No call can be made, since what asks the host could not be loaded. */
  onUnable: () => void = () => {};
  /** Each row of an answer that could not be read, or not all of it, however often it was told. */
  readonly #unread = new Set<string>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * Makes one call. Never rejects. A refused `acsrf_token` is fetched again once. The answer is
   * validated: one that does not fit is an `internal-error`, but a row of a list costs no other.
   */
  async call<N extends CallName>(
    name: N,
    input: CallInput<N> = {},
  ): Promise<Outcome<CallAnswer<N>>> {
    const first = await this.#send(name, input);
    if (first.ok || !hasCode(first, 'invalid-csrf-token')) return first;
    this.forgetToken();
    return this.#send(name, input);
  }

  /**
   * The account of the session, with what it is bootstrapped with. A bootstrap that fails costs no more than what it alone
   * tells; one of another account does not, since nobody knows then whose this is.
   */
  async account(): Promise<Outcome<SessionData>> {
    const [session, bootstrap] = await Promise.all([this.call('session'), this.call('bootstrap')]);
    if (!session.ok || hasCode(bootstrap, 'not-signed-in')) return session;
    if (!bootstrap.ok) {
      this.#environment.log('The account could not be bootstrapped.', bootstrap.error);
      return session;
    }
    const { persona, progression, subscriber } = bootstrap.value;
    if (persona.muster_id !== session.value.muster_id) {
      this.#environment.log('Invalid account state: the bootstrap is of another account.');
      return { ok: false, error: { kind: 'unreachable' } };
    }
    return { ok: true, value: { ...session.value, subscription: subscriber, progression } };
  }

  /** How many rows of answers could not be read, or not all of them; counted up to ten thousand. */
  get unread(): number {
    return this.#unread.size;
  }

  /** The token of the session, where it was fetched already. */
  get token(): string | null {
    return this.#knownToken;
  }

  /** Fetches the token, so that it is there when the host can no longer be reached. */
  async fetchToken(): Promise<void> {
    await this.#acsrfToken();
  }

  /** Another session began: the token of the last one is void. */
  forgetToken(): void {
    this.#token = null;
    this.#knownToken = null;
  }

  /**
   * Ends the session that `token` belongs to; without one, whichever there is. A token of another
   * session ends nothing: that is `invalid-csrf-token`.
   */
  async logout(token: string | null): Promise<Outcome<unknown>> {
    return token === null
      ? this.call('logout', { body: {} })
      : this.#send('logout', { body: {} }, token);
  }

  async #send<N extends CallName>(
    name: N,
    input: CallInput<N>,
    token?: string,
  ): Promise<Outcome<CallAnswer<N>>> {
    const hostSide = await this.hostSide();
    if (hostSide === null) return { ok: false, error: { kind: 'unreachable' } };
    const { CALLS, problem, readAnswer, readRows } = hostSide;
    const call = CALLS[name];
    let body: string | undefined;
    if (call.method === 'POST') {
      const acsrf_token = token ?? (await this.#acsrfToken());
      if (acsrf_token === null) return { ok: false, error: { kind: 'unreachable' } };
      body = JSON.stringify({ ...input.body, acsrf_token });
    }
    const path = pathOf(call.path, input.params as Params, input.query as Params);
    let response: { status: number; text: string };
    try {
      response = await this.#environment.fetch(path, {
        method: call.method,
        timeoutMs: SLOW_CALLS.has(name) ? LONG_TIMEOUT_MS : TIMEOUT_MS,
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      this.#environment.log(`No answer to ${name}.`, error);
      return { ok: false, error: { kind: 'unreachable' } };
    }
    const json = parseJson(response.text);
    if (response.status >= 400) {
      const told = problem.safeParse(json);
      const refused: Outcome<never> = {
        ok: false,
        error: { kind: 'problem', problem: told.success ? told.data : problemOf(response.status) },
      };
      if (hasCode(refused, 'not-signed-in')) this.onSignedOut();
      return refused;
    }
    const answer = readAnswer(call, json);
    if (answer.success) return { ok: true, value: answer.data as CallAnswer<N> };
    this.#environment.log(`The answer to ${name} is not what was agreed.`, answer.error.message);
    const rows = readRows(call, json);
    if (rows === null) {
      return { ok: false, error: { kind: 'problem', problem: problemOf(500) } };
    }
    const { left, unread } = rows;
    const list = pathOf(call.path, input.params as Params, undefined);
    for (const row of unread) {
      if (this.#unread.size < UNREAD_MAX) this.#unread.add(`${list} ${row}`);
    }
    const value = rows.data as CallAnswer<N>;
    return left.length === 0 ? { ok: true, value } : { ok: true, value, unread: left };
  }

  /** What asks the host; null where it does not come, or so late that nobody waits for an answer any more. */
  async hostSide(): Promise<HostSide | null> {
    const { clock, hostSide, log } = this.#environment;
    const late = timer(TIMEOUT_MS, clockScheduler(clock)).pipe(map(() => null));
    try {
      return await firstValueFrom(race(hostSide.load(), late));
    } catch (error) {
      log('What asks the host could not be loaded.', error);
      this.onUnable();
      return null;
    }
  }

  async #acsrfToken(): Promise<string | null> {
    const asked = (this.#token ??= this.#askToken());
    const token = await asked;
    if (this.#token === asked) {
      this.#knownToken = token;
      if (token === null) this.#token = null;
    }
    return token;
  }

  async #askToken(): Promise<string | null> {
    const answer = await this.#send('acsrfToken', {});
    return answer.ok ? answer.value.acsrf_token : null;
  }
}

type Params = Readonly<Record<string, string | number | undefined>> | undefined;

/** A call's path with its parameters and query filled in. */
export function pathOf(template: string, params: Params, query: Params): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Whether an outcome is a problem of this code. */
export function hasCode(outcome: Outcome<unknown>, code: ErrorCode): boolean {
  return !outcome.ok && outcome.error.kind === 'problem' && outcome.error.problem.code === code;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CODE_OF: Readonly<Record<number, ErrorCode>> = {
  401: 'not-signed-in',
  413: 'request-too-large',
  429: 'rate-limited',
};

/** What an answer says by its status alone: a proxy has no words of ours. */
function problemOf(status: number): Problem {
  const code: ErrorCode =
    CODE_OF[status] ?? (status >= 502 && status <= 504 ? 'service-unavailable' : 'internal-error');
  return { type: 'about:blank', title: code, status, code, detail: `The host answered ${status}.` };
}
