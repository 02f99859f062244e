import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashRows } from '../../src/domain/hash.ts';
import { loadRecording, type TestRecording } from '../../src/testing/recording.ts';
import { createCommands } from '../../src/worker/commands/commands.ts';
import type { RecordingRequest } from '../../src/worker/contract.ts';
import { databaseName } from '../../src/worker/store/database-name.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { LateStorage } from '../../src/worker/store/late-storage.ts';
import { passUntil } from './stored.ts';
import { Browser, playersOf } from './tabs.ts';

const LISTED = ['servers', 'players', 'feed'] as const;
const MINUTE = 60_000;
const BY_HAND = { minutes: null, redact: true, keepChat: false } as const;
/** As the game writes it into the console. */
const ADDRESS = '203.0.113.7';

let browser: Browser;
let storage: LateStorage;

/** Lets time pass, and with it whatever the databases still have to do. */
async function pass(ms: number, step = 100): Promise<void> {
  for (let slice = 0; slice < ms; slice += step) {
    await browser.clock.advance(step);
    await storage.flush();
  }
}

/** Some people come, talk and go. */
async function live(rounds: number): Promise<void> {
  const [alpha] = browser.world.servers;
  for (let round = 0; round < rounds; round++) {
    browser.host.tell(browser.world.join(alpha!, `Survivor ${round}`));
    const player = [...alpha!.players.values()].at(-1)!;
    browser.host.tell(browser.world.identify(alpha!, player));
    browser.host.tell(browser.world.chat(alpha!, player, `secret words ${round}`));
    const line = `Player #${round} ${player.name} (${ADDRESS}:2304) connected`;
    browser.host.tell([browser.world.console(alpha!, line)]);
    if (round % 2 === 0) browser.host.tell(browser.world.leave(alpha!, player));
    await pass(500);
  }
}

/** What the worker exports. */
async function exported(
  request: Partial<RecordingRequest> = {},
): Promise<TestRecording & { text: string; from: number | null; shortened: boolean }> {
  const { recordings } = browser.worker;
  const asked = recordings.export({ minutes: 10, redact: true, keepChat: false, ...request });
  const recorded = await passUntil(browser, asked);
  if (typeof recorded === 'string') throw new TypeError(`Nothing was exported: ${recorded}.`);
  const text = await recorded.file.text();
  const loaded = loadRecording(text);
  expect(loaded.events).toHaveLength(recorded.events);
  expect(loaded.damage).toEqual([]);
  expect(loaded.hash).toBe(loaded.end?.hash);
  const { from, shortened } = recorded;
  expect(from).toBe(loaded.events[0]?.event.at ?? null);
  return Object.assign(loaded, { text, from, shortened });
}

/** A recording by hand has all who come from now on: its rows were made again before, and nothing came meanwhile. */
async function expectRecorded(): Promise<void> {
  await live(1);
  await live(1);
  const loaded = await exported({ minutes: null, redact: false });
  const joined = loaded.events.filter(({ event }) => event.event === 'gsm:player:create');
  expect(joined).toHaveLength(4);
  expect(loaded.shortened).toBe(false);
}

beforeEach(async () => {
  browser = new Browser();
  browser.world.addServer('Alpha', 40);
  browser.world.addServer('Bravo', 60);
  await browser.start((environment) => (storage = new LateStorage(environment, 'account')));
  await pass(500);
  const [alpha] = browser.world.servers;
  const tab = await browser.tab('A');
  tab.view({ view: 'feed', server_id: alpha!.id, kinds: [], limit: 50 });
  tab.view({ view: 'console', server_id: alpha!.id, limit: 50 });
  tab.view(playersOf(alpha!.id));
  await pass(500);
});

afterEach(async () => {
  vi.restoreAllMocks();
  browser.kill();
  await storage.destroy();
  await new Registry().write({ muster_id: null, expires_at: 0, sign_out: null });
  for (const name of await Dexie.getDatabaseNames()) {
    if (name.startsWith('muster-account')) await Dexie.delete(name);
  }
});

