import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { startLiveHost, type LiveHost } from '../../../tests/support/live-host.ts';

let host: LiveHost;
let owner: string;

beforeAll(async () => {
  host = await startLiveHost();
  owner = (await createTestAccount(host.app, host.deps)).id;
});
afterAll(() => host.stop());

const runs = (id: string) => host.live.supervisor.runtimes.get(id);

it('a new name reaches the server that runs', async () => {
  const id = await createTestServer(host.deps, owner);
  await expect.poll(() => runs(id)).toBeDefined();
  await host.deps.db
    .updateTable('servers')
    .set({ identifier: 'Renamed' })
    .where('id', '=', id)
    .execute();
  host.live.supervisor.look(id);
  await expect.poll(() => runs(id)?.row.configuration.identifier).toBe('Renamed');
});

it('servers that cannot be run keep no other from it', async () => {
  const unreadable = { ...host.deps.secrets, seal: () => Buffer.of(0) };
  const said = (what: string) => host.logged.filter((line) => line.includes(what)).length;
  // As many as are opened at once.
  for (let count = 0; count < 8; count += 1) {
    const where = { host: `broken${count}.example.org` };
    await createTestServer({ ...host.deps, secrets: unreadable }, owner, where);
  }
  await expect.poll(() => said('a server could not be run')).toBeGreaterThanOrEqual(8);
  const id = await createTestServer(host.deps, owner, { host: 'good.example.org' });
  await expect.poll(() => runs(id)).toBeDefined();
  expect(said('could not be held')).toBe(0);
});
