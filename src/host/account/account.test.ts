import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestApp,
  createTestDeps,
  TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import {
  accountDepsOf,
  founder,
  mailsOf,
  type CountingHashing,
} from '../../../tests/support/accounts.ts';
import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { problem } from '../../protocol/errors.ts';
import { statusAnswer, sessionData } from '../../protocol/session/fields.ts';
import type { HttpSettings } from '../http/deps.ts';
import { registerSession } from '../session/register-session.ts';
import type { AccountDeps } from './deps.ts';
import { createInvitation } from './invitations.ts';
import { registerAccount } from './register-account.ts';
import { setupCode } from './setup-code.ts';

let test: TestDeps;
let deps: AccountDeps;
let hashing: CountingHashing;
let app: FastifyInstance;

async function start(settings: Partial<HttpSettings> = {}): Promise<void> {
  test = await createTestDeps(settings);
  ({ deps, hashing } = accountDepsOf(test));
  app = await createTestApp(
    deps,
    (made) => registerSession(made, deps),
    (made) => registerAccount(made, deps),
  );
}

beforeEach(() => start());

afterEach(async () => {
  await app.close();
  await test.close();
});

const codeOf = (answer: { json: () => unknown }) => problem.parse(answer.json()).code;

async function found(browser = new TestBrowser(app)): Promise<TestBrowser> {
  const answer = await browser.post('/app/v1/auth/found', founder);
  expect(answer.json()).toEqual({ status: true, next: '/dashboard' });
  return browser;
}

async function signUp(username: string, email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(app, `10.0.0.${username.length}`);
  const answer = await browser.post('/app/v1/auth/sign-up', {
    username,
    display_name: 'Somebody',
    email,
    password: 'another password',
  });
  expect(answer.statusCode).toBe(200);
  return browser;
}

async function signIn(identifier: string, password: string, browser = new TestBrowser(app)) {
  return browser.post('/app/v1/auth/sign-in', { identifier, password });
}

async function login(browser: TestBrowser): Promise<string> {
  const answer = await browser.get('/app/v1/@me/status');
  return statusAnswer.parse(answer.json()).state.login;
}

