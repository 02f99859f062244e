import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { problem } from '../../protocol/problem.ts';
import { HostError } from '../calls/host-error.ts';
import { playerProfile } from '../players/profile.ts';
import { sessionCalls } from '../session/calls.ts';

let test: TestDeps;
let app: FastifyInstance;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp(test.deps, { ...sessionCalls, playerProfile }, (made) => {
    made.get('/silent-game', () => {
      throw new HostError('no-answer', 'The game server did not answer.');
    });
    made.get('/broken', () => {
      throw new TypeError('a fault of ours');
    });
  });
});

afterAll(async () => {
  await app.close();
  await test.close();
});

describe('a mutating request', () => {
  it('passes with the token of its own browser', async () => {
    const answer = await new TestBrowser(app).post('/app/v1/@me/logout', {});
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true }]);
  });

  it('is refused with the token of another browser', async () => {
    const token = await new TestBrowser(app).acsrfToken();
    const answer = await new TestBrowser(app).post('/app/v1/@me/logout', { acsrf_token: token });
    expect(problem.parse(answer.json()).code).toBe('invalid-csrf-token');
  });

  it('is refused when a page of another origin sends it, and passes from our own', async () => {
    const browser = new TestBrowser(app);
    const foreign = await browser.post(
      '/app/v1/@me/logout',
      {},
      { origin: 'https://evil.example' },
    );
    expect(problem.parse(foreign.json()).code).toBe('invalid-origin');
    const own = await browser.post('/app/v1/@me/logout', {}, { origin: 'http://127.0.0.1:7070' });
    expect(own.statusCode).toBe(200);
  });

  it('is refused under a name that is not ours, though origin and host agree', async () => {
    const answer = await new TestBrowser(app).post(
      '/app/v1/@me/logout',
      {},
      { origin: 'http://rebound.example:7070', host: 'rebound.example:7070' },
    );
    expect(problem.parse(answer.json()).code).toBe('invalid-origin');
  });

  it('names the fields that are wrong, and repeats no value', async () => {
    const answer = await new TestBrowser(app).send({
      method: 'POST',
      url: '/app/v1/@me/logout',
      payload: { acsrf_token: 'canary' },
    });
    const body = problem.parse(answer.json());
    expect(body).toMatchObject({ code: 'invalid-request', fields: { acsrf_token: 'too_small' } });
    expect(answer.body).not.toContain('canary');
  });

  it('is refused when it is no JSON', async () => {
    const answer = await new TestBrowser(app).send({
      method: 'POST',
      url: '/app/v1/@me/logout',
      payload: 'acsrf_token=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(problem.parse(answer.json()).code).toBe('invalid-request');
  });
});

it('a call for whoever is signed in tells nobody else what is wrong with its path', async () => {
  const asked = async (browser: TestBrowser) => {
    const answer = await browser.get('/app/v1/server/none/players/nobody');
    return problem.parse(answer.json()).code;
  };
  const { browser } = await createTestAccount(app, test.deps);
  expect([await asked(new TestBrowser(app)), await asked(browser)]).toEqual([
    'not-signed-in',
    'invalid-request',
  ]);
});

describe('what goes wrong', () => {
  const logged = async (url: string) => {
    test.logged.length = 0;
    await new TestBrowser(app).send({ method: 'GET', url });
    return test.logged
      .map((line) => JSON.parse(line) as { level: number; err?: unknown; code?: string })
      .filter(({ level }) => level >= 40);
  };

  it('is a warning without a stack where a game server does not answer', async () => {
    const lines = await logged('/silent-game');
    expect(lines).toMatchObject([{ level: 40, code: 'no-answer' }]);
    expect(JSON.stringify(lines)).not.toContain('stack');
  });

  it('is an error with its stack where nobody expected it', async () => {
    const lines = await logged('/broken');
    expect(lines).toMatchObject([{ level: 50, err: { message: 'a fault of ours' } }]);
  });
});

