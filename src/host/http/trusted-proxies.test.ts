import { afterEach, expect, it } from 'vitest';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { readSettings, settingWarnings } from '../settings.ts';

let test: TestDeps | undefined;

afterEach(() => test?.close());

/** Whom a host takes for the caller, where the proxy is at 127.0.0.1 and the header has come so far. */
async function caller(setting: string, forwarded: string): Promise<string> {
  const { trustProxy } = readSettings({ MUSTER_TRUST_PROXY: setting }, '/');
  test = await createTestDeps({ trustProxy });
  const app = await createTestApp(test.deps, {}, (to) =>
    to.get('/who', async ({ ip }) => ({ ip })),
  );
  const answer = await app.inject({ url: '/who', headers: { 'x-forwarded-for': forwarded } });
  await app.close();
  return answer.json<{ ip: string }>().ip;
}

it('what the caller wrote into the header is believed of no number of proxies', async () => {
  expect(await caller('1', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(await caller('2', '1.1.1.1, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  expect(await caller('127.0.0.1,10.0.0.0/8', '1.1.1.1, 203.0.113.9, 10.0.0.2')).toBe(
    '203.0.113.9',
  );
  expect(await caller('false', '1.1.1.1')).toBe('127.0.0.1');
});

it('the old form for all of them stands for one, and the operator is told', async () => {
  expect(await caller('true', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(settingWarnings({ MUSTER_TRUST_PROXY: 'true' })).toEqual([
    'MUSTER_TRUST_PROXY=true is read as 1, the one proxy before Muster: set it to the number of proxies, or to their addresses.',
  ]);
  for (const value of ['1', 'false', '127.0.0.1', '']) {
    expect(settingWarnings({ MUSTER_TRUST_PROXY: value })).toEqual([]);
  }
});
