import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  founder,
  startAccountHost,
  type AccountHost,
} from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';
import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { problem } from '../../protocol/problem.ts';

let host: AccountHost;

beforeEach(async () => {
  host = await startAccountHost();
});

afterEach(() => host.close());

describe('sign-in', () => {
  it('takes username or e-mail address in any case, and tells the other sessions', async () => {
    await host.found();
    expect((await host.signIn('ADA', founder.password)).statusCode).toBe(200);
    expect((await host.signIn('Ada@Example.org', founder.password)).statusCode).toBe(200);
    expect(
      host.test.publish.facts.filter(({ event }) => event === 'user:bootstraped'),
    ).toHaveLength(3);
  });

  it('answers an unknown name like a wrong password, after checking one password too', async () => {
    await host.found();
    host.hashing.verified = 0;
    const wrong = await host.signIn('ada', 'wrong password', new TestBrowser(host.app, '10.0.0.1'));
    expect(host.hashing.verified).toBe(1);
    const unknown = await host.signIn(
      'nobody',
      'wrong password',
      new TestBrowser(host.app, '10.0.0.2'),
    );
    expect(host.hashing.verified).toBe(2);
    expect(unknown.json()).toEqual(wrong.json());
    expect(codeOf(unknown)).toBe('bad-credentials');
  });

  it('locks known and unknown names alike after five failures, even for the right password', async () => {
    await host.found();
    for (const name of ['ada', 'nobody']) {
      const browser = new TestBrowser(host.app, '10.0.0.3');
      for (let failure = 0; failure < 5; failure += 1) {
        expect(codeOf(await host.signIn(name, 'wrong password', browser))).toBe('bad-credentials');
      }
      host.hashing.verified = 0;
      const locked = await host.signIn(name, founder.password, browser);
      expect(problem.parse(locked.json())).toMatchObject({ code: 'locked-out', retry_after: 30 });
      expect(locked.headers['retry-after']).toBe('30');
      expect(host.hashing.verified).toBe(0);
    }
    const elsewhere = await host.signIn(
      'ada',
      founder.password,
      new TestBrowser(host.app, '10.0.0.4'),
    );
    expect(elsewhere.statusCode).toBe(200);
    host.test.advance(30_000);
    const later = await host.signIn('ada', founder.password, new TestBrowser(host.app, '10.0.0.3'));
    expect(later.statusCode).toBe(200);
  });

  it('counts attempts that are made at once', async () => {
    await host.found();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        host.signIn('ada', 'wrong password', new TestBrowser(host.app, '10.0.0.5')),
      ),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'bad-credentials')).toHaveLength(5);
    expect(codes.filter((code) => code === 'locked-out')).toHaveLength(7);
  });

  it('looks at few of many guesses at one name, however many addresses they come from', async () => {
    const home = new TestBrowser(host.app, '192.0.2.7');
    await host.found();
    await host.signIn('ada', founder.password, home);
    host.hashing.verified = 0;
    for (const name of ['ada', founder.email, 'nobody']) {
      for (let guess = 0; guess < 60; guess += 1) {
        await host.signIn(name, 'a wrong password', new TestBrowser(host.app, `10.9.1.${guess}`));
      }
    }
    // Twenty for each name, whoever has it; Ada's own sign-in was one of them.
    expect(host.hashing.verified).toBe(59);
    const elsewhere = new TestBrowser(host.app, '198.51.100.1');
    const slowed = await host.signIn('ada', founder.password, elsewhere);
    expect(problem.parse(slowed.json())).toMatchObject({ code: 'locked-out', retry_after: 30 });
    // Where she is signed in already, she is not made slow; elsewhere she waits for half a minute.
    expect((await host.signIn('ada', founder.password, home)).statusCode).toBe(200);
    host.test.advance(30_000);
    expect((await host.signIn('ada', founder.password, elsewhere)).statusCode).toBe(200);
  });

  it('is slowed again where a session has ended, though it was not swept yet', async () => {
    const home = new TestBrowser(host.app, '192.0.2.7');
    await host.found();
    await host.signIn('ada', founder.password, home);
    for (let guess = 0; guess < 20; guess += 1) {
      await host.signIn('ada', 'a wrong password', new TestBrowser(host.app, `10.9.4.${guess}`));
    }
    expect((await host.signIn('ada', founder.password, home)).statusCode).toBe(200);
    await host.deps.db.updateTable('sessions').set({ expires_at: 1 }).execute();
    expect(codeOf(await host.signIn('ada', founder.password, home))).toBe('locked-out');
  });

  it('does not tell by guesses at a name which e-mail address belongs to it', async () => {
    await host.found();
    const guess = async (name: string, address: string) =>
      codeOf(await host.signIn(name, 'a wrong password', new TestBrowser(host.app, address)));
    for (let times = 0; times < 20; times += 1) await guess('ada', `10.9.2.${times}`);
    expect(await guess('ADA ', '10.9.3.1')).toBe('locked-out');
    expect(await guess(founder.email, '10.9.3.2')).toBe('bad-credentials');
    expect(await guess('nobody@example.org', '10.9.3.3')).toBe('bad-credentials');
  });

  it('gives a new session token and ends the one that the browser brought', async () => {
    const browser = await host.found();
    const before = browser.cookies.get('muster_session')!;
    const oldToken = await browser.acsrfToken();
    await host.signIn('ada', founder.password, browser);
    expect(browser.cookies.get('muster_session')).not.toBe(before);
    const former = new TestBrowser(host.app);
    former.cookies.set('muster_session', before);
    expect(await host.login(former)).toBe('NOT_LOGGED_IN');
    const stale = await browser.post('/app/v1/@me/logout', { acsrf_token: oldToken });
    expect(codeOf(stale)).toBe('invalid-csrf-token');
  });

  it('ignores a session token that a stranger planted', async () => {
    await host.found();
    const browser = new TestBrowser(host.app);
    browser.cookies.set('muster_session', 'planted-token-of-a-stranger-0123456789abcdef');
    await host.signIn('ada', founder.password, browser);
    expect(browser.cookies.get('muster_session')).not.toContain('planted');
    const stranger = new TestBrowser(host.app);
    stranger.cookies.set('muster_session', 'planted-token-of-a-stranger-0123456789abcdef');
    expect(await host.login(stranger)).toBe('NOT_LOGGED_IN');
  });

  it.each([
    ['BANNED', 'account-banned'],
    ['TERMINATED', 'account-terminated'],
    ['DISABLED', 'account-disabled'],
  ] as const)('tells only the right password that an account is %s', async (status, code) => {
    const browser = await host.found();
    await host.deps.db.updateTable('accounts').set({ status: ACCOUNT_STATUS[status] }).execute();
    expect(codeOf(await host.signIn('ada', 'wrong password'))).toBe('bad-credentials');
    expect(codeOf(await host.signIn('ada', founder.password))).toBe(code);
    expect(await host.login(browser)).toBe('NOT_LOGGED_IN');
  });

  it('lets nobody in while an account is set up, and the session of before goes on afterwards', async () => {
    const browser = await host.found();
    const set = (status: number) => host.deps.db.updateTable('accounts').set({ status }).execute();
    await set(ACCOUNT_STATUS.IN_SETUP);
    expect(codeOf(await host.signIn('ada', 'wrong password'))).toBe('bad-credentials');
    expect(codeOf(await host.signIn('ada', founder.password))).toBe('account-in-setup');
    expect(await host.login(browser)).toBe('IN_SETUP');
    await set(ACCOUNT_STATUS.VERIFIED);
    expect(await host.login(browser)).toBe('LOGGED_IN');
  });
});
