/** A worker that is killed while it writes: what it leaves is of one moment, whichever commit was its last. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { fold, fromKeyframe, keyframe, type Keyframe } from '../../src/domain/fold.ts';
import type { Rows } from '../../src/domain/state.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import { createLoad } from '../../src/testing/frames.ts';
import { followingEvents, openingEvents } from '../../src/testing/snapshots.ts';
import { environmentDouble } from '../../src/worker/doubles.ts';
import { Engine } from '../../src/worker/engine/engine.ts';
import { databaseName } from '../../src/worker/store/database-name.ts';
import { readLogLine } from '../../src/worker/recordings/export.ts';
import { LateStorage } from '../../src/worker/store/late-storage.ts';

const LOAD = { seed: 5, servers: 200, players: 2_500, watched: 2 } as const;
/** Enough for several runs of the log and for a keyframe. */
const EVENTS = 12_000;

afterEach(forget);

it('a flush that is killed between any two commits leaves rows that the log replays', async () => {
  const ends = new Set<string>();
  let cut = 0;
  for (let whole = false; !whole; cut += 1) {
    const life = await aLife();
    const before = stored(life.engine.rows);
    life.tell(EVENTS);
    const after = stored(life.engine.rows);
    // What comes while it writes is of a later moment.
    const disk = breakingDisk(cut, () => life.tell(25));
    await life.storage.flush();
    whole = !disk.broke();
    disk.mend();
    const { rows, replayed } = await nextLife(life.id);
    expect(replayed).toEqual(rows);
    // Nothing that was kept before is lost, and nothing is half there.
    const end = [before, after].findIndex((state) => same(state, rows));
    expect([0, 1]).toContain(end);
    ends.add(end === 1 ? 'after' : 'before');
    await forget();
  }
  expect(cut).toBeGreaterThan(8);
  expect([...ends]).toEqual(['before', 'after']);
});

it('a first flush that is killed leaves nothing, and the next worker begins with nothing', async () => {
  for (let cut = 0; cut < 4; cut++) {
    const life = await aLife(createLoad(LOAD), breakingDisk(cut));
    expect(await nextLife(life.id)).toEqual({ rows: stored(new Engine().rows), replayed: null });
    await forget();
  }
});

it('what killed flushes left behind does not gather, and is never taken for rows', async () => {
  const load = createLoad(LOAD);
  const first = await aLife(load);
  const size = await records(first.id);
  for (let time = 0; time < 3; time++) {
    load.take(3_000);
    await aLife(load, breakingDisk(1));
    expect(await records(first.id)).toBeGreaterThan(size);
    expect(await records(first.id)).toBeLessThanOrEqual(2 * size);
  }
  const last = await aLife(load);
  const { rows, replayed } = await nextLife(last.id);
  expect(rows).toEqual(stored(last.engine.rows));
  expect(replayed).toEqual(rows);
  expect(await records(last.id)).toBeLessThanOrEqual(size + 10);
});

/** A worker's life over a busy world: what it was told is written, as far as the disk takes it. */
async function aLife(load = createLoad(LOAD), disk?: Disk) {
  const id = load.world.muster_id;
  const engine = new Engine();
  const storage = new LateStorage(environmentDouble(), 'account');
  await storage.open(engine, id);
  const watched = load.world.servers.slice(0, LOAD.watched);
  engine.batch(() => {
    for (const event of openingEvents(load.world)) engine.dispatch(event);
    for (const server of watched) {
      for (const event of followingEvents(load.world, server, ['feed'])) engine.dispatch(event);
    }
  });
  await storage.flush();
  disk?.mend();
  const told = (frame: Frame) => engine.dispatch({ source: 'realtime', ...frame });
  const tell = (events: number) => engine.batch(() => load.take(events).forEach(told));
  return { id, engine, storage, tell };
}

/** What the next worker begins with, and what a replay of the log comes to. */
async function nextLife(id: string): Promise<{ rows: Keyframe; replayed: Keyframe | null }> {
  const engine = new Engine();
  const storage = new LateStorage(environmentDouble(), 'account');
  await storage.open(engine, id);
  const kept = await storage.keptLog();
  const rows = stored(engine.rows);
  if (kept === null) return { rows, replayed: null };
  const [begin] = kept.keyframes;
  const replayed = fromKeyframe(await kept.rows(begin));
  const lines = kept.runs.flatMap(({ seq, lines: all }) => (seq < begin ? [] : all));
  fold(replayed, lines.map(readLogLine));
  return { rows, replayed: stored(replayed) };
}

function stored(rows: Rows): Keyframe {
  const all = keyframe(rows, ['servers', 'players', 'feed', 'streams']);
  return { ...all, streams: all.streams?.filter(({ id }) => id.endsWith('/feed')) ?? [] };
}

function same(one: Keyframe, other: Keyframe): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function records(id: string): Promise<number> {
  const database = new Dexie(databaseName(id));
  await database.open();
  const count = await database.table('chunks').count();
  database.close();
  return count;
}

async function forget(): Promise<void> {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
}

interface Disk {
  broke(): boolean;
  mend(): unknown;
}

const { transaction } = IDBDatabase.prototype;
/** What every transaction that writes rows asks first. */
let write = () => {};

// Before anything is opened: Dexie keeps the function of each connection.
IDBDatabase.prototype.transaction = function (...given) {
  if (given[1] === 'readwrite' && this.name.startsWith('muster-account')) write();
  return transaction.apply(this, given);
};

/** A database of rows that takes so many transactions more, and then none. */
function breakingDisk(takes: number, taken = () => {}): Disk {
  let left = takes;
  let broke = false;
  write = () => {
    if (left === 0) {
      broke = true;
      throw new DOMException('The machine is off.', 'UnknownError');
    }
    left -= 1;
    taken();
  };
  return { broke: () => broke, mend: () => (write = () => {}) };
}
