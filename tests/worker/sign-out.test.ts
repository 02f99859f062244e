/** Whoever has signed out leaves nothing behind, whatever was still under way. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { environmentDouble } from '../../src/worker/doubles.ts';
import { Engine } from '../../src/worker/engine/engine.ts';
import * as hostSide from '../../src/worker/host-side.ts';
import { EXPIRY_CHECK_MS, RENEW_EVERY_MS } from '../../src/worker/session/session.ts';
import { databaseName } from '../../src/worker/store/database-name.ts';
import { StoreDatabase } from '../../src/worker/store/database.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { LateStorage } from '../../src/worker/store/late-storage.ts';
import { passUntil, storedBrowser } from './stored.ts';
import type { Browser } from './tabs.ts';

const OTHER = 'ffffffffffffffffffffffff';
const here = storedBrowser({ Alpha: 40, Bravo: 60 });

const signOut = () => passUntil(here.browser, here.browser.worker.signOut('signed-out'));

/** Nothing of the account is in memory or on the disk, nor will it be restored. */
async function expectNothingLeft(): Promise<void> {
  const { rows } = here.browser.worker.engine;
  expect([rows.account.size, rows.servers.size, rows.history.size]).toEqual([0, 0, 0]);
  expect(await accountDatabases()).toEqual([]);
  expect((await new Registry().read()).muster_id).toBe(null);
}

describe('a sign-out', () => {
  it('has ended when the rows are deleted, not before: the worker may end with it', async () => {
    const { deleteDatabase } = IDBFactory.prototype;
    const deleted: string[] = [];
    IDBFactory.prototype.deleteDatabase = function (name) {
      const request = deleteDatabase.call(this, name);
      request.addEventListener('success', () => deleted.push(name));
      return request;
    };
    // So that nobody waits for the host.
    Object.assign(here.browser.host, { down: true, latency: 0 });
    await signOut();
    const then = [...deleted];
    IDBFactory.prototype.deleteDatabase = deleteDatabase;
    expect(then).toContain(databaseName(here.browser.world.muster_id));
    await expectNothingLeft();
  });

  it('is told to no tab as the end of the session, though the host closes the socket first', async () => {
    const { engine } = here.browser.worker;
    const told: unknown[] = [];
    engine.listen((_, events) => {
      for (const { event } of events) {
        if (event.event === 'connection') told.push(event.data.connection);
      }
    });
    here.browser.random = () => 0;
    await signOut();
    expect(told).toEqual([{ kind: 'signed-out', reason: 'signed-out' }]);
    expect(here.browser.host.signedIn).toBe(false);
  });

  it('leaves to the next account what it stores while the rows of the last are deleted', async () => {
    const { storage } = here;
    const emptied = storage.destroy();
    const next = new Engine();
    const opened = storage.open(next, OTHER);
    await passUntil(here.browser, Promise.all([emptied, opened]));
    expect(await accountDatabases()).toEqual([databaseName(OTHER)]);
    expect(storage.inspect()?.keeps).toBe('all');
  });

  it('in the worker of another build is not undone by rows that were read before it', async () => {
    here.browser.kill();
    here.browser.host.down = true;
    let come = () => {};
    const half = new Promise<typeof hostSide>((resolve) => (come = () => resolve(hostSide)));
    const started = here.browser.start((environment) => {
      const late = { content: hostSide, load: () => half };
      return (here.storage = new LateStorage({ ...environment, hostSide: late }, 'account'));
    });
    const shown = async () => {
      await here.browser.clock.advance(1);
      return here.browser.worker.engine.rows.servers.size;
    };
    await expect.poll(shown).toBe(2);
    // The host has heard of it, too.
    await new Registry().write({ muster_id: null, expires_at: 0, sign_out: null });
    come();
    await started;
    await here.pass(2_000);
    expect((await new Registry().read()).muster_id).toBe(null);
  });

  it('shows nobody the rows whose reading was asked for just before it', async () => {
    here.browser.kill();
    const { clock, locks, world } = here.browser;
    const storage = new LateStorage(
      environmentDouble({ clock, locks: locks.of('next') }),
      'account',
    );
    const next = new Engine();
    const opened = storage.open(next, world.muster_id);
    await Promise.all([opened, storage.destroy()]);
    expect(next.rows.servers.size).toBe(0);
    expect(storage.inspect()).toBe(null);
    expect(await accountDatabases()).toEqual([]);
  });

  it('is undone by no store that was still to be opened, though the registry never took whose it was', async () => {
    here.browser.kill();
    await Dexie.delete('muster-registry');
    const { open } = IDBFactory.prototype;
    const { put } = IDBObjectStore.prototype;
    const name = databaseName(here.browser.world.muster_id);
    IDBFactory.prototype.open = function (...given) {
      if (given[0] === name) throw new DOMException('Not now.', 'UnknownError');
      return open.apply(this, given);
    };
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'accounts') return new EventTarget() as IDBRequest;
      return put.apply(this, given);
    };
    try {
      await here.start();
      await passUntil(here.browser, elapsed(here.browser, 1_000));
      expect(here.browser.worker.link.state.kind).toBe('live');
      IDBFactory.prototype.open = open;
      await here.browser.worker.signOut('expired');
      await passUntil(here.browser, elapsed(here.browser, 6_000));
      expect(here.browser.worker.engine.rows.servers.size).toBe(0);
      expect(await accountDatabases()).toEqual([]);
    } finally {
      Object.assign(IDBFactory.prototype, { open });
      Object.assign(IDBObjectStore.prototype, { put });
    }
    await passUntil(here.browser, elapsed(here.browser, 10_000));
    await expectNothingLeft();
  });
});

