import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  founder,
  startAccountHost,
  type AccountHost,
} from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';
import { sessionData } from '../../protocol/session/fields.ts';
import { setupCode } from './setup-code.ts';

let host: AccountHost;

beforeEach(async () => {
  host = await startAccountHost();
});

afterEach(() => host.close());

describe('founding', () => {
  it('makes the first account, with plan community and every permission of the host', async () => {
    const fresh = new TestBrowser(host.app);
    const state = await fresh.get('/app/v1/auth/state');
    expect(state.json()).toEqual({
      founding: true,
      setup_code_required: false,
      sign_up: 'open',
      mail: false,
      demo: 'none',
    });
    const browser = await host.found();
    const session = sessionData.parse((await browser.get('/app/v1/@me/session')).json());
    expect(session).toMatchObject({
      capabilities: ['host.operate', 'host.server.create'],
      subscription: { plan: 'community', status: 'ACTIVE', until: null },
      limits: { servers: null },
      usage: { servers: 0 },
    });
    const bootstrap = (await browser.get('/app/v1/@me/bootstrap')).json();
    expect(bootstrap).toMatchObject({ progression: { titles: ['founder'] } });
  });

  it('happens once, though two begin it together', async () => {
    const answers = await Promise.all(
      ['ada.one', 'ada.two'].map((username) =>
        new TestBrowser(host.app).post('/app/v1/auth/found', { ...founder, username }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    expect(await host.deps.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
  });

  it.each([
    ['from another address', '10.0.0.1', {}],
    ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }],
    ['under a name that was led here', '127.0.0.1', { host: 'rebound.example' }],
  ])('asks for the printed code %s', async (_how, address, headers) => {
    const browser = new TestBrowser(host.app, address);
    const state = await browser.get('/app/v1/auth/state', headers);
    expect(state.json()).toMatchObject({ setup_code_required: true });
    const without = await browser.post('/app/v1/auth/found', founder, headers);
    expect(codeOf(without)).toBe('setup-code-invalid');
    const code = setupCode(host.deps.secrets).toLowerCase();
    const answer = await browser.post(
      '/app/v1/auth/found',
      { ...founder, setup_code: code },
      headers,
    );
    expect(answer.statusCode).toBe(200);
  });
});
