import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFeaturesApp } from '../../../tests/support/features.ts';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';

let test: TestDeps;
let app: FastifyInstance;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createFeaturesApp(test);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

it.each([
  '/app/v1/@me/status',
  '/app/v1/@me/acsrf-token',
  '/app/v1/@me/session',
  '/app/v1/auth/state',
  '/app/v1/@me/walls',
  '/app/v1/nowhere',
  '/healthz',
  '/metrics',
])('no cache keeps what %s answers', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.headers['cache-control']).toBe('no-store');
});