describe('whoever signs out while the rows are read', () => {
  it('sees none of them, and no connection is made', async () => {
    here.browser.kill();
    here.browser.host.down = true;
    const disk = slowDisk(here.browser, 2_000);
    const started = here.start();
    await passUntil(here.browser, elapsed(here.browser, 500));
    const done = here.browser.worker.signOut('signed-out');
    await passUntil(here.browser, Promise.all([started, done]));
    disk.free();
    expect(here.browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'signed-out' });
    await passUntil(here.browser, elapsed(here.browser, 6_000));
    expect(here.browser.worker.link.state.kind).toBe('signed-out');
    await expectNothingLeft();
  });
});

describe('an answer that comes after a sign-out', () => {
  it('of who is signed in puts nobody back', async () => {
    here.browser.kill();
    const held = holdAnswers(here.browser, '/@me/session');
    await here.start();
    await here.pass(500);
    expect(held.waiting()).toBe(1);
    expect(here.browser.worker.engine.rows.account.size).toBe(1);
    await signOut();
    await expectNothingLeft();
    held.arrive();
    await here.pass(2_000);
    await expectNothingLeft();
    expect(here.browser.worker.link.state.kind).toBe('signed-out');
  });

  it('of who is signed in puts nobody back whose rows were still being opened', async () => {
    here.browser.kill();
    await here.storage.destroy();
    const disk = slowDisk(here.browser, 2_000);
    const started = here.start();
    await passUntil(here.browser, elapsed(here.browser, 500));
    expect(here.storage.inspect()).not.toBe(null);
    await signOut();
    disk.free();
    await started;
    await passUntil(here.browser, elapsed(here.browser, 6_000));
    await expectNothingLeft();
  });

  const questions: [string, () => Promise<void>][] = [
    [
      'of whether the session goes on',
      async () => {
        const { clock, worker } = here.browser;
        const { expires_at } = worker.engine.rows.account.get('me')!;
        clock.sleep(expires_at - clock.now());
        await here.pass(EXPIRY_CHECK_MS);
      },
    ],
    [
      'to the use of the session',
      async () => {
        here.browser.clock.sleep(RENEW_EVERY_MS);
        here.browser.worker.sign();
        await here.pass(100);
      },
    ],
  ];
  it.each(questions)('%s puts nobody back', async (_, ask) => {
    const held = holdAnswers(here.browser, '/@me/session');
    await ask();
    expect(held.waiting()).toBe(1);
    await signOut();
    held.arrive();
    await here.pass(1_000);
    await expectNothingLeft();
  });

  it('with a history of players leaves no row to the next account', async () => {
    const [alpha] = here.browser.world.servers;
    const path = `/app/v1/server/${alpha!.id}/population?span=24h`;
    const held = holdAnswers(here.browser, path, { span: '24h', step: 60_000, points: [] });
    const commands = createCommands(
      here.browser.worker,
      () => expect.fail(),
      () => {},
    );
    const asked = commands.history(alpha!.id, '24h');
    await here.pass(100);
    expect(held.waiting()).toBe(1);
    await signOut();
    held.arrive();
    await passUntil(here.browser, asked);
    await expectNothingLeft();
  });
});

async function accountDatabases(): Promise<readonly string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => name.startsWith('muster-account'));
}

/** Calls of a path are answered at once, with `answer` where there is one; it arrives when it may. */
function holdAnswers({ host }: Browser, path: string, answer?: unknown) {
  const { fetch } = host;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let waiting = 0;
  const held: typeof fetch = async (asked, request) => {
    const given = await fetch(asked, request);
    if (!asked.endsWith(path)) return given;
    waiting += 1;
    await arrived;
    return answer === undefined ? given : { status: 200, text: JSON.stringify(answer) };
  };
  Object.assign(host, { fetch: held });
  return { waiting: () => waiting, arrive };
}

/** Account databases take so long to be opened, and so long again for each transaction. */
function slowDisk({ clock }: Browser, ms: number): { free(): void } {
  const wait = () => new Promise<void>((resolve) => void clock.after(ms, resolve));
  const { open, transaction } = StoreDatabase.prototype;
  Object.assign(StoreDatabase.prototype, {
    open(this: StoreDatabase) {
      return wait().then(() => open.call(this));
    },
    transaction(this: StoreDatabase, ...given: Parameters<typeof transaction>) {
      return wait().then(() => transaction.apply(this, given));
    },
  });
  return {
    free() {
      Object.assign(StoreDatabase.prototype, { open, transaction });
    },
  };
}

function elapsed({ clock }: Browser, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
