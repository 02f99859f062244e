/** What becomes of Muster's bans in a game's own list when the host loses the server. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { MARK_LENGTH, markedReason } from '../../domain/bans/own-list.ts';
import type { GameBan } from '../../domain/bans/game-list.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { Database } from '../store/database.ts';
import { OwnLists } from './own-lists.ts';

let test: TestDeps;
let app: Awaited<ReturnType<typeof createTestApp>>;
let id: string;
let entries: readonly (GameBan & { readonly number: number })[];
/** What happens to the server after so many entries were taken out at once. */
let afterRemoval: () => Promise<unknown>;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp(test.deps);
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(async () => {
  const owner = await createTestAccount(app, test.deps);
  id = await createTestServer(test.deps, owner.id);
  entries = Array.from({ length: 100 }, (_, number) => {
    const identity = number.toString(16).padStart(32, '0');
    const mac = test.deps.secrets.mac('own ban list', `${id} ${identity}`);
    const reason = markedReason('Griefing', mac.toString('hex').slice(0, MARK_LENGTH));
    return { identity, until: null, reason, number };
  });
  afterRemoval = async () => undefined;
});

const rows = () => test.deps.db.updateTable('servers').where('id', '=', id);
const restrict = (restricted: boolean) => rows().set({ restricted }).execute();

async function leaves(db: Database = test.deps.db): Promise<void> {
  const list = {
    by: 'battleye',
    read: async () => ({ bans: entries, whole: true }),
    remove: async (gone: readonly GameBan[]) => {
      const ids = new Set(gone.map(({ identity }) => identity));
      entries = entries.filter(({ identity }) => !ids.has(identity));
      await afterRemoval();
      return true;
    },
    keep: async () => true,
  };
  const stopping = new AbortController().signal;
  const lists = new OwnLists({ ...test.deps, db, stopping, runtimes: () => new Map() });
  await lists.leave({ id, targetVersion: 1, ownBans: list } as unknown as ServerRuntime);
  await lists.stop();
}

it('all of them are taken out while it is restricted', async () => {
  await restrict(true);
  await leaves();
  expect(entries).toEqual([]);
});

it('they stay where another host runs it, and from the moment when it is restricted no more', async () => {
  await leaves();
  expect(entries).toHaveLength(100);
  await restrict(true);
  afterRemoval = () => restrict(false);
  await leaves();
  expect(entries).toHaveLength(60);
});

it('a deletion, and its end, do not keep them there', async () => {
  await restrict(true);
  const steps = [
    () => rows().set({ deleting: 'requested' }).execute(),
    () => test.deps.db.deleteFrom('servers').where('id', '=', id).execute(),
  ];
  afterRemoval = async () => steps.shift()?.();
  await leaves();
  expect(entries).toEqual([]);
  expect(steps).toEqual([]);
});

it('whoever reads the log is not told that they stay where nobody knows whether they leave', async () => {
  const db = {
    selectFrom: () => {
      throw new Error('gone');
    },
  } as unknown as Database;
  const before = test.logged.length;
  await leaves(db);
  const told = test.logged.slice(before).join();
  expect(told).toContain('it is not known whether bans leave the list of the game itself');
  expect(told).not.toContain('bans stay in');
});
