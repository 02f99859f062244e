/** Databases that do not answer: whoever signs out or is to be connected does not wait for them. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { Registry } from '../../src/worker/store/registry.ts';
import { storedBrowser } from './stored.ts';
import { TabDouble } from './tabs.ts';

const here = storedBrowser({ Alpha: 40 });
const memoryOnly = () => here.browser.worker.engine.rows.link.get('link')?.memory_only?.why ?? null;

describe('a database that does not answer', () => {
  it('keeps nobody signed in, whatever is read of it or written to it', async () => {
    const disk = silence('muster');
    const exported = here.storage.keptLog();
    const done = here.browser.worker.signOut('signed-out');
    await here.browser.clock.advance(4_000);
    expect(here.browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'signed-out' });
    expect(here.browser.worker.engine.rows.servers.size).toBe(0);
    await done;
    await here.browser.clock.advance(20_000);
    expect(await exported).toBe(null);
    disk.speak();
  });

  it('keeps no tab waiting for long that a new worker is to welcome', async () => {
    here.browser.kill();
    const disk = silence('muster');
    const started = here.start();
    const tab = new TabDouble(here.browser, 'A');
    void tab.attach();
    await here.browser.clock.advance(1_100);
    expect(tab.messages.map(({ type }) => type)).toContain('welcome');
    disk.speak();
    await here.browser.clock.advance(20_000);
    await started;
  });

  it('keeps no connection from being made again', async () => {
    const disk = silence('muster-account');
    const exported = here.storage.keptLog();
    here.browser.host.close();
    await here.browser.clock.advance(4_000);
    expect(here.browser.worker.link.state.kind).toBe('live');
    disk.speak();
    await here.browser.clock.advance(20_000);
    await exported;
  });

  it('is opened again: where it answers again everything is kept again', async () => {
    here.browser.kill();
    const disk = silence('muster');
    const started = here.start();
    await here.browser.clock.advance(50_000);
    await started;
    expect(memoryOnly()).toBe('failed');
    disk.speak();
    await here.pass(62_000);
    expect(memoryOnly()).toBe(null);
    expect(await here.read(({ chunks }) => chunks.count())).toBeGreaterThan(0);
    const { muster_id } = here.browser.world;
    expect(await new Registry().read()).toMatchObject({ muster_id, sign_out: null });
  });

  it('that is slow to say that somebody has signed out is waited for, and the host hears of it', async () => {
    here.browser.kill();
    const sockets = here.browser.host.mostSockets;
    here.browser.host.mostSockets = 0;
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    const disk = silence('muster-registry');
    const started = here.start();
    await here.browser.clock.advance(6_100);
    await started;
    disk.speak();
    await here.pass(5_000);
    expect([sockets, here.browser.host.mostSockets]).toEqual([1, 0]);
    expect(here.browser.host.signedIn).toBe(false);
    expect(here.browser.worker.link.state.kind).toBe('signed-out');
  });

  it('that says so only later ends the session then', async () => {
    here.browser.kill();
    await new Registry().write({ sign_out: { token: null }, muster_id: null, expires_at: 0 });
    const disk = silence('muster-registry');
    const started = here.start();
    await here.browser.clock.advance(20_000);
    await started;
    expect(here.browser.worker.link.state.kind).toBe('live');
    disk.speak();
    await here.browser.clock.advance(4_000);
    await here.pass(40_000);
    expect(here.browser.host.signedIn).toBe(false);
    expect(here.browser.worker.link.state.kind).toBe('signed-out');
    expect(here.browser.worker.engine.rows.servers.size).toBe(0);
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
