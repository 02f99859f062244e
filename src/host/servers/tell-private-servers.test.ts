import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { addressRule } from '../connectors/address-rule.ts';
import type { Resolution } from '../connectors/ports.ts';
import { tellPrivateServers } from './tell-private-servers.ts';

const rule = addressRule({ privateAddresses: undefined, host: '0.0.0.0' });

let test: TestDeps;
let ids: string[];
let told: unknown[];
const log = { warn: (what: unknown) => void told.push(what) };

beforeEach(async () => {
  test = await createTestDeps();
  const app = await createTestApp(test.deps);
  const { id: account } = await createTestAccount(app, test.deps);
  ids = [];
  told = [];
  for (const n of [1, 2, 3]) {
    const given = { host: `10.0.0.${n}`, private_address: true };
    ids.push(await createTestServer(test.deps, account, given));
  }
});
afterEach(() => test.close());

it('the servers that stay connected in private networks are named', async () => {
  const resolve = (address: string) => Promise.resolve<Resolution>({ ok: true, address });
  const stopping = new AbortController().signal;
  await tellPrivateServers(test.deps.db, resolve, rule, { log, stopping });
  expect(told).toEqual([{ servers: ids.sort() }]);
});

it('a host that stops waits for no resolver, and asks for no other name', async () => {
  const stopping = new AbortController();
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    stopping.abort();
    return new Promise<Resolution>(() => undefined);
  };
  const { signal } = stopping;
  await tellPrivateServers(test.deps.db, resolve, rule, { log, stopping: signal });
  expect(asked).toHaveLength(1);
  expect(told).toEqual([]);
});

it('a host that was stopped before it began asks for no name', async () => {
  const stopping = AbortSignal.abort();
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return Promise.resolve<Resolution>({ ok: true, address: host });
  };
  await tellPrivateServers(test.deps.db, resolve, rule, { log, stopping });
  expect([asked, told]).toEqual([[], []]);
});

it('the servers that an operator no longer allows are named', async () => {
  const resolve = (address: string) => Promise.resolve<Resolution>({ ok: true, address });
  const stopping = new AbortController().signal;
  const strict = addressRule({ privateAddresses: false, host: '0.0.0.0' });
  await tellPrivateServers(test.deps.db, resolve, strict, { log, stopping });
  expect(told).toEqual([{ servers: ids.sort() }]);
});
