import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { founder, startAccountHost, type AccountHost } from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';
import { setupCode } from '../account/setup-code.ts';

let host: AccountHost;

beforeEach(async () => {
  host = await startAccountHost();
});

afterEach(() => host.close());

describe('a session', () => {
  it('is kept as a hash, in a cookie that no script reads', async () => {
    const answer = await new TestBrowser(host.app).post('/app/v1/auth/found', founder);
    const cookie = answer.cookies.find(({ name }) => name === 'muster_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const rows = await host.deps.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie?.value);
  });

  it('is Secure and bound to the host where the portal is reached by https', async () => {
    await host.close();
    host = await startAccountHost({ origin: 'https://muster.example.org' });
    const browser = new TestBrowser(host.app);
    const answer = await browser.post('/app/v1/auth/found', {
      ...founder,
      setup_code: setupCode(host.deps.secrets),
    });
    const cookie = answer.cookies.find(({ name }) => name === '__Host-muster_session');
    expect(cookie).toMatchObject({ secure: true, httpOnly: true });
    expect(cookie?.domain).toBeUndefined();
  });

  it('ends 30 days after it was last used', async () => {
    const browser = await host.found();
    host.test.advance(29 * 86_400_000);
    expect(await host.login(browser)).toBe('LOGGED_IN');
    host.test.advance(29 * 86_400_000);
    expect(await host.login(browser)).toBe('LOGGED_IN');
    host.test.advance(30 * 86_400_000);
    expect(await host.login(browser)).toBe('NOT_LOGGED_IN');
  });

  it('ends 90 days after it began, however much it is used', async () => {
    const browser = await host.found();
    for (let day = 1; day < 90; day += 1) {
      host.test.advance(86_400_000);
      expect(await host.login(browser)).toBe('LOGGED_IN');
    }
    const { session } = (await browser.get('/app/v1/@me/status')).json<{
      session: { expires_at: number };
    }>();
    expect(session.expires_at).toBe(host.deps.clock() + 86_400_000);
    host.test.advance(86_400_000);
    expect(await host.login(browser)).toBe('NOT_LOGGED_IN');
  });

  it('that began before its days were counted has them all from then on', async () => {
    const browser = await host.found();
    const since = host.deps.clock() + 20 * 86_400_000;
    await host.deps.db.updateTable('sessions').set({ lives_since: since }).execute();
    for (let day = 1; day < 110; day += 1) {
      host.test.advance(86_400_000);
      expect(await host.login(browser)).toBe('LOGGED_IN');
    }
    host.test.advance(86_400_000);
    expect(await host.login(browser)).toBe('NOT_LOGGED_IN');
  });

  it('ends with signing out, which succeeds without one too', async () => {
    const browser = await host.found();
    const copied = new TestBrowser(host.app);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    expect((await browser.post('/app/v1/@me/logout', {})).json()).toEqual({ status: true });
    expect(await host.login(copied)).toBe('NOT_LOGGED_IN');
    expect((await browser.post('/app/v1/@me/logout', {})).json()).toEqual({ status: true });
  });
});

it.each([
  [undefined, false],
  ['smtp://127.0.0.1:9', true],
])('tells the portal and the sign-in site whether mail goes out (%s)', async (smtpUrl, mail) => {
  await host.close();
  host = await startAccountHost({ smtpUrl });
  const browser = await host.found();
  expect((await browser.get('/app/v1/@me/session')).json()).toMatchObject({ mail });
  expect((await browser.get('/app/v1/auth/state')).json()).toMatchObject({ mail });
});

it('writes no password, token or code into the log', async () => {
  const browser = await host.found();
  await host.signIn('ada', 'canary-wrong-password');
  await browser.post('/app/v1/auth/forgot', { identifier: 'ada' });
  const token = await host.tokenFor(founder.email);
  await browser.get(`/auth/reset?token=${token}`);
  await browser.post('/app/v1/auth/reset', { token, password: 'canary-new-password' });
  host.deps.log.info({ body: { password: 'canary-logged-password' } }, 'a careless line');
  const log = host.test.logged.join('');
  expect(log).toContain('answered');
  for (const secret of [
    founder.password,
    token,
    'canary',
    setupCode(host.deps.secrets),
    ...browser.cookies.values(),
  ]) {
    expect(log).not.toContain(secret);
  }
});
