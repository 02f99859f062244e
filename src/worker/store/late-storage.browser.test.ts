/** Rows that are shown before Dexie is there, and what stores them after. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashRows } from '../../domain/hash.ts';
import { createLoad, type Load } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { browserClock } from '../browser-environment.ts';
import { environmentDouble, LockDouble } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import * as hostSide from '../host-side.ts';
import { databaseName } from './database-name.ts';
import { StoreDatabase } from './database.ts';
import { LateStorage } from './late-storage.ts';
import { Registry } from './registry.ts';
import { BrowserStorage } from './storage.ts';

const STORED = ['servers', 'players'] as const;
const LOAD = { seed: 5, servers: 20, players: 400 };
let load: Load;
let id: string;
let locks: LockDouble;
let storages: BrowserStorage[] = [];

/** A worker's storage, the other half of which comes when it is let. */
function late(name: string) {
  let come = () => {};
  let fail = () => {};
  const half = new Promise<typeof hostSide>((resolve, reject) => {
    come = () => resolve(hostSide);
    fail = () => reject(new TypeError('It does not come.'));
  });
  const environment = environmentDouble({
    clock: browserClock,
    locks: locks.of(name),
    hostSide: { content: hostSide, load: () => half },
  });
  const storage = new LateStorage(environment, 'account');
  return { engine: new Engine(), storage, logged: environment.logged, come, fail };
}

function whole(name: string) {
  const environment = environmentDouble({ clock: browserClock, locks: locks.of(name) });
  const storage = new BrowserStorage(environment);
  storages.push(storage);
  return { engine: new Engine(), storage };
}

/** A life that stores 20 servers and ends. */
async function stored(): Promise<Engine> {
  const { engine, storage } = whole('first');
  await storage.open(engine, id);
  for (const event of openingEvents(load.world)) engine.dispatch(event);
  storage.remember(id, Date.now() + 60_000);
  await storage.flush();
  locks.kill('first');
  return engine;
}

function hear(engine: Engine, count: number, from = load): void {
  for (const frame of from.take(count)) engine.dispatch({ source: 'realtime', ...frame });
}

/** What a start would show now. */
async function onDisk(): Promise<string> {
  const { engine, storage } = late('reader');
  await storage.restore(engine, Date.now());
  return hashRows(engine.rows, STORED);
}

async function names(): Promise<readonly string[]> {
  return (await indexedDB.databases()).map(({ name }) => name ?? '');
}

async function removeAll(): Promise<void> {
  for (const storage of storages) await storage.destroy();
  storages = [];
  for (const name of await names()) await Dexie.delete(name);
}

beforeEach(async () => {
  locks = new LockDouble();
  load = createLoad(LOAD);
  id = load.world.muster_id;
  await removeAll();
});
afterEach(removeAll);

it('shows the rows before what stores them is there, and goes on writing after them', async () => {
  const engine = await stored();
  const next = late('second');
  await next.storage.restore(next.engine, Date.now());
  expect(hashRows(next.engine.rows, STORED)).toBe(hashRows(engine.rows, STORED));
  expect(next.storage.inspect()).toBe(null);
  next.come();
  await next.storage.flush();
  // What stands there is written no second time, and the log goes on.
  expect(next.storage.inspect()).toMatchObject({ keeps: 'all', dirty: 0 });
  expect((await next.storage.keptLog())?.keyframes).toHaveLength(1);
  hear(next.engine, 200);
  await next.storage.flush();
  expect(await onDisk()).toBe(hashRows(next.engine.rows, STORED));
  expect((await next.storage.keptLog())?.runs.length).toBeGreaterThan(0);
  await next.storage.destroy();
});

it('replaces what another worker wrote since the rows were read', async () => {
  await stored();
  const next = late('second');
  await next.storage.restore(next.engine, Date.now());
  const other = whole('other build');
  await other.storage.restore(other.engine, Date.now());
  hear(other.engine, 100, createLoad(LOAD));
  await other.storage.flush();
  locks.kill('other build');
  next.come();
  await next.storage.flush();
  hear(next.engine, 50);
  await next.storage.flush();
  await next.storage.flush();
  expect(await onDisk()).toBe(hashRows(next.engine.rows, STORED));
  await next.storage.destroy();
});

it('makes no database where there is none, and waits for nothing where nobody is remembered', async () => {
  const { engine, storage } = late('first');
  await storage.restore(engine, Date.now());
  expect(await names()).toEqual([]);
  expect(engine.rows.servers.size).toBe(0);
});