describe('a request that is far from what it must be', () => {
  const send = (payload: string) =>
    new TestBrowser(app).send({
      method: 'POST',
      url: '/app/v1/@me/logout',
      payload,
      headers: { 'content-type': 'application/json' },
    });

  it.each([
    ['arrays', '['.repeat(32_000) + ']'.repeat(32_000)],
    ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
    ['arrays that never end', '['.repeat(65_000)],
  ])('is refused like any other, be it nested %s', async (_, payload) => {
    const answer = await send(payload);
    expect(problem.parse(answer.json())).toMatchObject({ code: 'invalid-request', status: 400 });
    expect(answer.body.length).toBeLessThan(4_000);
  });

  it('is answered with a few of its faults', async () => {
    const surplus = Object.fromEntries(
      Array.from({ length: 1_200 }, (_, at) => [`${'x'.repeat(30)}${at}\0`, at]),
    );
    const long = { ['y'.repeat(60_000)]: 'a\0' };
    for (const body of [surplus, long]) {
      const answer = await send(JSON.stringify(body));
      expect(problem.parse(answer.json()).code).toBe('invalid-request');
      expect(answer.body.length).toBeLessThan(4_000);
    }
  });
});

it('answers a problem document where there is nothing', async () => {
  const answer = await new TestBrowser(app).get('/app/v1/nothing');
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(problem.parse(answer.json()).code).toBe('not-found');
});

it('answers alike whatever languages the browser asks for', async () => {
  const asked = fc.oneof(
    fc.constantFrom('', 'C', 'en-US@posix', 'de;q=1e999, *;q=-1', `en${',en'.repeat(2_000)}`),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  const plain = await new TestBrowser(app).get('/app/v1/nothing');
  const told = problem.parse(plain.json());
  await fc.assert(
    fc.asyncProperty(asked, async (languages) => {
      const headers = { 'accept-language': languages };
      const answer = await new TestBrowser(app).get('/app/v1/nothing', headers);
      expect(problem.parse(answer.json())).toEqual(told);
    }),
    { numRuns: 50 },
  );
});

it('answers a problem document to an address that cannot be read', async () => {
  const answer = await app.inject({ method: 'GET', url: '/%ff%00' });
  expect([answer.statusCode, problem.parse(answer.json()).code]).toEqual([400, 'invalid-request']);
  expect(answer.headers['content-type']).toContain('application/problem+json');
});

it('limits a call for an address, and says when to try again', async () => {
  const browser = new TestBrowser(app, '10.9.9.9');
  const answers = [];
  for (let call = 0; call < 61; call += 1) {
    answers.push(await browser.send({ method: 'POST', url: '/app/v1/@me/logout', payload: {} }));
  }
  const last = answers.at(-1)!;
  expect(problem.parse(last.json())).toMatchObject({ code: 'rate-limited', status: 429 });
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect(answers.at(-2)!.statusCode).toBe(400);
});

it('sends a strict content security policy with every answer', async () => {
  const { headers } = await new TestBrowser(app).get('/docs');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|data:|\*/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it.each([
  ['/docs.css', 'text/css', '{'],
  ['/docs.js', 'text/javascript', 'openapi.json'],
])('serves %s, which /docs asks for, as what it is', async (path, type, part) => {
  const browser = new TestBrowser(app);
  expect((await browser.get('/docs')).body).toContain(`"${path}"`);
  const answer = await browser.get(path);
  expect([answer.statusCode, String(answer.headers['content-type']).split(';')[0]]).toEqual([
    200,
    type,
  ]);
  expect(answer.body).toContain(part);
});

it('describes every call in openapi.json', async () => {
  const answer = await new TestBrowser(app).get('/openapi.json');
  const api = answer.json<{ openapi: string; paths: Record<string, object> }>();
  expect(api.openapi).toBe('3.1.0');
  expect(Object.keys(api.paths)).toContain('/app/v1/@me/status');
  expect(Object.keys(api.paths)).not.toContain('/metrics');
});

it('is healthy and ready', async () => {
  const browser = new TestBrowser(app);
  expect((await browser.get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await browser.get('/readyz')).json()).toEqual({ status: 'ready', behind: {} });
  const stranger = new TestBrowser(app, '10.1.1.1');
  expect((await stranger.get('/readyz')).json()).toEqual({ status: 'ready' });
});

it('shows metrics to this machine alone where no token is set', async () => {
  expect((await new TestBrowser(app).get('/metrics')).body).toContain(
    'muster_http_request_seconds',
  );
  expect((await new TestBrowser(app, '10.1.1.1').get('/metrics')).statusCode).toBe(403);
  const proxied = await new TestBrowser(app).get('/metrics', { 'x-forwarded-for': '10.1.1.1' });
  expect(proxied.statusCode).toBe(403);
});
