import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeOf, startAccountHost, type AccountHost } from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';
import type { OfferedDemo } from '../demo/offered-demo.ts';

const ADDRESS = 'http://127.0.0.1:7071';
let host: AccountHost;
let demo: OfferedDemo & { opened: number; foundings: number; broken: boolean };

beforeEach(async () => {
  demo = {
    opened: 0,
    foundings: 0,
    broken: false,
    get running() {
      return this.opened > 0;
    },
    async open() {
      if (this.broken) throw new Error('No port is free.');
      this.opened += 1;
      return ADDRESS;
    },
    founded() {
      this.foundings += 1;
    },
    stop: async () => undefined,
  };
  host = await startAccountHost({}, demo);
});

afterEach(() => host.close());

const explore = (browser: TestBrowser, headers = {}) =>
  browser.post('/app/v1/auth/demo', {}, headers);
const offered = async (browser: TestBrowser, headers = {}) =>
  (await browser.get('/app/v1/auth/state', headers)).json<{ demo: string }>().demo;

it('offers the demo before there is an account, and tells where it is', async () => {
  const browser = new TestBrowser(host.app);
  expect(await offered(browser)).toBe('offered');
  expect((await explore(browser)).json()).toEqual({ status: true, address: ADDRESS });
  expect(await offered(browser)).toBe('running');
  expect((await explore(browser)).statusCode).toBe(200);
});

it.each([
  ['from another address', '10.0.0.1', {}],
  ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }],
  ['under a name that was led here', '127.0.0.1', { host: 'rebound.example' }],
])('offers it to nobody %s', async (_how, address, headers) => {
  const browser = new TestBrowser(host.app, address);
  expect(await offered(browser, headers)).toBe('none');
  expect(codeOf(await explore(browser, headers))).toBe('demo-not-offered');
  expect(demo.opened).toBe(0);
});

it('offers it no more once there is an account, and says so to the one that runs', async () => {
  const browser = await host.found();
  expect(demo.foundings).toBe(1);
  expect(await offered(browser)).toBe('none');
  expect(codeOf(await explore(browser))).toBe('demo-not-offered');
});

it('says when it cannot be started, and logs why', async () => {
  demo.broken = true;
  expect(codeOf(await explore(new TestBrowser(host.app)))).toBe('demo-not-started');
  expect(host.test.logged.join('')).toContain('No port is free.');
});
