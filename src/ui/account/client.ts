import { CALLS, type CallName } from '../../protocol/calls.ts';
import { problem } from '../../protocol/problem.ts';
import { apiOrigin } from '../data/api-origin.ts';
import type { CallAnswer, CallInput, CommandError, Outcome } from '../../worker/contract.ts';

/** The calls of the sign-in site. */
export type AuthCall = Extract<
  CallName,
  | 'authState'
  | 'exploreDemo'
  | 'found'
  | 'signUp'
  | 'signIn'
  | 'forgotPassword'
  | 'resetPassword'
  | 'verifyEmail'
  | 'inviteShow'
  | 'acsrfToken'
>;

const UNREACHABLE: CommandError = { kind: 'unreachable' };

/** Makes one call; a refused token is fetched again once. Never rejects. */
export async function authCall<N extends AuthCall>(
  name: N,
  body: CallInput<N>['body'] | Record<string, never> = {},
): Promise<Outcome<CallAnswer<N>>> {
  const first = await send(name, body);
  const stale =
    !first.ok &&
    first.error.kind === 'problem' &&
    first.error.problem.code === 'invalid-csrf-token';
  return stale ? send(name, body) : first;
}

async function send<N extends AuthCall>(name: N, body: unknown): Promise<Outcome<CallAnswer<N>>> {
  const call = CALLS[name];
  const request: RequestInit = { method: call.method, credentials: 'include', cache: 'no-store' };
  if (call.method === 'POST') {
    const token = await send('acsrfToken', {});
    if (!token.ok) return token;
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify({ ...(body as object), acsrf_token: token.value.acsrf_token });
  }
  try {
    const response = await fetch(`${apiOrigin()}${call.path}`, request);
    const json: unknown = await response.json();
    if (response.ok) {
      return { ok: true, value: call.answer.parse(json) as CallAnswer<N> };
    }
    const parsed = problem.safeParse(json);
    return {
      ok: false,
      error: parsed.success ? { kind: 'problem', problem: parsed.data } : UNREACHABLE,
    };
  } catch (error) {
    console.warn(`No answer to ${name}.`, error);
    return { ok: false, error: UNREACHABLE };
  }
}
