import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fold, fromKeyframe, keyframe } from '../../src/domain/fold.ts';
import { databaseName, StoreDatabase, storeLock } from '../../src/worker/store/database.ts';
import { readLogLine } from '../../src/worker/store/log.ts';
import { BrowserStorage } from '../../src/worker/store/storage.ts';
import { forgetAll, passStored, readBeside, rowsOfLog, STORED } from './stored.ts';
import { Browser } from './tabs.ts';

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

describe('the store', () => {
  it('gives a new worker its rows before the network answers, with their age', async () => {
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Survivor'));
    await pass(500);
    const held = keyframe(browser.worker.engine.rows, STORED);
    const fresh = browser.worker.engine.rows.link.get('link')?.fresh_at;
    browser.kill();
    browser.host.down = true;
    await start();
    const { rows } = browser.worker.engine;
    expect(keyframe(rows, STORED)).toEqual(held);
    expect(rows.link.get('link')?.fresh_at).toBe(fresh);
    await pass(1_000);
    expect(rows.link.get('link')?.connection.kind).toBe('lost');
    expect(rows.players.size).toBe(1);
  });

  it('resumes from what is stored, without a snapshot', async () => {
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'One'));
    await pass(500);
    browser.kill();
    browser.host.tell(browser.world.join(alpha!, 'Two'));
    await start();
    await pass(1_000);
    expect(browser.worker.engine.rows.players.size).toBe(2);
    expect(browser.worker.ingest.snapshots).toBe(0);
  });

  it('holds no address, identifier or e-mail', async () => {
    const [alpha] = browser.world.servers;
    const tab = await browser.tab('A');
    tab.view({
      view: 'players',
      server_id: alpha!.id,
      text: '',
      sort: 'name',
      direction: 'asc',
      window: { from: 0, to: 50 },
    });
    await pass(500);
    browser.host.tell(browser.world.join(alpha!, 'Survivor'));
    browser.host.tell(browser.world.identify(alpha!, [...alpha!.players.values()][0]!));
    await pass(1_000);
    expect([...browser.worker.engine.rows.identities.values()][0]?.ip).toBe('192.0.2.7');
    const everything = await read(async ({ chunks, log, keyframes }) =>
      JSON.stringify([await chunks.toArray(), await log.toArray(), await keyframes.toArray()]),
    );
    expect(everything).toContain('Survivor');
    expect(everything).not.toContain('192.0.2.7');
    expect(everything).not.toContain('example.org');
    expect(everything).not.toContain('aaaaaaaa');
  });

  it('fetches anew what a damaged chunk had, and nothing seems complete without it', async () => {
    const [alpha, bravo] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'One'));
    browser.host.tell(browser.world.join(bravo!, 'Two'));
    await pass(500);
    browser.kill();
    await read(async ({ chunks }) => {
      const player = [...alpha!.players.keys()][0] ?? '';
      for (const chunk of await chunks.toArray()) {
        if (!chunk.key.startsWith('players/')) continue;
        if (!JSON.stringify(chunk).includes(player)) continue;
        await chunks.put({ key: chunk.key, rows: [{ id: 7 }] });
      }
    });
    browser.host.down = true;
    await start();
    expect([...browser.worker.engine.rows.servers.keys()]).toEqual([bravo!.id]);
    browser.host.down = false;
    await pass(5_000);
    expect(browser.worker.engine.rows.players.size).toBe(2);
    expect(browser.worker.engine.rows.servers.size).toBe(2);
  });

  it('is emptied on sign-out, also without the network', async () => {
    browser.host.down = true;
    browser.host.close();
    const done = browser.worker.signOut('signed-out');
    await pass(4_000);
    await done;
    await storage.flush();
    const names = await Dexie.getDatabaseNames();
    expect(names.filter((name) => name.startsWith('muster-account'))).toEqual([]);
    browser.kill();
    await start();
    expect(browser.worker.engine.rows.servers.size).toBe(0);
    browser.host.down = false;
    await pass(40_000);
    expect(browser.host.signedIn).toBe(false);
    expect(browser.worker.link.state.kind).toBe('signed-out');
  });

  it('is left to another account by nobody: its rows go before the other ones come', async () => {
    const first = browser.world.muster_id;
    browser.kill();
    const other = new Browser();
    other.world.newId();
    other.world.addServer('Charlie', 10);
    Object.assign(other.world, { muster_id: 'ffffffffffffffffffffffff' });
    browser = other;
    await start();
    await pass(1_000);
    expect(
      [...browser.worker.engine.rows.servers.values()].map((row) => row.configuration.identifier),
    ).toEqual(['Charlie']);
    const names = await Dexie.getDatabaseNames();
    expect(names).not.toContain(databaseName(first));
  });

  it('is written by one worker at a time, whole, by whoever comes after', async () => {
    const first = browser;
    const firstStorage = storage;
    const second = new Browser();
    Object.assign(second, {
      locks: first.locks,
      host: first.host,
      clock: first.clock,
      world: first.world,
    });
    const secondStorage: BrowserStorage[] = [];
    await second.start((environment) => {
      const own = new BrowserStorage({ ...environment, locks: first.locks.of('second') });
      secondStorage.push(own);
      return own;
    });
    await pass(500);
    const [alpha] = first.world.servers;
    first.host.tell(first.world.join(alpha!, 'Survivor'));
    await pass(500);
    const before = await read(({ meta }) => meta.get('state'));
    first.kill();
    first.host.tell(first.world.join(alpha!, 'Another'));
    storage = secondStorage[0]!;
    await pass(1_000);
    const after = await read(({ meta }) => meta.get('state'));
    expect(after!.revision).toBeGreaterThan(before!.revision);
    second.kill();
    first.host.down = true;
    storage = firstStorage;
    browser = first;
    first.locks.kill('second');
    await start();
    expect(browser.worker.engine.rows.players.size).toBe(2);
  });

  it('keeps a log from which every moment since a keyframe can be made again', async () => {
    const [alpha, bravo] = browser.world.servers;
    const tab = await browser.tab('A');
    tab.view({ view: 'feed', server_id: alpha!.id, kinds: [], limit: 50 });
    tab.view({ view: 'console', server_id: bravo!.id, limit: 50 });
    await pass(500);
    for (let count = 0; count < 40; count++) {
      browser.host.tell(browser.world.join(count % 2 === 0 ? alpha! : bravo!, `Survivor ${count}`));
      browser.host.tell([browser.world.console(bravo!, `line ${count}`)]);
      await pass(100);
    }
    await pass(500);
    const { log, keyframes, meta } = await read(async (database) => ({
      log: await database.log.toArray(),
      keyframes: await database.keyframes.toArray(),
      meta: await database.meta.get('state'),
    }));
    expect(log.length).toBeGreaterThan(5);
    const lines = log.flatMap(({ seq, events }) =>
      events.map((line, index) => ({ seq: seq + index, line })),
    );
    expect(lines.map(({ seq }) => seq)).toEqual(
      Array.from({ length: meta!.next }, (_, index) => index),
    );
    const { seq: begin } = keyframes[0]!;
    const parts = keyframes.filter(({ seq }) => seq === begin).map((record) => record.rows);
    const rows = fromKeyframe(Object.assign({}, ...parts));
    fold(
      rows,
      lines.filter(({ seq }) => seq >= begin).map(({ line }) => readLogLine(line)),
    );
    expect(keyframe(rows, STORED)).toEqual(keyframe(browser.worker.engine.rows, STORED));
  });

  it('puts what came in a burst away bit by bit, and all of it', async () => {
    const [alpha] = browser.world.servers;
    const tab = await browser.tab('A');
    tab.view({ view: 'console', server_id: alpha!.id, limit: 50 });
    await pass(500);
    const before = await read((database) => database.meta.get('state'));
    const frames = Array.from({ length: 5_000 }, (_, line) =>
      browser.world.console(alpha!, `line ${line}`),
    );
    browser.host.tell(frames);
    await pass(500);
    const [after, log] = await read(async (database) => [
      await database.meta.get('state'),
      await database.log.where('seq').aboveOrEqual(before!.next).toArray(),
    ]);
    expect(after!.next - before!.next).toBeGreaterThanOrEqual(frames.length);
    expect(Math.max(...log.map(({ events }) => events.length))).toBeLessThanOrEqual(2_000);
    expect(await rowsOfLog(browser)).toEqual(keyframe(browser.worker.engine.rows, STORED));
  });

  it('of another build is deleted when nobody uses it, and not before', async () => {
    const newer = `${databaseName(browser.world.muster_id)}-newer`;
    const other = new StoreDatabase(newer);
    await other.open();
    const lock = browser.locks.of('newer').acquire(storeLock(newer));
    const restart = async () => {
      browser.kill();
      await start();
      await pass(500);
    };
    await restart();
    expect(other.isOpen()).toBe(true);
    expect(await Dexie.getDatabaseNames()).toContain(newer);
    other.close();
    lock.release();
    await restart();
    expect(await Dexie.getDatabaseNames()).not.toContain(newer);
  });
});
