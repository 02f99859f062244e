import { Dexie } from 'dexie';
import { fold, fromKeyframe, keyframe, type Keyframe } from '../../src/domain/fold.ts';
import type { TableName } from '../../src/domain/rows.ts';
import { databaseName, StoreDatabase } from '../../src/worker/store/database.ts';
import { readKeptLog } from '../../src/worker/store/kept-log.ts';
import { readLogLine } from '../../src/worker/store/log.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import type { Storage } from '../../src/worker/store/storage.ts';
import type { Browser } from './tabs.ts';

/** Tables that come back whole. */
export const STORED: readonly TableName[] = ['servers', 'players', 'feed', 'console', 'streams'];

/** Lets time pass, and with it whatever the databases still have to do. */
export async function passStored(browser: Browser, storage: Storage, ms: number): Promise<void> {
  for (let slice = 0; slice < ms; slice += 100) {
    await browser.clock.advance(100);
    await storage.flush();
  }
}

/** Reads the account's database as it stands, beside whoever has it open. */
export async function readBeside<T>(
  browser: Browser,
  question: (database: StoreDatabase) => Promise<T>,
): Promise<T> {
  const database = new StoreDatabase(databaseName(browser.world.muster_id));
  await database.open();
  const answer = await question(database);
  database.close();
  return answer;
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
    return keyframe(rows, STORED);
  });
}

/** Nothing is left for the next test. */
export async function forgetAll(storage: Storage): Promise<void> {
  await storage.destroy();
  await new Registry().write({ muster_id: null, expires_at: 0, sign_out: null });
  for (const name of await Dexie.getDatabaseNames()) {
    if (name.startsWith('muster-account')) await Dexie.delete(name);
  }
}
