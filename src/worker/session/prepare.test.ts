import { expect, it } from 'vitest';
import { environmentDouble } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import { RestClient } from './rest.ts';
import { prepareSession } from './session.ts';

const problem = { type: 'about:blank', title: '', detail: '', code: 'permission-denied' };

/** Asks a host that answers `status` with this. */
function prepared(answer: { readonly status: number; readonly body: unknown }) {
  const asked: string[] = [];
  const environment = environmentDouble({
    fetch: async (path) => {
      asked.push(path);
      return { status: answer.status, text: JSON.stringify(answer.body) };
    },
  });
  const readiness = prepareSession({
    environment,
    engine: new Engine(),
    rest: new RestClient(environment),
    confirmed: () => false,
    wanted: () => true,
    identified: async () => undefined,
    tellSignOut: async () => true,
  });
  return { asked, readiness };
}

it.each([
  ['that refuses is said with its status', 403, { kind: 'refused', status: 403 }],
  ['that fails is as good as none', 500, { kind: 'unreachable' }],
  ['that is away for a while is as good as none', 503, { kind: 'unreachable' }],
])('a host %s', async (_, status, readiness) => {
  const asking = prepared({ status, body: { ...problem, status } });
  expect(await asking.readiness).toEqual(readiness);
});

it.each([
  ['logged', { logged: false, authenticated: true }],
  ['authenticated', { logged: true, authenticated: false }],
])('of whoever is not %s, nothing more is asked', async (_, is) => {
  const user = { ...is, muster_id: '1'.repeat(24) };
  const body = { session: { expires_at: null }, state: { login: 'IN_SETUP' }, user };
  const asking = prepared({ status: 200, body });
  expect(await asking.readiness).toEqual({ kind: 'signed-out', reason: 'none' });
  expect(asking.asked).toEqual(['/app/v1/@me/status']);
});
