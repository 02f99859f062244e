import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyframe } from '../../src/domain/fold.ts';
import type { ViewRows } from '../../src/domain/queries.ts';
import { databaseName, type StoreDatabase } from '../../src/worker/store/database.ts';
import { LOG_LIMITS } from '../../src/worker/store/log.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { BrowserStorage } from '../../src/worker/store/storage.ts';
import { forgetAll, passStored, readBeside, rowsOfLog, STORED } from './stored.ts';
import { Browser, SERVERS } from './tabs.ts';

let browser: Browser;
let storage: BrowserStorage;

async function start(): Promise<void> {
  await browser.start((environment) => (storage = new BrowserStorage(environment)));
}

const pass = (ms: number) => passStored(browser, storage, ms);

/** Reads the database as it stands. */
const read = <T>(question: (database: StoreDatabase) => Promise<T>) =>
  readBeside(browser, question);

beforeEach(async () => {
  browser = new Browser();
  browser.world.addServer('Alpha', 40);
  browser.world.addServer('Bravo', 60);
  await start();
  await pass(500);
});

afterEach(async () => {
  browser.kill();
  await forgetAll(storage);
});

describe('the store on a disk that takes less', () => {
  it('makes room on a full disk: the oldest of the log goes, and the rows are written', async () => {
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Early'));
    await pass(1_000);
    const disk = fillDisk();
    browser.host.tell(browser.world.join(alpha!, 'Late'));
    await pass(5_000);
    disk.free();
    const { chunks, log } = await read(async (database) => ({
      chunks: await database.chunks.toArray(),
      log: await database.log.toArray(),
    }));
    expect(JSON.stringify(chunks)).toContain('Late');
    expect(log[0]?.seq).toBeGreaterThan(0);
    expect(await rowsOfLog(browser)).toEqual(keyframe(browser.worker.engine.rows, STORED));
  });

  it('replays no hole as if there were none, after more events than it can hold', async () => {
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Early'));
    await pass(1_000);
    const disk = fillDisk('UnknownError');
    browser.host.tell(browser.world.join(alpha!, 'In the hole'));
    await pass(500);
    const { engine } = browser.worker;
    for (let at = 0; at < LOG_LIMITS.events + 50; at++) {
      engine.dispatch({
        source: 'link',
        event: 'connection',
        at,
        data: { connection: { kind: 'live', since: at, latency: null } },
      });
    }
    await pass(500);
    disk.free();
    await pass(3_000);
    browser.host.tell(browser.world.join(alpha!, 'After it'));
    await pass(500);
    expect(JSON.stringify(await read(({ log }) => log.toArray()))).not.toContain('In the hole');
    expect(await rowsOfLog(browser)).toEqual(keyframe(engine.rows, STORED));
  });

  it('goes on in memory alone when nothing helps, says so in every tab, and returns by itself', async () => {
    const [alpha] = browser.world.servers;
    const link = { view: 'link' } as const;
    const tabs = [await browser.tab('A'), await browser.tab('B')];
    const views = tabs.map((tab) => tab.view<ViewRows['link']>(link));
    await pass(500);
    const memoryOnly = () => views.map((view) => view.row('link').peek()?.memory_only?.why ?? null);
    expect(memoryOnly()).toEqual([null, null]);
    const disk = fillDisk('QuotaExceededError', true);
    browser.host.tell(browser.world.join(alpha!, 'In memory'));
    await pass(3_000);
    expect(memoryOnly()).toEqual(['full', 'full']);
    expect(storage.inspect()).toMatchObject({ keeps: 'nothing', trouble: 'full' });
    expect(browser.worker.engine.rows.players.size).toBe(1);
    await pass(62_000);
    expect(memoryOnly()).toEqual(['full', 'full']);
    disk.free();
    await pass(62_000);
    expect(memoryOnly()).toEqual([null, null]);
    expect(storage.inspect()?.keeps).toBe('rows');
    expect(JSON.stringify(await read(({ chunks }) => chunks.toArray()))).toContain('In memory');
    await pass(62_000);
    expect(storage.inspect()).toMatchObject({ keeps: 'all', trouble: null });
    browser.host.tell(browser.world.join(alpha!, 'After it'));
    await pass(1_000);
    expect(await rowsOfLog(browser)).toEqual(keyframe(browser.worker.engine.rows, STORED));
  });

  it('is given up and made anew where it fails again and again', async () => {
    const [alpha] = browser.world.servers;
    const disk = fillDisk('UnknownError');
    browser.host.tell(browser.world.join(alpha!, 'Survivor'));
    await pass(8_000);
    expect(browser.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('failed');
    await read(async ({ meta }) => expect((await meta.get('state'))?.revision).toBeGreaterThan(0));
    disk.free();
    await pass(62_000);
    expect(browser.worker.engine.rows.link.get('link')?.memory_only).toBe(null);
    expect(JSON.stringify(await read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
  });

  it('is written anew when somebody deletes it, but not after a sign-out', async () => {
    const name = databaseName(browser.world.muster_id);
    await Dexie.delete(name);
    // Somebody's wish is no failure of the database.
    expect(storage.inspect()?.failures).toBe(0);
    await pass(2_000);
    expect(browser.worker.engine.rows.link.get('link')?.memory_only ?? null).toBe(null);
    expect(await read(({ chunks }) => chunks.count())).toBeGreaterThan(0);
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    await Dexie.delete(name);
    await pass(2_000);
    expect(await Dexie.getDatabaseNames()).not.toContain(name);
    expect(storage.inspect()?.keeps).toBe('nothing');
  });

  it('is kept for who signs in again, though it could not be written that the sign-out was told', async () => {
    await storage.keepSignOut({ token: null });
    const disk = fillDisk('UnknownError');
    await storage.keepSignOut(null);
    disk.free();
    const { muster_id } = browser.world;
    storage.remember(muster_id, browser.clock.now() + 3_600_000);
    await pass(500);
    expect(await new Registry().read()).toMatchObject({ muster_id, sign_out: null });
    await Dexie.delete(databaseName(muster_id));
    await pass(2_000);
    expect(await read(({ chunks }) => chunks.count())).toBeGreaterThan(0);
  });

  it('leaves it said that nothing is kept where it stops because somebody has signed out', async () => {
    const disk = fillDisk('UnknownError');
    browser.host.tell(browser.world.join(browser.world.servers[0]!, 'In memory'));
    await pass(8_000);
    disk.free();
    const memoryOnly = () => browser.worker.engine.rows.link.get('link')?.memory_only?.why;
    expect(memoryOnly()).toBe('failed');
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    await storage.retry();
    expect(memoryOnly()).toBe('failed');
    expect(storage.inspect()?.keeps).toBe('nothing');
  });

  it('keeps a log anew after a life that ended when it had just deleted all of it', async () => {
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Early'));
    await pass(1_000);
    browser.kill();
    await read(({ log, keyframes }) => Promise.all([log.clear(), keyframes.clear()]));
    await start();
    await pass(500);
    browser.host.tell(browser.world.join(alpha!, 'Late'));
    await pass(1_000);
    expect(await rowsOfLog(browser)).toEqual(keyframe(browser.worker.engine.rows, STORED));
  });

  it('goes on writing after a failure that nobody reckoned with', async () => {
    const { engine } = browser.worker;
    const disk = fillDisk('UnknownError');
    const stop = engine.listen((changes) => {
      if (!changes.some(({ table }) => table === 'link')) return;
      if (engine.rows.link.get('link')?.memory_only)
        throw new TypeError('Nobody reckoned with it.');
    });
    browser.host.tell(browser.world.join(browser.world.servers[0]!, 'Survivor'));
    await pass(8_000);
    expect(browser.logged).toContain('The store failed.');
    stop();
    disk.free();
    await pass(62_000);
    expect(JSON.stringify(await read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
  });

  it('is deleted and made anew by nobody but the worker that writes it', async () => {
    const { open, deleteDatabase } = IDBFactory.prototype;
    const name = databaseName(browser.world.muster_id);
    const other = new Browser();
    Object.assign(other, {
      locks: browser.locks,
      host: browser.host,
      clock: browser.clock,
      world: browser.world,
    });
    const deleted: string[] = [];
    const fail = (...given: Parameters<typeof open>) => {
      if (given[0] === name) throw new DOMException('Not now.', 'UnknownError');
      return open.apply(indexedDB, given);
    };
    IDBFactory.prototype.open = fail;
    IDBFactory.prototype.deleteDatabase = (which) => {
      deleted.push(which);
      return deleteDatabase.call(indexedDB, which);
    };
    let own: BrowserStorage | null = null;
    try {
      const begun = other.start((environment) => {
        own = new BrowserStorage({ ...environment, locks: browser.locks.of('other') });
        return own;
      });
      await begun;
      await passStored(other, own!, 20_000);
      expect(other.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('failed');
      IDBFactory.prototype.open = open;
      await passStored(other, own!, 62_000);
      expect(other.worker.engine.rows.link.get('link')?.memory_only).toBe(null);
    } finally {
      Object.assign(IDBFactory.prototype, { open, deleteDatabase });
    }
    expect(deleted).not.toContain(name);
    other.kill();
    browser.locks.kill('other');
  });

  it('is missed by nobody where databases cannot be opened: all is live, and said', async () => {
    browser.kill();
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here.', 'InvalidStateError');
    };
    try {
      await start();
      const tab = await browser.tab('A');
      const servers = tab.view(SERVERS);
      await pass(1_000);
      browser.host.tell(browser.world.join(browser.world.servers[0]!, 'Survivor'));
      await pass(500);
      expect(browser.worker.link.state.kind).toBe('live');
      expect(servers.total.peek()).toBe(2);
      expect(browser.worker.engine.rows.players.size).toBe(1);
      expect(browser.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('refused');
    } finally {
      IDBFactory.prototype.open = open;
    }
    await pass(62_000);
    expect(browser.worker.engine.rows.link.get('link')?.memory_only).toBe(null);
    expect(JSON.stringify(await read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
    browser.kill();
    browser.host.down = true;
    await start();
    expect(browser.worker.engine.rows.players.size).toBe(1);
  });

  it('keeps no start waiting that never answers', async () => {
    browser.kill();
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    try {
      const started = start();
      await browser.clock.advance(4_000);
      await started;
      await browser.clock.advance(10_000);
      expect(browser.worker.link.state.kind).toBe('live');
      expect(browser.worker.engine.rows.servers.size).toBe(2);
      await browser.clock.advance(30_000);
      expect(browser.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('failed');
    } finally {
      IDBFactory.prototype.open = open;
    }
    browser.kill();
    await start();
  });

  it('forgets who signs out on a full disk, also when the host does not hear of it', async () => {
    const disk = fillDisk('QuotaExceededError', 'until rows go');
    browser.host.down = true;
    browser.host.close();
    const done = browser.worker.signOut('signed-out');
    await pass(4_000);
    await done;
    await storage.flush();
    disk.free();
    const names = await Dexie.getDatabaseNames();
    expect(names.filter((name) => name.startsWith('muster-account'))).toEqual([]);
    expect((await new Registry().read()).sign_out).not.toBe(null);
  });
});

/**
 * Nothing can be written; where it is for want of room, until something of the log is deleted. `stays`:
 * whatever is deleted, or until a whole database is.
 */
function fillDisk(
  why = 'QuotaExceededError',
  stays: boolean | 'until rows go' = false,
): { free(): void } {
  const { put, delete: remove } = IDBObjectStore.prototype;
  const { deleteDatabase } = IDBFactory.prototype;
  let full = true;
  IDBObjectStore.prototype.put = function (...given) {
    if (full) throw new DOMException('Not now.', why);
    return put.apply(this, given);
  };
  IDBObjectStore.prototype.delete = function (...given) {
    if (this.name === 'log' && why === 'QuotaExceededError' && stays === false) full = false;
    return remove.apply(this, given);
  };
  IDBFactory.prototype.deleteDatabase = function (...given) {
    if (stays === 'until rows go') full = false;
    return deleteDatabase.apply(this, given);
  };
  return {
    free() {
      Object.assign(IDBObjectStore.prototype, { put, delete: remove });
      Object.assign(IDBFactory.prototype, { deleteDatabase });
    },
  };
}
