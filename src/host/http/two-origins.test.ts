import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, TestBrowser, type TestDeps } from '../../../tests/support/host.ts';
import { problem } from '../../protocol/problem.ts';
import { sessionCalls } from '../session/calls.ts';
import { createApp } from './app.ts';
import { registerCalls } from './route.ts';

const portal = 'https://muster.example.org';
const api = 'https://api.example.org';
let test: TestDeps;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-portal-'));
  await writeFile(join(folder, 'index.html'), '<html><head><title>portal</title></head></html>');
  test = await createTestDeps({ origin: portal, apiOrigin: api });
  app = await createApp(test.deps, { portalDir: folder });
  registerCalls(app, test.deps, sessionCalls);
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await test.close();
  await rm(folder, { recursive: true });
});

it('lets the pages of the portal read answers and post, with cookies', async () => {
  const browser = new TestBrowser(app);
  const from = { origin: portal, host: 'api.example.org' };
  const token = await browser.get('/app/v1/@me/acsrf-token', from);
  expect(token.headers).toMatchObject({
    'access-control-allow-origin': portal,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  });
  const { acsrf_token } = token.json<{ acsrf_token: string }>();
  const answer = await browser.post('/app/v1/@me/logout', { acsrf_token }, from);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe(portal);
});

it('answers a refusal so that the portal can read it', async () => {
  const from = { origin: portal, host: 'api.example.org' };
  const answer = await new TestBrowser(app).get('/app/v1/@me/session', from);
  expect(problem.parse(answer.json()).code).toBe('not-signed-in');
  expect(answer.headers['access-control-allow-origin']).toBe(portal);
});

it('answers the question that a browser asks before it posts', async () => {
  const answer = await new TestBrowser(app).send({
    method: 'OPTIONS',
    url: '/app/v1/@me/logout',
    headers: {
      origin: portal,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers['access-control-allow-headers']).toBe('Content-Type');
});

it('tells pages of any other origin nothing', async () => {
  const from = { origin: 'https://evil.example', host: 'api.example.org' };
  const answer = await new TestBrowser(app).get('/app/v1/@me/status', from);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

it('names the API to the portal, and allows its pages to reach it', async () => {
  const answer = await new TestBrowser(app).get('/dashboard');
  expect(answer.body).toContain(`<head><meta name="muster-api" content="${api}">`);
  expect(answer.headers['content-security-policy']).toContain(
    `connect-src 'self' ${api} wss://api.example.org;`,
  );
});
