import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantOwnServer } from '../../src/host/access/grants.ts';
import { newId } from '../../src/host/store/ids.ts';
import { CALLS, type CallName } from '../../src/protocol/calls.ts';
import { problem } from '../../src/protocol/problem.ts';
import { createTestAccount, founder } from '../support/accounts.ts';
import { createFeaturesApp } from '../support/features.ts';
import { createTestDeps, type TestBrowser, type TestDeps } from '../support/host.ts';

const RUNS_A_CALL = 40;
const RUNS_A_BROWSER = 10;

let test: TestDeps;
let app: FastifyInstance;
let server: string;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createFeaturesApp(test);
  server = newId(test.deps.clock());
});

afterAll(async () => {
  await app.close();
  await test.close();
});

/** A manager of the server and operator of the host at an address of its own: it reaches no limit soon. */
async function manager(): Promise<TestBrowser> {
  const address = `10.${fresh()}.${fresh()}.${fresh()}`;
  const { id, browser } = await createTestAccount(
    app,
    test.deps,
    ['host.operate', 'host.server.create'],
    address,
  );
  await test.deps.db
    .transaction()
    .execute((trx) => grantOwnServer(trx, id, server, test.deps.clock()));
  return browser;
}

let made = 0;
function fresh(): number {
  made += 1;
  return made % 250;
}

/** Strings that people and programs get wrong, and values of every other kind. */
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\uD800',
    '%00',
    "' or 1=1 --",
    'a'.repeat(300),
    '🦄'.repeat(9),
    '../../etc',
  ),
  fc.constantFrom(founder.username, founder.email, founder.password, 'Europe/Berlin', '127.0.0.1'),
  fc.stringMatching(/^[0-9a-f]{24}$/),
  fc.integer(),
  fc.constantFrom(1, 2, 3, 23, 2302, Number.MAX_SAFE_INTEGER, -0, 1e308, 0.5),
  fc.jsonValue({ maxDepth: 3 }),
  // As large, as deep and as many as a body can hold.
  fc.constantFrom<unknown>(
    'a'.repeat(60_000),
    '"\\'.repeat(15_000),
    ' '.repeat(60_000),
    nested(1_500),
    Array.from({ length: 20_000 }, () => 0),
    Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, ''])),
  ),
);

function nested(depth: number): unknown {
  let inner: unknown = [];
  for (let level = 1; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
}

/** Bodies with the call's own fields, some missing, some of another kind, and some that are none. */
function bodies(name: CallName): fc.Arbitrary<Record<string, unknown>> {
  const { body } = CALLS[name];
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const known = Object.fromEntries(
    fields.filter((field) => field !== 'acsrf_token').map((field) => [field, value]),
  );
  return fc.record({ ...known, surplus: value }, { requiredKeys: [] });
}

const queries = fc
  .dictionary(fc.constantFrom('limit', 'before', 'span', 'ids', 'x'), fc.string({ unit: 'binary' }))
  .map((query) => new URLSearchParams(query).toString());

const names = Object.keys(CALLS) as CallName[];

describe.each(names)('%s', (name) => {
  it('answers whatever it is sent by its schema or by a problem, and never breaks', async () => {
    const { method, path, answer } = CALLS[name];
    const url = path.replace(':server_id', server);
    let browser = await manager();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(bodies(name), queries, async (body, query) => {
        runs += 1;
        if (runs % RUNS_A_BROWSER === 0) browser = await manager();
        const response =
          method === 'GET' ? await browser.get(`${url}?${query}`) : await browser.post(url, body);
        if (response.statusCode === 200) answer.parse(response.json());
        else expect(problem.parse(response.json()).status).toBe(response.statusCode);
        expect(response.body).not.toContain('internal-error');
        if (response.statusCode === 400) expect(response.body.length).toBeLessThan(10_000);
      }),
      { numRuns: RUNS_A_CALL, seed: 7070 },
    );
  });
});
