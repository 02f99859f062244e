import { Dexie } from 'dexie';
import { afterEach, beforeEach } from 'vitest';
import { fold, fromKeyframe, keyframe, type Keyframe } from '../../src/domain/fold.ts';
import type { TableName } from '../../src/domain/rows.ts';
import type { Rows } from '../../src/domain/state.ts';
import { databaseName } from '../../src/worker/store/database-name.ts';
import { StoreDatabase } from '../../src/worker/store/database.ts';
import { readKeptLog } from '../../src/worker/store/kept-log.ts';
import { readLogLine } from '../../src/worker/recordings/export.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { LateStorage } from '../../src/worker/store/late-storage.ts';
import type { Storage } from '../../src/worker/store/storage.ts';
import { Browser } from './tabs.ts';

/** Tables that come back whole, but for the heads of consoles. */
const STORED: readonly TableName[] = ['servers', 'players', 'feed', 'streams'];

/** Of these rows what is stored and comes back. */
export function storedRows(rows: Rows): Keyframe {
  const all = keyframe(rows, STORED);
  return { ...all, streams: all.streams?.filter(({ id }) => !id.endsWith('/console')) ?? [] };
}

/** Lets time pass, and with it whatever the databases still have to do. */
export async function passStored(browser: Browser, storage: Storage, ms: number): Promise<void> {
  for (let slice = 0; slice < ms; slice += 100) {
    await browser.clock.advance(100);
    await storage.flush();
  }
}

/** Lets time pass until it has ended, and with it whatever the databases have to do: the longer, the bigger a `step`. */
export async function passUntil<T>({ clock }: Browser, work: Promise<T>, step = 1): Promise<T> {
  let ended = false;
  const end = () => (ended = true);
  work.then(end, end);
  while (!ended) {
    await clock.advance(step);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return work;
}

/** A browser of a test, and what is stored in it. Another one can take its place. */
export interface StoredBrowser {
  browser: Browser;
  storage: LateStorage;
  /** Starts a worker over what is stored. */
  start(): Promise<void>;
  /** Lets time pass, and with it whatever the databases still have to do. */
  pass(ms: number): Promise<void>;
  /** Reads the account's database as it stands. */
  read<T>(question: (database: StoreDatabase) => Promise<T>): Promise<T>;
}

/** Before each test of the file a browser whose worker runs and stores these servers; nothing is left after it. */
export function storedBrowser(servers: Readonly<Record<string, number>>): StoredBrowser {
  const here = {
    start: () =>
      here.browser.start((environment) => (here.storage = new LateStorage(environment, 'account'))),
    pass: (ms) => passStored(here.browser, here.storage, ms),
    read: (question) => readBeside(here.browser, question),
  } as StoredBrowser;
  beforeEach(async () => {
    here.browser = new Browser();
    for (const [name, slots] of Object.entries(servers)) here.browser.world.addServer(name, slots);
    await here.start();
    await here.pass(500);
  });
  afterEach(async () => {
    here.browser.kill();
    await forgetAll(here.storage);
  });
  return here;
}

/** Reads the account's database as it stands, beside whoever has it open. */
async function readBeside<T>(
  browser: Browser,
  question: (database: StoreDatabase) => Promise<T>,
): Promise<T> {
  const database = new StoreDatabase(databaseName(browser.world.muster_id));
  await database.open();
  const answer = await question(database);
  database.close();
  return answer;
}

/** Another worker of this browser, as that of another build is; its locks are told apart by `owner`. */
export function workerBeside({ locks, host, clock, world }: Browser, owner: string) {
  const browser = Object.assign(new Browser(), { locks, host, clock, world });
  const beside = {
    browser,
    start: () =>
      browser.start(
        (environment) =>
          (beside.storage = new LateStorage({ ...environment, locks: locks.of(owner) }, 'account')),
      ),
  } as { readonly browser: Browser; storage: LateStorage; start(): Promise<void> };
  return beside;
}

/** What a replay of the whole log comes to. */
export function rowsOfLog(browser: Browser): Promise<Keyframe | null> {
  return readBeside(browser, async (database) => {
    const kept = await readKeptLog(database);
    if (kept === null) return null;
    const [begin] = kept.keyframes;
    const rows = fromKeyframe(await kept.rows(begin));
    const lines = kept.runs.flatMap(({ seq, lines: all }) => (seq < begin ? [] : all));
    fold(rows, lines.map(readLogLine));
    return storedRows(rows);
  });
}

/** Nothing is left for the next test. */
async function forgetAll(storage: Storage): Promise<void> {
  await storage.destroy();
  await new Registry().write({ muster_id: null, expires_at: 0, sign_out: null });
  for (const name of await Dexie.getDatabaseNames()) {
    if (name.startsWith('muster-account')) await Dexie.delete(name);
  }
}
