import { expect, it } from 'vitest';
import { environmentDouble } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import { RestClient } from './rest.ts';
import { prepareSession } from './session.ts';

const problem = { type: 'about:blank', title: '', detail: '', code: 'permission-denied' };

it.each([
  ['that refuses is said with its status', 403, { kind: 'refused', status: 403 }],
  ['that fails is as good as none', 500, { kind: 'unreachable' }],
  ['that is away for a while is as good as none', 503, { kind: 'unreachable' }],
])('a host %s', async (_, status, readiness) => {
  const environment = environmentDouble({
    fetch: async () => ({ status, text: JSON.stringify({ ...problem, status }) }),
  });
  const prepared = prepareSession({
    environment,
    engine: new Engine(),
    rest: new RestClient(environment),
    confirmed: () => false,
    wanted: () => true,
    identified: async () => undefined,
    tellSignOut: async () => true,
  });
  expect(await prepared).toEqual(readiness);
});
