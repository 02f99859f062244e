import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { fold, fromKeyframe } from '../../src/domain/fold.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { databaseName } from '../../src/worker/store/database-name.ts';
import { StoreDatabase, storeLock } from '../../src/worker/store/database.ts';
import { readLogLine } from '../../src/worker/recordings/export.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { passUntil, rowsOfLog, storedBrowser, storedRows, workerBeside } from './stored.ts';
import { Browser, playersOf, SERVERS, TabDouble } from './tabs.ts';

const here = storedBrowser({ Alpha: 40, Bravo: 60 });

describe('the store', () => {
  it('gives a new worker its rows before the network answers, with their age', async () => {
    const [alpha] = here.browser.world.servers;
    here.browser.host.tell(here.browser.world.join(alpha!, 'Survivor'));
    await here.pass(500);
    const held = storedRows(here.browser.worker.engine.rows);
    const fresh = here.browser.worker.engine.rows.link.get('link')?.fresh_at;
    here.browser.kill();
    here.browser.host.down = true;
    await here.start();
    const { rows } = here.browser.worker.engine;
    expect(storedRows(rows)).toEqual(held);
    expect(rows.link.get('link')?.fresh_at).toBe(fresh);
    await here.pass(1_000);
    expect(rows.link.get('link')?.connection.kind).toBe('lost');
    expect(rows.players.size).toBe(1);
  });

  it('is all there in what a tab is told first, which came while it was read', async () => {
    here.browser.kill();
    here.browser.host.down = true;
    const tab = new TabDouble(here.browser, 'A');
    tab.view(SERVERS);
    const started = here.start();
    await passUntil(here.browser, Promise.all([started, tab.attach()]));
    await here.pass(100);
    const told = tab.messages.flatMap((message) =>
      message.type === 'snapshot' ? [message.rows.length] : [],
    );
    expect(told).toEqual([2]);
  });

  it('resumes from what is stored, without a snapshot', async () => {
    const [alpha] = here.browser.world.servers;
    here.browser.host.tell(here.browser.world.join(alpha!, 'One'));
    await here.pass(500);
    here.browser.kill();
    here.browser.host.tell(here.browser.world.join(alpha!, 'Two'));
    await here.start();
    await here.pass(1_000);
    expect(here.browser.worker.engine.rows.players.size).toBe(2);
    expect(here.browser.worker.ingest.snapshots).toBe(0);
  });

  it('holds no address, identifier or e-mail, nor the lines of the console that name them', async () => {
    const [alpha] = here.browser.world.servers;
    const tab = await here.browser.tab('A');
    tab.view({ view: 'feed', server_id: alpha!.id, kinds: [], limit: 50 });
    tab.view({ view: 'console', server_id: alpha!.id, limit: 50 });
    const line = (ip: string) => `Player #3 Survivor (${ip}:2304) connected`;
    here.browser.host.tell([here.browser.world.console(alpha!, line('203.0.113.6'))]);
    tab.view(playersOf(alpha!.id));
    await here.pass(500);
    here.browser.host.tell(here.browser.world.join(alpha!, 'Survivor'));
    here.browser.host.tell(here.browser.world.identify(alpha!, [...alpha!.players.values()][0]!));
    here.browser.host.tell([here.browser.world.console(alpha!, line('203.0.113.7'))]);
    await here.pass(1_000);
    const shown = [...here.browser.worker.engine.rows.console.values()];
    expect(shown.map((row) => row.line.text)).toEqual([line('203.0.113.6'), line('203.0.113.7')]);
    expect([...here.browser.worker.engine.rows.identities.values()][0]?.ip).toBe('192.0.2.7');
    const everything = await here.read(async ({ chunks, log, keyframes }) =>
      JSON.stringify([await chunks.toArray(), await log.toArray(), await keyframes.toArray()]),
    );
    expect(everything).toContain('Survivor');
    expect(everything).not.toContain('192.0.2.7');
    expect(everything).not.toContain('203.0.113.');
    expect(everything).not.toContain('example.org');
    expect(everything).not.toContain('aaaaaaaa');
  });

  it.each([[{ id: 7 }], [null], ['text'], [{}]])(
    'fetches again what a damaged chunk had: %j',
    async (row) => {
      const [alpha, bravo] = here.browser.world.servers;
      here.browser.host.tell(here.browser.world.join(alpha!, 'One'));
      here.browser.host.tell(here.browser.world.join(bravo!, 'Two'));
      await here.pass(500);
      here.browser.kill();
      await here.read(async ({ chunks }) => {
        const player = [...alpha!.players.keys()][0] ?? '';
        for (const chunk of await chunks.toArray()) {
          if (!chunk.key.startsWith('players/')) continue;
          if (!JSON.stringify(chunk).includes(player)) continue;
          await chunks.put({ ...chunk, rows: [row] });
        }
      });
      here.browser.host.down = true;
      await here.start();
      // Nothing seems complete without it.
      expect([...here.browser.worker.engine.rows.servers.keys()]).toEqual([bravo!.id]);
      here.browser.host.down = false;
      await here.pass(5_000);
      expect(here.browser.worker.engine.rows.players.size).toBe(2);
      expect(here.browser.worker.engine.rows.servers.size).toBe(2);
    },
  );

  it('is emptied on sign-out, also without the network', async () => {
    here.browser.host.down = true;
    here.browser.host.close();
    const done = here.browser.worker.signOut('signed-out');
    await here.pass(4_000);
    await done;
    await here.storage.flush();
    const names = await Dexie.getDatabaseNames();
    expect(names.filter((name) => name.startsWith('muster-account'))).toEqual([]);
    here.browser.kill();
    await here.start();
    expect(here.browser.worker.engine.rows.servers.size).toBe(0);
    here.browser.host.down = false;
    await here.pass(40_000);
    expect(here.browser.host.signedIn).toBe(false);
    expect(here.browser.worker.link.state.kind).toBe('signed-out');
  });

  it('keeps no stream going that nobody looks at any more after another start', async () => {
    const [alpha] = here.browser.world.servers;
    const feed = serverStream(alpha!.id, 'feed');
    const tab = await here.browser.tab('A');
    tab.view({ view: 'feed', server_id: alpha!.id, kinds: [], limit: 20 });
    await here.pass(2_000);
    here.browser.kill();
    here.browser.host.down = true;
    await here.start();
    const { streams } = here.browser.worker.engine.rows;
    expect(streams.has(feed)).toBe(true);
    here.browser.host.down = false;
    await here.pass(20_000);
    expect(here.browser.worker.link.state.kind).toBe('live');
    expect(here.browser.worker.engine.rows.streams.has(feed)).toBe(false);
  });

  it('is kept where it is only noted that an earlier sign-out was told', async () => {
    await here.storage.keepSignOut(null);
    await here.pass(1_000);
    expect(await here.read(({ chunks }) => chunks.count())).toBeGreaterThan(0);
    expect(here.storage.inspect()?.keeps).toBe('all');
  });

  it('is emptied after it is forgotten whose it was, or another worker would write it again', async () => {
    const { deleteDatabase } = IDBFactory.prototype;
    const { muster_id } = here.browser.world;
    const registry = new Registry();
    expect((await registry.read()).muster_id).toBe(muster_id);
    const standing: Promise<string | null>[] = [];
    IDBFactory.prototype.deleteDatabase = (name) => {
      if (name === databaseName(muster_id)) {
        standing.push(registry.read().then((stands) => stands.muster_id));
      }
      return deleteDatabase.call(indexedDB, name);
    };
    try {
      await here.storage.destroy();
    } finally {
      IDBFactory.prototype.deleteDatabase = deleteDatabase;
    }
    expect(await Promise.all(standing)).toContain(null);
    expect(await Promise.all(standing)).not.toContain(muster_id);
  });

  it('is left to another account by nobody: its rows go before the other ones come', async () => {
    const first = here.browser.world.muster_id;
    here.browser.kill();
    const other = new Browser();
    other.world.newId();
    other.world.addServer('Charlie', 10);
    Object.assign(other.world, { muster_id: 'ffffffffffffffffffffffff' });
    here.browser = other;
    await here.start();
    await here.pass(1_000);
    expect(
      [...here.browser.worker.engine.rows.servers.values()].map(
        (row) => row.configuration.identifier,
      ),
    ).toEqual(['Charlie']);
    const names = await Dexie.getDatabaseNames();
    expect(names).not.toContain(databaseName(first));
  });

  it('begins a recording by hand only in the worker that writes', async () => {
    const [first, firstStorage] = [here.browser, here.storage];
    const second = workerBeside(first, 'second');
    await second.start();
    await here.pass(500);
    const { recordings } = second.browser.worker;
    await recordings.start();
    expect(await recordings.since()).toBe(null);
    first.kill();
    here.storage = second.storage;
    await here.pass(1_000);
    await recordings.start();
    expect(await recordings.since()).not.toBe(null);
    second.browser.kill();
    Object.assign(here, { storage: firstStorage });
  });

  it('is written by one worker at a time, whole, by whoever comes after', async () => {
    const first = here.browser;
    const firstStorage = here.storage;
    const second = workerBeside(here.browser, 'second');
    await second.start();
    await here.pass(500);
    const [alpha] = first.world.servers;
    first.host.tell(first.world.join(alpha!, 'Survivor'));
    await here.pass(500);
    const before = await here.read(({ meta }) => meta.get('state'));
    first.kill();
    first.host.tell(first.world.join(alpha!, 'Another'));
    here.storage = second.storage;
    await here.pass(1_000);
    const after = await here.read(({ meta }) => meta.get('state'));
    expect(after!.revision).toBeGreaterThan(before!.revision);
    second.browser.kill();
    first.host.down = true;
    here.storage = firstStorage;
    here.browser = first;
    first.locks.kill('second');
    await here.start();
    expect(here.browser.worker.engine.rows.players.size).toBe(2);
  });

  it('keeps a log from which every moment since a keyframe can be made again', async () => {
    const [alpha, bravo] = here.browser.world.servers;
    const tab = await here.browser.tab('A');
    tab.view({ view: 'feed', server_id: alpha!.id, kinds: [], limit: 50 });
    tab.view({ view: 'console', server_id: bravo!.id, limit: 50 });
    await here.pass(500);
    for (let count = 0; count < 40; count++) {
      here.browser.host.tell(
        here.browser.world.join(count % 2 === 0 ? alpha! : bravo!, `Survivor ${count}`),
      );
      here.browser.host.tell([here.browser.world.console(bravo!, `line ${count}`)]);
      await here.pass(100);
    }
    await here.pass(500);
    const { log, keyframes, meta } = await here.read(async (database) => ({
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
    expect(storedRows(rows)).toEqual(storedRows(here.browser.worker.engine.rows));
  });

  it('puts what came in a burst away bit by bit, and all of it', async () => {
    const [alpha] = here.browser.world.servers;
    const before = await here.read((database) => database.meta.get('state'));
    const frames = Array.from({ length: 5_000 }, (_, count) => {
      const players = count % 2;
      return here.browser.world.observe(alpha!, {
        players,
        slots: 40,
        queue: null,
        source: 'live',
      });
    });
    here.browser.host.tell(frames);
    await here.pass(500);
    const [after, log] = await here.read(async (database) => [
      await database.meta.get('state'),
      await database.log.where('seq').aboveOrEqual(before!.next).toArray(),
    ]);
    expect(after!.next - before!.next).toBeGreaterThanOrEqual(frames.length);
    expect(Math.max(...log.map(({ events }) => events.length))).toBeLessThanOrEqual(2_000);
    expect(await rowsOfLog(here.browser)).toEqual(storedRows(here.browser.worker.engine.rows));
  });

  it('on a slow disk is written seldom while events pour in, but before too many wait', async () => {
    const [alpha] = here.browser.world.servers;
    const tell = async (count: number) => {
      const figures = { slots: 40, queue: null, source: 'live' } as const;
      const { world, host, clock } = here.browser;
      host.tell(
        Array.from({ length: count }, (_, at) =>
          world.observe(alpha!, { ...figures, players: at % 2 }),
        ),
      );
      await clock.advance(100);
    };
    const pour = async (each: number) => {
      for (let slice = 0; slice < 10; slice++) await tell(each);
    };
    const written = () => here.storage.inspect()!.log.to;
    await tell(1);
    await passUntil(here.browser, here.storage.flush(), 400);
    const before = written();
    await pour(10);
    expect(here.storage.inspect()).toMatchObject({ lines: 100, log: { to: before } });
    await pour(6_000);
    await pour(10);
    await expect.poll(written, { timeout: 10_000 }).toBeGreaterThan(before + 50_000);
  });

  it('of another build is deleted when nobody uses it, and not before', async () => {
    const newer = `${databaseName(here.browser.world.muster_id)}-newer`;
    const other = new StoreDatabase(newer);
    await other.open();
    const lock = here.browser.locks.of('newer').acquire(storeLock(newer));
    const restart = async () => {
      here.browser.kill();
      await here.start();
      await here.pass(500);
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
