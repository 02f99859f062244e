/** A browser that gives no room, or no database at all: what Chromium truly answers. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { hashRows } from '../../domain/hash.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { browserClock } from '../browser-environment.ts';
import { environmentDouble, LockDouble } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import { databaseName } from './database-name.ts';
import { LateStorage } from './late-storage.ts';

interface Devtools {
  send(method: string, parameters: object): Promise<unknown>;
}
const devtools = cdp() as unknown as Devtools;
const { origin } = location;
const LISTED = ['servers', 'players'] as const;

let locks: LockDouble;
let lives = 0;
let storages: LateStorage[] = [];

/** One life of a worker with its busy world: the host's events go on whatever the disk does. */
function life(options = { seed: 5, servers: 20, players: 400, watched: 2 }) {
  lives += 1;
  const environment = environmentDouble({ clock: browserClock, locks: locks.of(`life ${lives}`) });
  const storage = new LateStorage(environment, 'account');
  storages.push(storage);
  const engine = new Engine();
  const load = createLoad(options);
  engine.dispatch({
    source: 'link',
    event: 'connection',
    at: 0,
    data: { connection: { kind: 'live', since: 0, latency: null } },
  });
  return {
    engine,
    storage,
    id: load.world.muster_id,
    logged: environment.logged,
    begin() {
      for (const event of openingEvents(load.world)) engine.dispatch(event);
    },
    goOn(events = 500) {
      for (const frame of load.take(events)) engine.dispatch({ source: 'realtime', ...frame });
    },
    memoryOnly: () => engine.rows.link.get('link')?.memory_only?.why ?? null,
    end: () => locks.kill(`life ${lives}`),
  };
}

/**
 * Gives this origin so many bytes more than it uses; null: as many as there are. Chromium counts again what a
 * database may write only once that is used up, so it is said before the first write.
 */
async function room(bytes: number | null): Promise<void> {
  const { usage = 0 } = await navigator.storage.estimate();
  const quota = bytes === null ? {} : { quotaSize: usage + bytes };
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
}

async function removeAll(): Promise<void> {
  await room(null);
  // A life that goes on would write again what is deleted under it.
  for (const storage of storages) await storage.destroy();
  storages = [];
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
}

/** What the next life finds. */
async function found(): Promise<string> {
  const next = life();
  await next.storage.restore(next.engine, Date.now());
  return hashRows(next.engine.rows, LISTED);
}

beforeEach(async () => {
  locks = new LockDouble();
  await removeAll();
});
afterEach(removeAll);

it(
  'goes on in memory where there is no room, and keeps everything again when there is',
  { timeout: 60_000 },
  async () => {
    const { engine, storage, id, begin, goOn, memoryOnly, end } = life();
    await room(20_000);
    await storage.open(engine, id);
    begin();
    storage.remember(id, Date.now() + 3_600_000);
    // Chromium may have granted some room before, which is used up first.
    await expect
      .poll(
        () => {
          goOn();
          return memoryOnly();
        },
        { timeout: 40_000, interval: 250 },
      )
      .toBe('full');
    expect(engine.rows.players.size).toBeGreaterThan(300);
    goOn();
    await storage.retry();
    expect(memoryOnly()).toBe('full');

    await room(null);
    await storage.retry();
    expect(memoryOnly()).toBe(null);
    await storage.retry();
    expect(storage.inspect()).toMatchObject({ keeps: 'all', trouble: null, failures: 0 });
    goOn();
    await storage.flush();
    expect(await storage.keptLog()).not.toBe(null);
    end();
    expect(await found()).toBe(hashRows(engine.rows, LISTED));
  },
);

it('goes on when the site data is deleted under it, and when the database is', async () => {
  const { engine, storage, id, begin, goOn, end } = life();
  await storage.open(engine, id);
  begin();
  storage.remember(id, Date.now() + 3_600_000);
  await storage.flush();
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  goOn();
  await storage.flush();
  await expect.poll(() => Dexie.getDatabaseNames()).toContain(databaseName(id));
  await Dexie.delete(databaseName(id));
  goOn();
  // A write that was on its way when the database went has failed, and is done again.
  await expect
    .poll(async () => {
      await storage.flush();
      return storage.inspect();
    })
    .toMatchObject({ keeps: 'all', failures: 0, dirty: 0 });
  // Whom to restore was deleted too, and is remembered again.
  await storage.flush();
  end();
  expect(await found()).toBe(hashRows(engine.rows, LISTED));
});

it('works where no database can be opened, and says so', async () => {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => {
    throw new DOMException('Nothing is stored in this window.', 'SecurityError');
  };
  const { engine, storage, id, begin, goOn, memoryOnly } = life();
  try {
    await storage.restore(engine, Date.now());
    await storage.open(engine, id);
    begin();
    goOn();
    expect(memoryOnly()).toBe('refused');
    expect(engine.rows.players.size).toBeGreaterThan(300);
  } finally {
    IDBFactory.prototype.open = open;
  }
  await storage.retry();
  expect(memoryOnly()).toBe(null);
});
