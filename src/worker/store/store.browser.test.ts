/** The store in a real browser: what Dexie and IndexedDB truly do. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import { fold } from '../../domain/fold.ts';
import { hashRows } from '../../domain/hash.ts';
import { createLoad } from '../../testing/frames.ts';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import type { World } from '../../testing/world.ts';
import { environmentDouble, LockDouble } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import { databaseName } from './database-name.ts';
import { StoreDatabase } from './database.ts';
import { LateStorage } from './late-storage.ts';

const clock: Environment['clock'] = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
/** Tables whose rows come back whole; the account comes back without its address. */
const WHOLE = ['servers', 'players', 'feed'] as const;
const ADDRESS = '192.0.2.77';
const GUID = 'f'.repeat(32);
let locks: LockDouble;
let storages: LateStorage[] = [];

/** One life of a worker: an engine and the storage behind it. */
function life(name: string): { engine: Engine; storage: LateStorage } {
  const environment = environmentDouble({ clock, locks: locks.of(name) });
  const storage = new LateStorage(environment, 'account');
  storages.push(storage);
  return { engine: new Engine(), storage };
}

/** How it begins for somebody who looks at a feed and a console. */
function beginning(world: World): readonly DomainEvent[] {
  const [server] = world.servers;
  if (server === undefined) throw new TypeError('The world has no servers.');
  world.console(server, `Player #3 Survivor (${ADDRESS}:2304) connected`);
  return [...openingEvents(world), ...followingEvents(world, server, ['feed', 'console'])];
}

async function fill(engine: Engine): Promise<string> {
  const load = createLoad({ seed: 5, servers: 20, players: 400, watched: 2 });
  for (const event of beginning(load.world)) engine.dispatch(event);
  for (const frame of load.take(500)) engine.dispatch({ source: 'realtime', ...frame });
  const player = [...engine.rows.players.values()][0];
  if (player === undefined) throw new TypeError('The world has no players.');
  engine.dispatch({
    source: 'rest',
    event: 'personal',
    at: 1,
    data: {
      server_id: player.server_id,
      position: 0,
      entries: [
        {
          kind: 'personal',
          player: player.id,
          ip: ADDRESS,
          guid: GUID,
          steam_id: null,
          bohemia_id: null,
          position: null,
        },
      ],
    },
  });
  const account = engine.rows.account.get('me');
  if (account === undefined) throw new TypeError('The world has no account.');
  return account.muster_id;
}

/** A life that stores a busy world and ends. */
async function stored(): Promise<{ engine: Engine; id: string }> {
  const { engine, storage } = life('first');
  const load = createLoad({ seed: 5, servers: 20, players: 400, watched: 2 });
  const id = load.world.muster_id;
  await storage.open(engine, id);
  await fill(engine);
  storage.remember(id, Date.now() + 60_000);
  await storage.flush();
  locks.kill('first');
  return { engine, id };
}

async function removeAll(): Promise<void> {
  // A life that goes on would write again what is deleted under it.
  for (const storage of storages) await storage.destroy();
  storages = [];
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
}

beforeEach(async () => {
  locks = new LockDouble();
  await removeAll();
});
afterEach(removeAll);

it('gives the next life the rows as they were', async () => {
  const { engine } = await stored();
  const next = life('second');
  await next.storage.restore(next.engine, Date.now());
  expect(next.engine.rows.players.size).toBeGreaterThan(300);
  expect(hashRows(next.engine.rows, ['servers', 'players'])).toBe(
    hashRows(engine.rows, ['servers', 'players']),
  );
});

it('keeps no address, no identifier and no e-mail', async () => {
  const { engine, id } = await stored();
  expect([...engine.rows.identities.values()].some((row) => row.ip === ADDRESS)).toBe(true);
  const email = engine.rows.account.get('me')?.email.address ?? '';
  expect(email).not.toBe('');
  const database = new StoreDatabase(databaseName(id));
  await database.open();
  const everything = JSON.stringify([
    await database.chunks.toArray(),
    await database.log.toArray(),
    await database.meta.toArray(),
  ]);
  database.close();
  expect(everything).not.toContain(email);
  expect(everything).not.toContain(ADDRESS);
  expect(everything).not.toContain(GUID);
});

