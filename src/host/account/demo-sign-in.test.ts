import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  codeOf,
  founder,
  startAccountHost,
  type AccountHost,
} from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';

let host: AccountHost;

beforeEach(async () => {
  host = await startAccountHost({ demo: { back: null } });
  await host.found();
});

afterEach(() => host.close());

it('a demo locks nobody out, however often somebody mistypes or changes roles', async () => {
  for (let times = 0; times < 25; times += 1) {
    expect(codeOf(await host.signIn('ada', 'mistyped'))).toBe('bad-credentials');
  }
  expect((await host.signIn('ada', founder.password)).statusCode).toBe(200);
});

it('a demo leaves the cookies of the Muster beside it alone', async () => {
  const browser = new TestBrowser(host.app);
  browser.cookies.set('muster_session', 'of another port');
  await host.signIn('ada', founder.password, browser);
  expect([...browser.cookies.keys()]).toEqual(['muster_session', 'muster_demo_session']);
  expect(browser.cookies.get('muster_session')).toBe('of another port');
  expect(await host.login(browser)).toBe('LOGGED_IN');
});
