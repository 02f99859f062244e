/** Databases that do not answer: whoever signs out or is to be connected does not wait for them. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Registry } from '../../src/worker/store/registry.ts';
import { BrowserStorage } from '../../src/worker/store/storage.ts';
import { forgetAll, passStored, readBeside } from './stored.ts';
import { Browser } from './tabs.ts';

let browser: Browser;
let storage: BrowserStorage;

function start(): Promise<void> {
  return browser.start((environment) => (storage = new BrowserStorage(environment)));
}

const pass = (ms: number) => passStored(browser, storage, ms);
const memoryOnly = () => browser.worker.engine.rows.link.get('link')?.memory_only?.why ?? null;

beforeEach(async () => {
  browser = new Browser();
  browser.world.addServer('Alpha', 40);
  await start();
  await pass(500);
});

afterEach(async () => {
  browser.kill();
  await forgetAll(storage);
});

describe('a database that does not answer', () => {
  it('keeps nobody signed in, whatever is read of it or written to it', async () => {
    const disk = silence('muster');
    const exported = storage.keptLog();
    const done = browser.worker.signOut('signed-out');
    await browser.clock.advance(4_000);
    expect(browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'signed-out' });
    expect(browser.worker.engine.rows.servers.size).toBe(0);
    await done;
    await browser.clock.advance(20_000);
    expect(await exported).toBe(null);
    disk.speak();
  });

  it('keeps no connection from being made again', async () => {
    const disk = silence('muster-account');
    const exported = storage.keptLog();
    browser.host.close();
    await browser.clock.advance(4_000);
    expect(browser.worker.link.state.kind).toBe('live');
    disk.speak();
    await browser.clock.advance(20_000);
    await exported;
  });

  it('is opened anew: where it answers again everything is kept again', async () => {
    browser.kill();
    const disk = silence('muster');
    const started = start();
    await browser.clock.advance(50_000);
    await started;
    expect(memoryOnly()).toBe('failed');
    disk.speak();
    await pass(62_000);
    expect(memoryOnly()).toBe(null);
    expect(await readBeside(browser, ({ chunks }) => chunks.count())).toBeGreaterThan(0);
    const { muster_id } = browser.world;
    expect(await new Registry().read()).toMatchObject({ muster_id, sign_out: null });
  });

  it('that is slow to say that somebody has signed out is waited for, and the host hears of it', async () => {
    browser.kill();
    const sockets = browser.host.mostSockets;
    browser.host.mostSockets = 0;
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    const disk = silence('muster-registry');
    const started = start();
    await browser.clock.advance(6_100);
    await started;
    disk.speak();
    await pass(5_000);
    expect([sockets, browser.host.mostSockets]).toEqual([1, 0]);
    expect(browser.host.signedIn).toBe(false);
    expect(browser.worker.link.state.kind).toBe('signed-out');
  });

  it('that says so only later ends the session then', async () => {
    browser.kill();
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    const disk = silence('muster-registry');
    const started = start();
    await browser.clock.advance(20_000);
    await started;
    expect(browser.worker.link.state.kind).toBe('live');
    disk.speak();
    await browser.clock.advance(4_000);
    await pass(40_000);
    expect(browser.host.signedIn).toBe(false);
    expect(browser.worker.link.state.kind).toBe('signed-out');
    expect(browser.worker.engine.rows.servers.size).toBe(0);
  });
});

/** Nothing is opened any more whose name begins so, and no transaction there begins. */
function silence(prefix: string): { speak(): void } {
  const { open } = IDBFactory.prototype;
  const { get } = IDBObjectStore.prototype;
  IDBFactory.prototype.open = function (...given) {
    if (given[0].startsWith(prefix)) return new EventTarget() as IDBOpenDBRequest;
    return open.apply(this, given);
  };
  IDBObjectStore.prototype.get = function (...given) {
    if (this.transaction.db.name.startsWith(prefix)) return new EventTarget() as IDBRequest;
    return get.apply(this, given);
  };
  return {
    speak() {
      Object.assign(IDBFactory.prototype, { open });
      Object.assign(IDBObjectStore.prototype, { get });
    },
  };
}