it('resumes no stream whose rows it does not keep', async () => {
  const { engine } = await stored();
  const held = [...engine.rows.streams.keys()];
  for (const audience of ['feed', 'console', 'feed-personal']) {
    expect(held.some((id) => id.endsWith(`/${audience}`))).toBe(true);
  }
  const next = life('second');
  await next.storage.restore(next.engine, Date.now());
  expect(next.engine.rows.servers.size).toBeGreaterThan(0);
  expect([...next.engine.rows.streams.keys()]).toEqual(held.filter((id) => id.endsWith('/feed')));
});

it('has a log to replay from before anything more happens, where all was heard before it might write', async () => {
  const { engine, storage } = life('first');
  const { world } = createLoad({ seed: 5, servers: 20, players: 400, watched: 2 });
  await storage.open(engine, world.muster_id);
  const next = life('second');
  await next.storage.open(next.engine, world.muster_id);
  await fill(next.engine);
  locks.kill('first');
  await next.storage.flush();
  const kept = await next.storage.keptLog();
  const rows = await kept?.rows(kept.keyframes[0]);
  expect(rows?.players).toHaveLength(next.engine.rows.players.size);
});

it('drops a damaged chunk and gives back the rest', async () => {
  const { engine, id } = await stored();
  const database = new StoreDatabase(databaseName(id));
  await database.open();
  const chunk = await database.chunks.where('key').startsWith('players/').first();
  if (chunk === undefined) throw new TypeError('No players were stored.');
  await database.chunks.put({ ...chunk, rows: [{ id: 7 }] });
  database.close();
  const next = life('second');
  await next.storage.restore(next.engine, Date.now());
  expect(next.engine.rows.servers.size).toBeGreaterThan(0);
  expect(next.engine.rows.servers.size).toBeLessThan(engine.rows.servers.size);
  for (const player of next.engine.rows.players.values()) {
    expect(next.engine.rows.servers.has(player.server_id)).toBe(true);
  }
});

it('shows nobody whose session has ended', async () => {
  await stored();
  const next = life('second');
  await next.storage.restore(next.engine, Date.now() + 61_000);
  expect(next.engine.rows.servers.size).toBe(0);
});

it('leaves nothing behind on sign-out', async () => {
  const { storage, engine } = life('first');
  const { world } = createLoad({ seed: 5, servers: 20, players: 400, watched: 2 });
  await storage.open(engine, world.muster_id);
  await fill(engine);
  await storage.flush();
  expect(await Dexie.getDatabaseNames()).toContain(databaseName(world.muster_id));
  await storage.destroy();
  expect(await Dexie.getDatabaseNames()).not.toContain(databaseName(world.muster_id));
});

it('lets a newer worker take the database, and does not open it again', async () => {
  const { id } = await stored();
  const old = new StoreDatabase(databaseName(id));
  await old.open();
  await Dexie.delete(databaseName(id));
  expect(old.isOpen()).toBe(false);
  await expect(old.meta.toArray()).rejects.toThrow('Database has been closed');
});

it('says nothing of a failure that whoever asked is told', async () => {
  const { id } = await stored();
  const closed = new StoreDatabase(databaseName(id));
  await closed.open();
  closed.close({ disableAutoOpen: true });
  const trace = vi.spyOn(console, 'trace').mockReturnValue();
  await expect(closed.meta.toArray()).rejects.toThrow('Database has been closed');
  expect(trace).not.toHaveBeenCalled();
  trace.mockRestore();
});

it('is the fold of what was dispatched, for every table that comes back whole', async () => {
  const load = createLoad({ seed: 5, servers: 20, players: 400, watched: 2 });
  const engine = new Engine();
  await fill(engine);
  const { rows } = new Engine();
  fold(rows, beginning(load.world));
  fold(
    rows,
    load.take(500).map((frame) => ({ source: 'realtime' as const, ...frame })),
  );
  expect(hashRows(engine.rows, WHOLE)).toBe(hashRows(rows, WHOLE));
});