it('shows nobody who signed out, or whose session has ended', async () => {
  await stored();
  const later = late('second');
  await later.storage.restore(later.engine, Date.now() + 61_000);
  await new Registry().write({ sign_out: { token: null } });
  const next = late('third');
  await next.storage.restore(next.engine, Date.now());
  expect([later.engine.rows.servers.size, next.engine.rows.servers.size]).toEqual([0, 0]);
});

it('leaves to Dexie a database that is not there, and one of another version', async () => {
  await stored();
  const newer = new Dexie(databaseName(id));
  newer.version(2).stores({
    chunks: '[key+flush], flush',
    log: 'seq',
    keyframes: '[seq+part], seq',
    meta: 'key',
    added: 'id',
  });
  await newer.open();
  newer.close();
  const before = late('second');
  const restored = before.storage.restore(before.engine, Date.now());
  before.come();
  await restored;
  expect(before.engine.rows.servers.size).toBe(20);
  await before.storage.destroy();

  await new Registry().write({ muster_id: id, expires_at: Date.now() + 60_000, sign_out: null });
  const none = late('third');
  const nothing = none.storage.restore(none.engine, Date.now());
  none.come();
  await nothing;
  expect(none.storage.inspect()).toMatchObject({ keeps: 'all' });
  await none.storage.destroy();
});

it('leaves to Dexie a database that is about to be deleted', async () => {
  await stored();
  const held = await opened(databaseName(id));
  const deleted = Dexie.delete(databaseName(id));
  const next = late('second');
  const restored = next.storage.restore(next.engine, Date.now());
  next.come();
  held.close();
  await Promise.all([deleted, restored]);
  expect(next.engine.rows.servers.size).toBe(0);
  await next.storage.destroy();
});

it('drops a damaged chunk, shows the rest, and writes the chunk again', async () => {
  const engine = await stored();
  const database = new StoreDatabase(databaseName(id));
  const chunk = await database.chunks.where('key').startsWith('players/').first();
  if (chunk === undefined) throw new TypeError('No players were stored.');
  await database.chunks.put({ ...chunk, rows: [{ id: 7 }] });
  database.close();
  const next = late('second');
  await next.storage.restore(next.engine, Date.now());
  const { size } = next.engine.rows.servers;
  expect([size > 0, size < engine.rows.servers.size]).toEqual([true, true]);
  next.come();
  await next.storage.flush();
  expect(next.logged.join()).toContain('damaged chunks were dropped');
  expect(await onDisk()).toBe(hashRows(next.engine.rows, STORED));
  await next.storage.destroy();
});

it('keeps nothing of somebody who signed out elsewhere while it was loaded', async () => {
  await stored();
  const next = late('second');
  await next.storage.restore(next.engine, Date.now());
  const other = whole('other build');
  await other.storage.keepSignOut({ token: null });
  next.come();
  await next.storage.flush();
  hear(next.engine, 50);
  await next.storage.flush();
  expect(next.storage.inspect()).toMatchObject({ keeps: 'nothing' });
  expect(await names()).not.toContain(databaseName(id));
});

it('shows nothing of somebody who signs out while it is still read', async () => {
  await stored();
  const next = late('second');
  const restored = next.storage.restore(next.engine, Date.now());
  const gone = next.storage.keepSignOut({ token: null });
  next.come();
  await Promise.all([restored, gone]);
  expect(next.engine.rows.servers.size).toBe(0);
  expect(await names()).not.toContain(databaseName(id));
});

it('shows nobody who signed out where the other half never came', async () => {
  await stored();
  const next = late('second');
  await next.storage.restore(next.engine, Date.now());
  next.fail();
  await next.storage.keepSignOut({ token: 'token' });
  const third = late('third');
  await third.storage.restore(third.engine, Date.now());
  expect(third.engine.rows.servers.size).toBe(0);
  expect(await new Registry().read()).toMatchObject({ sign_out: { token: 'token' } });
});

it('says so where the other half does not come', async () => {
  await stored();
  const next = late('second');
  await next.storage.restore(next.engine, Date.now());
  next.fail();
  await next.storage.flush();
  expect(await next.storage.keptLog()).toBe(null);
  expect(next.logged).toContain('The store could not be loaded.');
});

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new TypeError(name));
  });
}
