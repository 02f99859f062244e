/** What fills a host for the next landed version speaks to this one: a whole run of it takes minutes. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { followLogs } from '../../scripts/lib/landed/fill-host.mjs';
import { Person } from '../../scripts/lib/landed/person.mjs';
import { giveFolder } from '../../src/host/game-logs/given-folders.ts';
import { createTestAccount, createTestServer } from '../support/accounts.ts';
import { startLiveHost } from '../support/live-host.ts';

it('gives a server a log folder, and keeps its other settings', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'muster-fill-')));
  const host = await startLiveHost(undefined, false, { logRoot: folder });
  onTestFinished(async () => {
    await host.stop();
    await rm(folder, { recursive: true });
  });
  const { deps } = host;
  const { browser, id: owner } = await createTestAccount(host.app, deps);
  const id = await createTestServer(deps, owner);
  await giveFolder(deps, owner, folder, deps.clock());
  const person = new Person(host.app.listeningOrigin);
  person.cookies = browser.cookies;
  const settings = async () => (await person.get(`/app/v1/server/${id}/settings`)).rows;
  const [before] = await settings();
  await followLogs(person, id, folder);
  expect(await settings()).toEqual([{ ...before, log_folder: folder }]);
});
