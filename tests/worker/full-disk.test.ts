import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import type { ViewRows } from '../../src/domain/queries.ts';
import { databaseName } from '../../src/worker/store/database-name.ts';
import { StoreDatabase } from '../../src/worker/store/database.ts';
import { LOG_LIMITS } from '../../src/worker/store/log.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { passStored, rowsOfLog, storedBrowser, storedRows, workerBeside } from './stored.ts';
import { SERVERS } from './tabs.ts';

const here = storedBrowser({ Alpha: 40, Bravo: 60 });

describe('the store on a disk that takes less', () => {
  it('makes room on a full disk: the oldest of the log goes, and the rows are written', async () => {
    const [alpha] = here.browser.world.servers;
    here.browser.host.tell(here.browser.world.join(alpha!, 'Early'));
    await here.pass(1_000);
    const disk = fillDisk();
    here.browser.host.tell(here.browser.world.join(alpha!, 'Late'));
    await here.pass(5_000);
    disk.free();
    const { chunks, log } = await here.read(async (database) => ({
      chunks: await database.chunks.toArray(),
      log: await database.log.toArray(),
    }));
    expect(JSON.stringify(chunks)).toContain('Late');
    expect(log[0]?.seq).toBeGreaterThan(0);
    expect(await rowsOfLog(here.browser)).toEqual(storedRows(here.browser.worker.engine.rows));
  });

  it('does without its log on a disk that has no room for more than the rows', async () => {
    const [alpha] = here.browser.world.servers;
    const disk = fillDisk('QuotaExceededError', 'until the log goes');
    here.browser.host.tell(here.browser.world.join(alpha!, 'Late'));
    await here.pass(20_000);
    disk.free();
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain('Late');
    expect(here.browser.worker.engine.rows.link.get('link')?.memory_only ?? null).toBe(null);
  });

  it('replays no hole as if there were none, after more events than it can hold', async () => {
    const [alpha] = here.browser.world.servers;
    here.browser.host.tell(here.browser.world.join(alpha!, 'Early'));
    await here.pass(1_000);
    const disk = fillDisk('UnknownError');
    here.browser.host.tell(here.browser.world.join(alpha!, 'In the hole'));
    await here.pass(500);
    const { engine } = here.browser.worker;
    for (let at = 0; at < LOG_LIMITS.events + 50; at++) {
      engine.dispatch({
        source: 'link',
        event: 'connection',
        at,
        data: { connection: { kind: 'live', since: at, latency: null } },
      });
    }
    await here.pass(500);
    disk.free();
    await here.pass(3_000);
    here.browser.host.tell(here.browser.world.join(alpha!, 'After it'));
    await here.pass(500);
    expect(JSON.stringify(await here.read(({ log }) => log.toArray()))).not.toContain(
      'In the hole',
    );
    expect(await rowsOfLog(here.browser)).toEqual(storedRows(engine.rows));
  });

  it('goes on in memory alone when nothing helps, says so in every tab, and returns by itself', async () => {
    const [alpha] = here.browser.world.servers;
    const link = { view: 'link' } as const;
    const tabs = [await here.browser.tab('A'), await here.browser.tab('B')];
    const views = tabs.map((tab) => tab.view<ViewRows['link']>(link));
    await here.pass(500);
    const memoryOnly = () => views.map((view) => view.row('link').peek()?.memory_only?.why ?? null);
    expect(memoryOnly()).toEqual([null, null]);
    const disk = fillDisk('QuotaExceededError', true);
    here.browser.host.tell(here.browser.world.join(alpha!, 'In memory'));
    await here.pass(3_000);
    expect(memoryOnly()).toEqual(['full', 'full']);
    expect(here.storage.inspect()).toMatchObject({ keeps: 'nothing', trouble: 'full' });
    expect(await here.storage.keptLog()).toBe(null);
    expect(here.browser.worker.engine.rows.players.size).toBe(1);
    await here.pass(62_000);
    expect(memoryOnly()).toEqual(['full', 'full']);
    disk.free();
    await here.pass(62_000);
    expect(memoryOnly()).toEqual([null, null]);
    expect(here.storage.inspect()?.keeps).toBe('rows');
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain(
      'In memory',
    );
    await here.pass(62_000);
    expect(here.storage.inspect()).toMatchObject({ keeps: 'all', trouble: null });
    here.browser.host.tell(here.browser.world.join(alpha!, 'After it'));
    await here.pass(1_000);
    expect(await rowsOfLog(here.browser)).toEqual(storedRows(here.browser.worker.engine.rows));
  });

  it('is given up and made again where it fails again and again', async () => {
    const [alpha] = here.browser.world.servers;
    const disk = fillDisk('UnknownError');
    here.browser.host.tell(here.browser.world.join(alpha!, 'Survivor'));
    await here.pass(8_000);
    expect(here.browser.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('failed');
    await here.read(async ({ meta }) =>
      expect((await meta.get('state'))?.revision).toBeGreaterThan(0),
    );
    disk.free();
    await here.pass(62_000);
    expect(here.browser.worker.engine.rows.link.get('link')?.memory_only).toBe(null);
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
  });

  it('leaves no hole in the log where it could not be opened at first', async () => {
    const [alpha] = here.browser.world.servers;
    here.browser.kill();
    const open = vi.spyOn(StoreDatabase.prototype, 'open');
    open.mockImplementation(() => {
      throw new TypeError('It cannot be opened.');
    });
    const why = () => here.browser.worker.engine.rows.link.get('link')?.memory_only?.why ?? null;
    try {
      await here.start();
      await here.pass(20_000);
      expect(why()).toBe('failed');
      here.browser.host.tell(here.browser.world.join(alpha!, 'In memory'));
      await here.pass(500);
    } finally {
      open.mockRestore();
    }
    await here.pass(62_000);
    expect(why()).toBe(null);
    here.browser.host.tell(here.browser.world.join(alpha!, 'After it'));
    await here.pass(1_000);
    expect(await rowsOfLog(here.browser)).toEqual(storedRows(here.browser.worker.engine.rows));
  });

  it('is made again where it takes nothing more until it is deleted', async () => {
    const disk = fillDisk('UnknownError', 'until rows go');
    here.browser.host.tell(here.browser.world.join(here.browser.world.servers[0]!, 'Survivor'));
    await here.pass(62_000);
    disk.free();
    expect(here.browser.worker.engine.rows.link.get('link')?.memory_only ?? null).toBe(null);
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
  });

  it('is written again when somebody deletes it, but not after a sign-out', async () => {
    const name = databaseName(here.browser.world.muster_id);
    await Dexie.delete(name);
    // Somebody's wish is no failure of the database.
    expect(here.storage.inspect()?.failures).toBe(0);
    await here.pass(2_000);
    expect(here.browser.worker.engine.rows.link.get('link')?.memory_only ?? null).toBe(null);
    expect(await here.read(({ chunks }) => chunks.count())).toBeGreaterThan(0);
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    await Dexie.delete(name);
    await here.pass(2_000);
    expect(await Dexie.getDatabaseNames()).not.toContain(name);
    expect(here.storage.inspect()?.keeps).toBe('nothing');
  });

  it('is kept for who signs in again, though it could not be written that the sign-out was told', async () => {
    await here.storage.keepSignOut({ token: null });
    const disk = fillDisk('UnknownError');
    await here.storage.keepSignOut(null);
    disk.free();
    const { muster_id } = here.browser.world;
    await here.storage.open(here.browser.worker.engine, muster_id);
    here.storage.remember(muster_id, here.browser.clock.now() + 3_600_000);
    await here.pass(500);
    expect(await new Registry().read()).toMatchObject({ muster_id, sign_out: null });
    await Dexie.delete(databaseName(muster_id));
    await here.pass(2_000);
    expect(await here.read(({ chunks }) => chunks.count())).toBeGreaterThan(0);
  });

  it('tells whoever has it tried at once whether that helped', async () => {
    const disk = fillDisk('UnknownError');
    here.browser.host.tell(here.browser.world.join(here.browser.world.servers[0]!, 'In memory'));
    await here.pass(8_000);
    expect(await here.browser.worker.keepAgain()).toBe(false);
    disk.free();
    expect(await here.browser.worker.keepAgain()).toBe(true);
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain(
      'In memory',
    );
  });

  it('leaves it said that nothing is kept where it stops because somebody has signed out', async () => {
    const disk = fillDisk('UnknownError');
    here.browser.host.tell(here.browser.world.join(here.browser.world.servers[0]!, 'In memory'));
    await here.pass(8_000);
    disk.free();
    const memoryOnly = () => here.browser.worker.engine.rows.link.get('link')?.memory_only?.why;
    expect(memoryOnly()).toBe('failed');
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    await here.storage.retry();
    expect(memoryOnly()).toBe('failed');
    expect(here.storage.inspect()?.keeps).toBe('nothing');
  });

  it('keeps a log again after a life that ended when it had just deleted all of it', async () => {
    const [alpha] = here.browser.world.servers;
    here.browser.host.tell(here.browser.world.join(alpha!, 'Early'));
    await here.pass(1_000);
    here.browser.kill();
    await here.read(({ log, keyframes }) => Promise.all([log.clear(), keyframes.clear()]));
    await here.start();
    await here.pass(500);
    here.browser.host.tell(here.browser.world.join(alpha!, 'Late'));
    await here.pass(1_000);
    expect(await rowsOfLog(here.browser)).toEqual(storedRows(here.browser.worker.engine.rows));
  });

  it('goes on writing after a failure that nobody reckoned with', async () => {
    const { engine } = here.browser.worker;
    const disk = fillDisk('UnknownError');
    const stop = engine.listen((changes) => {
      if (!changes.some(({ table }) => table === 'link')) return;
      if (engine.rows.link.get('link')?.memory_only)
        throw new TypeError('Nobody reckoned with it.');
    });
    here.browser.host.tell(here.browser.world.join(here.browser.world.servers[0]!, 'Survivor'));
    await here.pass(8_000);
    expect(here.browser.logged).toContain('The store failed.');
    stop();
    disk.free();
    await here.pass(62_000);
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
  });

  it('is deleted and made again by nobody but the worker that writes it', async () => {
    const { open, deleteDatabase } = IDBFactory.prototype;
    const name = databaseName(here.browser.world.muster_id);
    const other = workerBeside(here.browser, 'other');
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
    const keeping = () => other.browser.worker.engine.rows.link.get('link')?.memory_only ?? null;
    try {
      await other.start();
      await passStored(other.browser, other.storage, 20_000);
      expect(keeping()?.why).toBe('failed');
      IDBFactory.prototype.open = open;
      await passStored(other.browser, other.storage, 62_000);
      expect(keeping()).toBe(null);
    } finally {
      Object.assign(IDBFactory.prototype, { open, deleteDatabase });
    }
    expect(deleted).not.toContain(name);
    other.browser.kill();
    here.browser.locks.kill('other');
  });

  it('is missed by nobody where databases cannot be opened: all is live, and said', async () => {
    here.browser.kill();
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here.', 'InvalidStateError');
    };
    try {
      await here.start();
      const tab = await here.browser.tab('A');
      const servers = tab.view(SERVERS);
      await here.pass(1_000);
      here.browser.host.tell(here.browser.world.join(here.browser.world.servers[0]!, 'Survivor'));
      await here.pass(500);
      expect(here.browser.worker.link.state.kind).toBe('live');
      expect(servers.total.peek()).toBe(2);
      expect(here.browser.worker.engine.rows.players.size).toBe(1);
      expect(here.browser.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('refused');
    } finally {
      IDBFactory.prototype.open = open;
    }
    await here.pass(62_000);
    expect(here.browser.worker.engine.rows.link.get('link')?.memory_only).toBe(null);
    expect(JSON.stringify(await here.read(({ chunks }) => chunks.toArray()))).toContain('Survivor');
    here.browser.kill();
    here.browser.host.down = true;
    await here.start();
    expect(here.browser.worker.engine.rows.players.size).toBe(1);
  });

  it('keeps no start waiting that never answers', async () => {
    here.browser.kill();
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    try {
      const started = here.start();
      await here.browser.clock.advance(4_000);
      await started;
      await here.browser.clock.advance(10_000);
      expect(here.browser.worker.link.state.kind).toBe('live');
      expect(here.browser.worker.engine.rows.servers.size).toBe(2);
      await here.browser.clock.advance(30_000);
      expect(here.browser.worker.engine.rows.link.get('link')?.memory_only?.why).toBe('failed');
    } finally {
      IDBFactory.prototype.open = open;
    }
    here.browser.kill();
    await here.start();
  });

  it('forgets who signs out on a full disk, also when the host does not hear of it', async () => {
    const disk = fillDisk('QuotaExceededError', 'until rows go');
    here.browser.host.down = true;
    here.browser.host.close();
    const done = here.browser.worker.signOut('signed-out');
    await here.pass(4_000);
    await done;
    await here.storage.flush();
    disk.free();
    const names = await Dexie.getDatabaseNames();
    expect(names.filter((name) => name.startsWith('muster-account'))).toEqual([]);
    expect((await new Registry().read()).sign_out).not.toBe(null);
  });
});

/**
 * Nothing can be written; with a full disk, until something of the log is deleted. `stays`:
 * whatever is deleted, or until a whole database is, or all of the log.
 */
function fillDisk(
  why = 'QuotaExceededError',
  stays: boolean | 'until rows go' | 'until the log goes' = false,
): { free(): void } {
  const { put, delete: remove, clear } = IDBObjectStore.prototype;
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
  IDBObjectStore.prototype.clear = function () {
    if (this.name === 'log' && stays === 'until the log goes') full = false;
    return clear.apply(this);
  };
  IDBFactory.prototype.deleteDatabase = function (...given) {
    if (stays === 'until rows go') full = false;
    return deleteDatabase.apply(this, given);
  };
  return {
    free() {
      Object.assign(IDBObjectStore.prototype, { put, delete: remove, clear });
      Object.assign(IDBFactory.prototype, { deleteDatabase });
    },
  };
}
