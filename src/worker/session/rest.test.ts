import { World } from '../../testing/world.ts';
import { expect, it } from 'vitest';
import { environmentDouble, HOST_SIDE, ManualClock } from '../doubles.ts';
import { DisplayRest } from './display-rest.ts';
import { hasCode, RestClient } from './rest.ts';

/** A host that answers each path with what a test says. */
function answering(answers: Readonly<Record<string, { status: number; body: unknown }>>) {
  const asked: { path: string; body: unknown }[] = [];
  const environment = environmentDouble({
    fetch: async (path, { body }) => {
      asked.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
      const found = Object.entries(answers).find(([end]) => path.endsWith(end));
      const { status, body: told } = found?.[1] ?? { status: 404, body: {} };
      return { status, text: JSON.stringify(told) };
    },
  });
  return { asked, environment };
}

it('a code is that of the problem alone', () => {
  const problem = { status: 404, code: 'not-found', message: '' } as never;
  const refused = { ok: false, error: { kind: 'problem', problem } } as const;
  expect(hasCode(refused, 'not-found')).toBe(true);
  expect(hasCode(refused, 'not-signed-in')).toBe(false);
  expect(hasCode({ ok: false, error: { kind: 'unreachable' } }, 'not-found')).toBe(false);
  expect(hasCode({ ok: true, value: null }, 'not-found')).toBe(false);
});

it('a session is ended by the token it belongs to, or by the one that stands', async () => {
  const { asked, environment } = answering({
    'acsrf-token': { status: 200, body: { acsrf_token: 'of-now' } },
    logout: { status: 200, body: { status: true } },
  });
  const rest = new RestClient(environment);
  expect((await rest.logout('of-then')).ok).toBe(true);
  expect((await rest.logout(null)).ok).toBe(true);
  expect(asked.filter(({ path }) => path.endsWith('logout')).map(({ body }) => body)).toEqual([
    { acsrf_token: 'of-then' },
    { acsrf_token: 'of-now' },
  ]);
});

it('a call is not sent once nobody waits for its answer any more, when what asks the host comes late', async () => {
  const { asked, environment } = answering({
    'acsrf-token': { status: 200, body: { acsrf_token: 'of-now' } },
  });
  const clock = new ManualClock();
  const load = () =>
    new Promise<typeof HOST_SIDE.content>((resolve) =>
      clock.after(20_000, () => resolve(HOST_SIDE.content)),
    );
  const rest = new RestClient({ ...environment, clock, hostSide: { ...HOST_SIDE, load } });
  const outcome = rest.call('logout', { body: {} });
  await clock.advance(60_000);
  expect(await outcome).toEqual({ ok: false, error: { kind: 'unreachable' } });
  expect(asked).toEqual([]);
});

it.each([
  [401, 'not-signed-in'],
  [413, 'request-too-large'],
  [429, 'rate-limited'],
  [500, 'internal-error'],
  [501, 'internal-error'],
  [502, 'service-unavailable'],
  [504, 'service-unavailable'],
  [505, 'internal-error'],
])('what answers %i without a word is taken as %s', async (status, code) => {
  const { environment } = answering({ status: { status, body: {} } });
  const outcome = await new RestClient(environment).call('status');
  expect(outcome).toMatchObject({ ok: false, error: { problem: { status, code } } });
});

it('a token that is refused is fetched again, and once; anything else that is refused stays so', async () => {
  const refusal = (status: number, code: string) => {
    return { status, body: { type: 'about:blank', title: '', detail: '', status, code } };
  };
  const asks = async (status: number, code: string) => {
    const { asked, environment } = answering({
      'acsrf-token': { status: 200, body: { acsrf_token: 'of-now' } },
      logout: refusal(status, code),
    });
    const outcome = await new RestClient(environment).call('logout', { body: {} });
    expect(hasCode(outcome, code as never)).toBe(true);
    return asked.map(({ path }) => path.split('/').at(-1));
  };
  expect(await asks(404, 'not-found')).toEqual(['acsrf-token', 'logout']);
  const both = ['acsrf-token', 'logout'];
  expect(await asks(403, 'invalid-csrf-token')).toEqual([...both, ...both]);
});

it('a screen is signed in for as long as it is paired', async () => {
  const id = '1'.repeat(24);
  const body = { position: 3, display: { display_id: id, name: 'Hall' }, wall: null, servers: [] };
  const paired = answering({ '@display/session': { status: 200, body } });
  expect(await new DisplayRest(paired.environment).call('status')).toEqual({
    ok: true,
    value: {
      session: { expires_at: Number.MAX_SAFE_INTEGER },
      state: { login: 'LOGGED_IN' },
      user: { authenticated: true, logged: true, muster_id: id },
    },
  });
  const why = { type: 'about:blank', title: '', detail: '', status: 401, code: 'not-signed-in' };
  const revoked = answering({ '@display/session': { status: 401, body: why } });
  expect(await new DisplayRest(revoked.environment).call('status')).toEqual({
    ok: true,
    value: {
      session: { expires_at: null },
      state: { login: 'NOT_LOGGED_IN' },
      user: { authenticated: false, logged: false, muster_id: null },
    },
  });
});

it('a screen is an account of its servers that may do nothing but look', async () => {
  const [id, server] = ['1'.repeat(24), '2'.repeat(24)];
  const display = { display_id: id, name: 'Hall' };
  const { environment } = answering({
    '@display/session': {
      status: 200,
      body: { position: 3, display, wall: null, servers: [server] },
    },
  });
  const rest = new DisplayRest(environment);
  const session = await rest.call('session');
  expect(session).toMatchObject({
    ok: true,
    value: {
      muster_id: id,
      email: { address: '', verified: true },
      preferences: { language: '', app: { datetime_locale: '' }, audio_alert_watcher: false },
      subscription: { plan: 'free', status: 'ACTIVE', until: null, restricted: false },
      servers: { [server]: ['server.view'] },
    },
  });
});

it('an account is what its session and its bootstrap say, and nobody where they are not of one', async () => {
  const world = new World();
  const session = world.session();
  const progression = { titles: ['founder'], registered_at: 1, email_verified: true };
  const subscriber = { ...session.subscription, restricted: true };
  const bootstrapped = (id: string) => ({
    status: 200,
    body: { persona: { muster_id: id }, progression, subscriber },
  });
  const asked = (bootstrap: { status: number; body: unknown }) =>
    new RestClient(
      answering({ session: { status: 200, body: session }, bootstrap }).environment,
    ).account();
  expect(await asked(bootstrapped(session.muster_id))).toMatchObject({
    ok: true,
    value: { progression, subscription: { restricted: true } },
  });
  expect(await asked(bootstrapped('f'.repeat(24)))).toMatchObject({ ok: false });
  // One that fails costs what it alone tells.
  expect(await asked({ status: 500, body: {} })).toEqual({ ok: true, value: session });
});