describe('the worker', () => {
  it('gives what it kept lately as a recording that ends in its rows', async () => {
    await live(6);
    const loaded = await exported({ redact: false });
    const { rows } = browser.worker.engine;
    expect(hashRows(loaded.rows, LISTED)).toBe(hashRows(rows, LISTED));
    expect(loaded.header).toMatchObject({
      redaction: 'none',
      build: browser.worker.environment.build,
    });
    expect(loaded.text).toContain('secret words');
    // Nobody has looked for ten minutes yet.
    expect(loaded.shortened).toBe(true);
  });

  it('never keeps addresses, identifiers and e-mail, and replaces names and texts', async () => {
    await live(4);
    expect(JSON.stringify([...browser.worker.engine.rows.console.values()])).toContain(ADDRESS);
    const { email } = browser.world.session();
    const ids = browser.world.servers.map((server) => server.id);
    const [identity] = [...browser.world.servers[0]!.identities.values()];
    const { ip, guid, steam_id } = identity!;
    const personal = [ip, guid, steam_id, email.address, ADDRESS].filter((value) => value !== null);
    expect(personal.length).toBeGreaterThan(2);
    const plain = await exported({ redact: false });
    for (const secret of personal) expect(plain.text).not.toContain(secret);
    const redacted = await exported();
    for (const secret of [...personal, ...ids, 'Survivor', 'secret', 'Alpha', 'Warden', 'warden']) {
      expect(redacted.text).not.toContain(secret);
    }
    expect(redacted.rows.players.size).toBe(browser.worker.engine.rows.players.size);
    const chat = await exported({ keepChat: true });
    expect(chat.text).toContain('secret words 3');
    expect(chat.text).not.toContain('Survivor');
  });

  it('begins with the rows of the moment that was asked for', async () => {
    await live(3);
    browser.world.pass(20 * MINUTE);
    await pass(1_000);
    await live(2);
    const { rows } = browser.worker.engine;
    const loaded = await exported({ redact: false });
    expect(hashRows(loaded.rows, ['servers', 'players'])).toBe(
      hashRows(rows, ['servers', 'players']),
    );
    // Two for each who came: the four of then, and those that were written together with the last before.
    const told = loaded.events.filter(({ event }) => event.event === 'gsm:player:create');
    expect([4, 6]).toContain(told.length);
    expect(loaded.shortened).toBe(false);
    expect(loaded.toStart().rows.players.size).toBeGreaterThan(0);
  });

  it('records by hand from a mark that all tabs share, until it is stopped', async () => {
    await live(2);
    const { recordings } = browser.worker;
    await pass(1_000);
    await recordings.start();
    const since = await recordings.since();
    expect(since).not.toBe(null);
    await pass(1_000);
    await recordings.start();
    expect(await recordings.since()).toBe(since);
    await live(1);
    const loaded = await exported({ minutes: null });
    expect(loaded.shortened).toBe(false);
    expect(loaded.toStart().rows.players.size).toBe(1);
    const joined = loaded.events.filter(({ event }) => event.event === 'gsm:player:create');
    expect(joined).toHaveLength(2);
    await recordings.stop();
    expect(await recordings.since()).toBe(null);
    expect(await recordings.export(BY_HAND)).toBe('not-begun');
  });

  it('is begun and ended by whoever looks, and tells each of them since when it goes', async () => {
    const commands = createCommands(
      browser.worker,
      () => expect.fail(),
      () => {},
    );
    const mark = (what: 'start' | 'stop' | null) =>
      passUntil(browser, commands.markRecording(what));
    await live(1);
    expect(await mark(null)).toBe(null);
    const since = await mark('start');
    expect(since).not.toBe(null);
    expect(await mark(null)).toBe(since);
    expect(await mark('stop')).toBe(null);
  });

  it('records by hand from the press on, whatever waited to be written then', async () => {
    const { recordings } = browser.worker;
    const [alpha] = browser.world.servers;
    const come = async (name: string) => {
      browser.host.tell(browser.world.join(alpha!, name));
      await browser.clock.advance(20);
    };
    await pass(1_000);
    await come('Before');
    expect(storage.inspect()?.lines).toBeGreaterThan(0);
    await recordings.start();
    await come('After');
    await pass(1_000);
    const loaded = await exported({ minutes: null, redact: false });
    const joined = loaded.events.filter(({ event }) => event.event === 'gsm:player:create');
    expect(JSON.stringify(joined)).toContain('After');
    expect(JSON.stringify(joined)).not.toContain('Before');
    const names = [...loaded.toStart().rows.players.values()].map(({ name }) => name);
    expect(names).toEqual(['Before']);
    expect(loaded.shortened).toBe(false);
  });

  it('goes on recording by hand though the worker dies, and is stopped in the next one', async () => {
    await live(1);
    await browser.worker.recordings.start();
    const since = await browser.worker.recordings.since();
    await live(1);
    await pass(1_000);
    browser.kill();
    await browser.start((environment) => (storage = new LateStorage(environment, 'account')));
    expect(await browser.worker.recordings.since()).toBe(since);
    await pass(1_000);
    await live(1);
    const loaded = await exported({ minutes: null, redact: false });
    const joined = loaded.events.filter(({ event }) => event.event === 'gsm:player:create');
    expect(joined.length).toBeGreaterThan(2);
    await browser.worker.recordings.stop();
    browser.kill();
    await browser.start((environment) => (storage = new LateStorage(environment, 'account')));
    expect(await browser.worker.recordings.since()).toBe(null);
  });

  it('begins no recording where no events are kept, and says why there is none', async () => {
    const { recordings } = browser.worker;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    });
    await live(1);
    await pass(30_000);
    put.mockRestore();
    expect(storage.inspect()?.keeps).not.toBe('all');
    await recordings.start();
    expect(await recordings.since()).toBe(null);
    expect(await recordings.export({ ...BY_HAND, minutes: 10 })).toBe('not-kept');
  });

  it('records by hand what comes, though the log was deleted after the mark', async () => {
    await live(4);
    const { recordings } = browser.worker;
    await recordings.start();
    await Dexie.delete(databaseName(browser.world.muster_id));
    await pass(2_000);
    await expectRecorded();
  });

  it('records by hand what comes, though what waited before the mark was never written', async () => {
    const { recordings } = browser.worker;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Not now.', 'UnknownError');
    });
    const [alpha] = browser.world.servers;
    for (let line = 0; line < 50; line++) browser.host.tell(browser.world.join(alpha!, 'Lost'));
    await browser.clock.advance(50);
    expect(storage.inspect()?.lines).toBeGreaterThanOrEqual(50);
    await recordings.start();
    await pass(8_000);
    put.mockRestore();
    await pass(62_000);
    await expectRecorded();
  });

  it('records nothing by hand of the next account', async () => {
    const { recordings } = browser.worker;
    await live(1);
    await recordings.start();
    Object.assign(browser.world, { muster_id: 'ffffffffffffffffffffffff' });
    await browser.tab('B');
    await pass(2_000);
    expect(browser.worker.engine.rows.account.get('me')?.muster_id).toBe(browser.world.muster_id);
    expect(await recordings.since()).toBe(null);
  });
});
