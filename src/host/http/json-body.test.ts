import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readJsonBodies } from './json-body.ts';
import { answerErrors } from './problems.ts';

let app: FastifyInstance;

beforeEach(() => {
  app = fastify({ bodyLimit: 2 ** 21 });
  answerErrors(app);
  readJsonBodies(app);
  app.post('/', async (request) => ({ kept: JSON.stringify(request.body).length }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

async function send(payload: string) {
  const headers = { 'content-type': 'application/json' };
  const parse = vi.spyOn(JSON, 'parse');
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload });
  const parsed = parse.mock.calls.map(([text]) => text.length);
  vi.restoreAllMocks();
  return { answer, parsed: Math.max(0, ...parsed) };
}

const many = (one: (at: number) => string) =>
  Array.from({ length: 110_000 }, (_, at) => one(at)).join();

it.each([
  ['opened brackets', '['.repeat(1_000_000), 'too_deep'],
  ['closed brackets', '['.repeat(500_000) + ']'.repeat(500_000), 'too_deep'],
  ['names', `{${many((at) => `"k${at}":1`)}}`, 'too_many'],
  ['objects', `[${many((at) => `{"k${at}":1}`)}]`, 'too_many'],
  ['values', `[${many(() => '1')}]`, 'too_many'],
])('a body of nothing but %s is refused without being parsed', async (_, payload, rule) => {
  const { answer, parsed } = await send(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'invalid-request', fields: { '': rule } });
  expect(parsed).toBe(0);
});

it('a wall of all servers that it may show is read, and what is no JSON is refused', async () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => at.toString(16).padStart(24, '0'));
  const payload = JSON.stringify({ scenes: [{ ids }] });
  expect((await send(payload)).answer.json()).toEqual({ kept: payload.length });
  expect((await send(`{"a":"${'x'.repeat(70_000)}`)).answer.statusCode).toBe(400);
});
