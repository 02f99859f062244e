import { Dexie, type Table } from 'dexie';
import type { Keyframe } from '../../domain/fold.ts';
import type { World } from '../contract.ts';
import type { Locks } from '../environment.ts';
import { PREFIX } from './database-name.ts';
import type { LogSegment } from './log.ts';

// On localhost Dexie makes a task of the console for each request, and prints failures that whoever asked handles.
Dexie.debug = false;

/** Rows of one table whose ids fall into one bucket, as one record. */
export interface ChunkRecord {
  /** `<table>/<bucket>`. */
  readonly key: string;
  /** The flush that wrote it: it counts where that is not after `MetaRecord.flush`. */
  readonly flush: number;
  readonly rows: readonly unknown[];
}

/**
 * Events of one flush, as JSON: a record for each flush, never for each event. It counts where it stands
 * before `MetaRecord.next`.
 */
export interface LogRecord {
  /** The number of its first event in this database. */
  readonly seq: number;
  readonly events: readonly string[];
}

/**
 * A part of all stored rows as they were after the event before `seq`: a replay of the log can begin
 * with all parts of one `seq`, where that is not after `MetaRecord.keyframe`.
 */
export interface KeyframeRecord {
  readonly seq: number;
  readonly part: number;
  readonly rows: Keyframe;
}

/** A recording that was begun by hand. */
export interface RecordingMark {
  /** When, by this machine's clock. */
  readonly since: number;
  /** The number of its first event. */
  readonly from: number;
}

export interface MetaRecord {
  readonly key: 'state';
  /** Rises with each transaction: a writer that stands at another one does not know what is written. */
  readonly revision: number;
  /** The newest flush of which every part is written. */
  readonly flush: number;
  /** Number of the next event of the log. */
  readonly next: number;
  readonly segments: readonly LogSegment[];
  /** Where the newest complete keyframe stands; null before the first. */
  readonly keyframe: number | null;
  /** The newest moment at which the host told anything; null before the first. */
  readonly fresh_at: number | null;
  /** The recording by hand that is under way; null, or absent: none. */
  readonly mark?: RecordingMark | null;
}

/** Nothing was written yet. */
export const EMPTY_META: MetaRecord = {
  key: 'state',
  revision: 0,
  flush: 0,
  next: 0,
  segments: [],
  keyframe: null,
  fresh_at: null,
};

/** The database of one account or display. */
export class StoreDatabase extends Dexie {
  declare chunks: Table<ChunkRecord, [string, number]>;
  declare log: Table<LogRecord, number>;
  declare keyframes: Table<KeyframeRecord, [number, number]>;
  declare meta: Table<MetaRecord, string>;
  /** Somebody deletes this database, or opens a newer version of it: nothing is read or written any more. */
  onGone: (deleted: boolean) => void = () => {};

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({
      chunks: '[key+flush], flush',
      log: 'seq',
      keyframes: '[seq+part], seq',
      meta: 'key',
    });
    this.on('versionchange', ({ newVersion }) => {
      // An old worker that reopened a newer database would write into it.
      this.close({ disableAutoOpen: true });
      this.onGone(newVersion === null);
      return false;
    });
  }
}

/** The lock of whoever writes a database. */
export const storeLock = (name: string): string => `store:${name}`;

/** Deletes every database of a world, whoever has it open. */
export async function deleteDatabases(world: World): Promise<void> {
  await Promise.all((await databasesOf(world)).map((name) => Dexie.delete(name)));
}

/**
 * Deletes every database of a world but one: left by other accounts and other versions. What the worker of
 * another build has in use is left to it.
 */
export async function deleteOtherDatabases(
  keep: string,
  world: World,
  locks: Locks,
): Promise<void> {
  const others = (await databasesOf(world)).filter((name) => name !== keep);
  await Promise.all(others.map((name) => locks.ifFree(storeLock(name), () => Dexie.delete(name))));
}

async function databasesOf(world: World): Promise<readonly string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => name.startsWith(PREFIX[world]));
}