/** The token at the end of the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  await deps.background.idle();
  const mail = (await mailsOf(deps)).findLast(({ to }) => to === email);
  const token = /#(?:token|invitation)=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No mail with a link went to ${email}.`);
  test.advance(1);
  return token;
}

describe('founding', () => {
  it('makes the first account, with plan community and every permission of the host', async () => {
    const fresh = new TestBrowser(app);
    const state = await fresh.get('/app/v1/auth/state');
    expect(state.json()).toEqual({
      founding: true,
      setup_code_required: false,
      sign_up: 'open',
      mail: false,
    });
    const browser = await found();
    const session = sessionData.parse((await browser.get('/app/v1/@me/session')).json());
    expect(session).toMatchObject({
      capabilities: ['host.operate', 'host.server.create'],
      subscription: { plan: 'community', status: 'ACTIVE', until: null },
      limits: { servers: null },
    });
    const bootstrap = (await browser.get('/app/v1/@me/bootstrap')).json();
    expect(bootstrap).toMatchObject({ progression: { titles: ['founder'] } });
  });

  it('happens once, though two begin it together', async () => {
    const answers = await Promise.all(
      ['ada.one', 'ada.two'].map((username) =>
        new TestBrowser(app).post('/app/v1/auth/found', { ...founder, username }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409]);
    expect(await deps.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
  });

  it.each([
    ['from another address', '10.0.0.1', {}],
    ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }],
    ['under a name that was led here', '127.0.0.1', { host: 'rebound.example' }],
  ])('asks for the printed code %s', async (_how, address, headers) => {
    const browser = new TestBrowser(app, address);
    const state = await browser.get('/app/v1/auth/state', headers);
    expect(state.json()).toMatchObject({ setup_code_required: true });
    const without = await browser.post('/app/v1/auth/found', founder, headers);
    expect(codeOf(without)).toBe('setup-code-invalid');
    const code = setupCode(deps.secrets).toLowerCase();
    const answer = await browser.post(
      '/app/v1/auth/found',
      { ...founder, setup_code: code },
      headers,
    );
    expect(answer.statusCode).toBe(200);
  });
});

describe('sign-up', () => {
  it('is closed before there is a founding account', async () => {
    const answer = await new TestBrowser(app).post('/app/v1/auth/sign-up', {
      ...founder,
      username: 'grace',
    });
    expect(codeOf(answer)).toBe('sign-up-closed');
  });

  it('refuses a username that is taken in another case', async () => {
    await found();
    const answer = await new TestBrowser(app).post('/app/v1/auth/sign-up', {
      ...founder,
      username: founder.username.toUpperCase(),
    });
    expect(codeOf(answer)).toBe('username-taken');
  });

  it('tells the mailbox alone that an address belongs to somebody', async () => {
    const browser = await found();
    await browser.post('/app/v1/auth/verify', { token: await tokenFor(founder.email) });
    await signUp('squatter', founder.email);
    const newest = (await mailsOf(deps)).at(-1);
    expect(newest).toMatchObject({ to: founder.email, subject: 'You already have an account' });
    expect(newest?.text).not.toContain('#token=');
    expect((await signIn(founder.email, founder.password)).statusCode).toBe(200);
  });

  it('takes an invitation once, and keeps it where the name was taken', async () => {
    await app.close();
    await test.close();
    await start({ signUp: 'invitation' });
    await found();
    const invitation = await createInvitation(deps.db, 7, deps.clock());
    const join = (username: string, code?: string) =>
      new TestBrowser(app).post('/app/v1/auth/sign-up', {
        ...founder,
        username,
        ...(code === undefined ? {} : { invitation: code }),
      });
    expect(codeOf(await join('grace'))).toBe('invitation-invalid');
    expect(codeOf(await join('grace', 'not-an-invitation'))).toBe('invitation-invalid');
    expect(codeOf(await join(founder.username, invitation))).toBe('username-taken');
    expect((await join('grace', invitation)).statusCode).toBe(200);
    expect(codeOf(await join('hedy', invitation))).toBe('invitation-invalid');
  });
});

describe('sign-in', () => {
  it('takes username or e-mail address in any case, and tells the other sessions', async () => {
    await found();
    expect((await signIn('ADA', founder.password)).statusCode).toBe(200);
    expect((await signIn('Ada@Example.org', founder.password)).statusCode).toBe(200);
    expect(test.publish.facts.filter(({ event }) => event === 'user:bootstraped')).toHaveLength(3);
  });

  it('answers an unknown name like a wrong password, after checking one password too', async () => {
    await found();
    hashing.verified = 0;
    const wrong = await signIn('ada', 'wrong password', new TestBrowser(app, '10.0.0.1'));
    expect(hashing.verified).toBe(1);
    const unknown = await signIn('nobody', 'wrong password', new TestBrowser(app, '10.0.0.2'));
    expect(hashing.verified).toBe(2);
    expect(unknown.json()).toEqual(wrong.json());
    expect(codeOf(unknown)).toBe('bad-credentials');
  });

  it('locks known and unknown names alike after five failures, even for the right password', async () => {
    await found();
    for (const name of ['ada', 'nobody']) {
      const browser = new TestBrowser(app, '10.0.0.3');
      for (let failure = 0; failure < 5; failure += 1) {
        expect(codeOf(await signIn(name, 'wrong password', browser))).toBe('bad-credentials');
      }
      hashing.verified = 0;
      const locked = await signIn(name, founder.password, browser);
      expect(problem.parse(locked.json())).toMatchObject({ code: 'locked-out', retry_after: 30 });
      expect(locked.headers['retry-after']).toBe('30');
      expect(hashing.verified).toBe(0);
    }
    const elsewhere = await signIn('ada', founder.password, new TestBrowser(app, '10.0.0.4'));
    expect(elsewhere.statusCode).toBe(200);
    test.advance(30_000);
    const later = await signIn('ada', founder.password, new TestBrowser(app, '10.0.0.3'));
    expect(later.statusCode).toBe(200);
  });

  it('counts attempts that are made at once', async () => {
    await found();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        signIn('ada', 'wrong password', new TestBrowser(app, '10.0.0.5')),
      ),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'bad-credentials')).toHaveLength(5);
    expect(codes.filter((code) => code === 'locked-out')).toHaveLength(7);
  });

  it('gives a new session token and ends the one that the browser brought', async () => {
    const browser = await found();
    const before = browser.cookies.get('muster_session')!;
    const oldToken = await browser.acsrfToken();
    await signIn('ada', founder.password, browser);
    expect(browser.cookies.get('muster_session')).not.toBe(before);
    const former = new TestBrowser(app);
    former.cookies.set('muster_session', before);
    expect(await login(former)).toBe('NOT_LOGGED_IN');
    const stale = await browser.post('/app/v1/@me/logout', { acsrf_token: oldToken });
    expect(codeOf(stale)).toBe('invalid-csrf-token');
  });

  it('ignores a session token that a stranger planted', async () => {
    await found();
    const browser = new TestBrowser(app);
    browser.cookies.set('muster_session', 'planted-token-of-a-stranger-0123456789abcdef');
    await signIn('ada', founder.password, browser);
    expect(browser.cookies.get('muster_session')).not.toContain('planted');
    const stranger = new TestBrowser(app);
    stranger.cookies.set('muster_session', 'planted-token-of-a-stranger-0123456789abcdef');
    expect(await login(stranger)).toBe('NOT_LOGGED_IN');
  });

  it.each([
    ['BANNED', 'account-banned'],
    ['TERMINATED', 'account-terminated'],
    ['DISABLED', 'account-disabled'],
  ] as const)('tells only the right password that an account is %s', async (status, code) => {
    const browser = await found();
    await deps.db.updateTable('accounts').set({ status: ACCOUNT_STATUS[status] }).execute();
    expect(codeOf(await signIn('ada', 'wrong password'))).toBe('bad-credentials');
    expect(codeOf(await signIn('ada', founder.password))).toBe(code);
    expect(await login(browser)).toBe('NOT_LOGGED_IN');
  });
});

describe('a forgotten password', () => {
  it('is answered alike for names that nobody has, and mails them nothing', async () => {
    await found();
    const before = (await mailsOf(deps)).length;
    const known = await new TestBrowser(app).post('/app/v1/auth/forgot', { identifier: 'ada' });
    const unknown = await new TestBrowser(app).post('/app/v1/auth/forgot', {
      identifier: 'nobody',
    });
    await deps.background.idle();
    expect(unknown.json()).toEqual(known.json());
    expect(await mailsOf(deps)).toHaveLength(before + 1);
  });

  it('is set anew with the link, once, and every other session ends', async () => {
    const other = await found();
    const browser = new TestBrowser(app);
    await browser.post('/app/v1/auth/forgot', { identifier: founder.email });
    const token = await tokenFor(founder.email);
    const reset = () => browser.post('/app/v1/auth/reset', { token, password: 'brand new one' });
    expect((await reset()).statusCode).toBe(200);
    expect(await login(browser)).toBe('LOGGED_IN');
    expect(await login(other)).toBe('NOT_LOGGED_IN');
    expect(test.publish.endedSessions.length).toBeGreaterThan(0);
    expect(codeOf(await reset())).toBe('link-invalid');
    expect(codeOf(await signIn('ada', founder.password))).toBe('bad-credentials');
    expect((await signIn('ada', 'brand new one')).statusCode).toBe(200);
  });

  it('needs a link that is at most an hour old, and meant for this', async () => {
    const browser = await found();
    const verification = await tokenFor(founder.email);
    const misused = await browser.post('/app/v1/auth/reset', {
      token: verification,
      password: 'brand new one',
    });
    expect(codeOf(misused)).toBe('link-invalid');
    await browser.post('/app/v1/auth/forgot', { identifier: 'ada' });
    const token = await tokenFor(founder.email);
    test.advance(3_600_000);
    const late = await browser.post('/app/v1/auth/reset', { token, password: 'brand new one' });
    expect(codeOf(late)).toBe('link-invalid');
  });

  it('mails at most three links an hour to one account', async () => {
    await found();
    const before = (await mailsOf(deps)).length;
    for (let asked = 0; asked < 5; asked += 1) {
      await new TestBrowser(app, `10.1.0.${asked}`).post('/app/v1/auth/forgot', {
        identifier: 'ada',
      });
      await deps.background.idle();
    }
    expect(await mailsOf(deps)).toHaveLength(before + 3);
  });
});

describe('an e-mail address', () => {
  it('is verified by its link, once', async () => {
    const browser = await found();
    const token = await tokenFor(founder.email);
    const verify = () => new TestBrowser(app).post('/app/v1/auth/verify', { token });
    expect((await verify()).statusCode).toBe(200);
    expect(codeOf(await verify())).toBe('link-invalid');
    const session = sessionData.parse((await browser.get('/app/v1/@me/session')).json());
    expect(session.email).toEqual({ address: founder.email, verified: true });
    expect(test.publish.facts.at(-1)).toMatchObject({
      event: 'update',
      data: { reason: 'account' },
    });
  });

  it('gets a new link on request, and the former is worthless then', async () => {
    const browser = await found();
    const former = await tokenFor(founder.email);
    await browser.post('/app/v1/auth/verify-resend', {});
    const fresh = await tokenFor(founder.email);
    expect(fresh).not.toBe(former);
    expect(codeOf(await browser.post('/app/v1/auth/verify', { token: former }))).toBe(
      'link-invalid',
    );
    expect((await browser.post('/app/v1/auth/verify', { token: fresh })).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('is kept as a hash, in a cookie that no script reads', async () => {
    const answer = await new TestBrowser(app).post('/app/v1/auth/found', founder);
    const cookie = answer.cookies.find(({ name }) => name === 'muster_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const rows = await deps.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie?.value);
  });

  it('is Secure and bound to the host where the portal is reached by https', async () => {
    await app.close();
    await test.close();
    await start({ origin: 'https://muster.example.org' });
    const browser = new TestBrowser(app);
    const answer = await browser.post('/app/v1/auth/found', {
      ...founder,
      setup_code: setupCode(deps.secrets),
    });
    const cookie = answer.cookies.find(({ name }) => name === '__Host-muster_session');
    expect(cookie).toMatchObject({ secure: true, httpOnly: true });
    expect(cookie?.domain).toBeUndefined();
  });

  it('ends 30 days after it was last used', async () => {
    const browser = await found();
    test.advance(29 * 86_400_000);
    expect(await login(browser)).toBe('LOGGED_IN');
    test.advance(29 * 86_400_000);
    expect(await login(browser)).toBe('LOGGED_IN');
    test.advance(30 * 86_400_000);
    expect(await login(browser)).toBe('NOT_LOGGED_IN');
  });

  it('ends with signing out, which succeeds without one too', async () => {
    const browser = await found();
    const copied = new TestBrowser(app);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    expect((await browser.post('/app/v1/@me/logout', {})).json()).toEqual({ status: true });
    expect(await login(copied)).toBe('NOT_LOGGED_IN');
    expect((await browser.post('/app/v1/@me/logout', {})).json()).toEqual({ status: true });
  });
});

it('writes no password, token or code into the log', async () => {
  const browser = await found();
  await signIn('ada', 'canary-wrong-password');
  await browser.post('/app/v1/auth/forgot', { identifier: 'ada' });
  const token = await tokenFor(founder.email);
  await browser.get(`/auth/reset?token=${token}`);
  await browser.post('/app/v1/auth/reset', { token, password: 'canary-new-password' });
  deps.log.info({ body: { password: 'canary-logged-password' } }, 'a careless line');
  const log = test.logged.join('');
  expect(log).toContain('answered');
  for (const secret of [
    founder.password,
    token,
    'canary',
    setupCode(deps.secrets),
    ...browser.cookies.values(),
  ]) {
    expect(log).not.toContain(secret);
  }
});
