import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  founder,
  startAccountHost,
  type AccountHost,
} from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';
import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { sessionData } from '../../protocol/session/fields.ts';

let host: AccountHost;

beforeEach(async () => {
  host = await startAccountHost();
});

afterEach(() => host.close());

describe('a forgotten password', () => {
  it('is answered alike for names that nobody has, and mails them nothing', async () => {
    await host.found();
    const before = (await host.mails()).length;
    const known = await new TestBrowser(host.app).post('/app/v1/auth/forgot', {
      identifier: 'ada',
    });
    const unknown = await new TestBrowser(host.app).post('/app/v1/auth/forgot', {
      identifier: 'nobody',
    });
    await host.deps.background.idle();
    expect(unknown.json()).toEqual(known.json());
    expect(await host.mails()).toHaveLength(before + 1);
  });

  it('is set again with the link, once, and every other session ends', async () => {
    const other = await host.found();
    const browser = new TestBrowser(host.app);
    await browser.post('/app/v1/auth/forgot', { identifier: founder.email });
    const token = await host.tokenFor(founder.email);
    const reset = () => browser.post('/app/v1/auth/reset', { token, password: 'brand new one' });
    expect((await reset()).statusCode).toBe(200);
    expect(await host.login(browser)).toBe('LOGGED_IN');
    expect(await host.login(other)).toBe('NOT_LOGGED_IN');
    expect(host.test.publish.endedSessions.length).toBeGreaterThan(0);
    expect(codeOf(await reset())).toBe('link-invalid');
    expect(codeOf(await host.signIn('ada', founder.password))).toBe('bad-credentials');
    expect((await host.signIn('ada', 'brand new one')).statusCode).toBe(200);
  });

  it('is set again with a link that is one’s own, whoever else has set theirs', async () => {
    await host.found();
    const browser = await host.signUp('eve', 'eve@example.org');
    const linkFor = async (address: string) => {
      await browser.post('/app/v1/auth/forgot', { identifier: address });
      return host.tokenFor(address);
    };
    const tokens = [await linkFor(founder.email), await linkFor('eve@example.org')];
    for (const token of tokens) {
      const answer = await browser.post('/app/v1/auth/reset', { token, password: 'brand new one' });
      expect(answer.statusCode).toBe(200);
    }
  });

  it('lets nobody in whose account was blocked since the link was mailed', async () => {
    await host.found();
    const browser = new TestBrowser(host.app);
    await browser.post('/app/v1/auth/forgot', { identifier: founder.email });
    const token = await host.tokenFor(founder.email);
    const set = (status: number) => host.deps.db.updateTable('accounts').set({ status }).execute();
    await set(ACCOUNT_STATUS.BANNED);
    const before = (await host.mails()).length;
    await browser.post('/app/v1/auth/forgot', { identifier: founder.email });
    await host.deps.background.idle();
    expect(await host.mails()).toHaveLength(before);
    const body = { token, password: 'brand new one' };
    expect(codeOf(await browser.post('/app/v1/auth/reset', body))).toBe('link-invalid');
    expect(await host.login(browser)).toBe('NOT_LOGGED_IN');
    await set(ACCOUNT_STATUS.VERIFIED);
    expect((await host.signIn('ada', founder.password)).statusCode).toBe(200);
  });

  it('needs a link that is at most an hour old, and meant for this', async () => {
    const browser = await host.found();
    const verification = await host.tokenFor(founder.email);
    const misused = await browser.post('/app/v1/auth/reset', {
      token: verification,
      password: 'brand new one',
    });
    expect(codeOf(misused)).toBe('link-invalid');
    await browser.post('/app/v1/auth/forgot', { identifier: 'ada' });
    const token = await host.tokenFor(founder.email);
    host.test.advance(3_600_000);
    const late = await browser.post('/app/v1/auth/reset', { token, password: 'brand new one' });
    expect(codeOf(late)).toBe('link-invalid');
  });

  it('mails no more to those who ask at the same moment, also of two hosts', async () => {
    await host.found();
    const before = (await host.mails()).length;
    const asked = Array.from({ length: 12 }, (_, index) =>
      new TestBrowser(host.app, `10.3.0.${index}`).post('/app/v1/auth/forgot', {
        identifier: index % 2 === 0 ? 'ada' : founder.email,
      }),
    );
    await Promise.all(asked);
    await host.deps.background.idle();
    expect((await host.mails()).length - before).toBe(3);
  });

  it('mails at most three links an hour to one account', async () => {
    await host.found();
    const before = (await host.mails()).length;
    for (let asked = 0; asked < 5; asked += 1) {
      await new TestBrowser(host.app, `10.1.0.${asked}`).post('/app/v1/auth/forgot', {
        identifier: 'ada',
      });
      await host.deps.background.idle();
    }
    expect(await host.mails()).toHaveLength(before + 3);
    const browser = await host.signUp('eve', 'eve@example.org');
    await browser.post('/app/v1/auth/forgot', { identifier: 'eve' });
    await host.tokenFor('eve@example.org');
    expect((await host.mails()).at(-1)?.text).toContain('/reset');
  });
});

describe('an e-mail address', () => {
  it('is verified by its link, once', async () => {
    const browser = await host.found();
    const token = await host.tokenFor(founder.email);
    const verify = () => new TestBrowser(host.app).post('/app/v1/auth/verify', { token });
    expect((await verify()).statusCode).toBe(200);
    expect(codeOf(await verify())).toBe('link-invalid');
    const session = sessionData.parse((await browser.get('/app/v1/@me/session')).json());
    expect(session.email).toEqual({ address: founder.email, verified: true });
    const updates = host.test.publish.facts.filter(({ event }) => event === 'update');
    expect(updates.at(-1)).toMatchObject({
      data: { reason: 'account' },
    });
  });

  it('gets a new link on request, and the former is worthless then', async () => {
    const browser = await host.found();
    const former = await host.tokenFor(founder.email);
    await browser.post('/app/v1/auth/verify-resend', {});
    const fresh = await host.tokenFor(founder.email);
    expect(fresh).not.toBe(former);
    expect(codeOf(await browser.post('/app/v1/auth/verify', { token: former }))).toBe(
      'link-invalid',
    );
    expect((await browser.post('/app/v1/auth/verify', { token: fresh })).statusCode).toBe(200);
  });
});
