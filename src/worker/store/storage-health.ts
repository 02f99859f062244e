import type { StorageError } from './storage-error.ts';

/**
 * What is written: everything; the rows that the next start shows first, without the log and without what
 * the host gives again when it is looked at; or nothing.
 */
export type Keeps = 'all' | 'rows' | 'nothing';

/** How the store stands with the browser's disk. */
export interface StorageHealth {
  readonly keeps: Keeps;
  /** What went wrong last; null since all went well. */
  readonly trouble: StorageError | null;
  /** How often that went wrong, one time after the other. */
  readonly failures: number;
}

/** What is done about a failure, before the next attempt. */
export type Remedy = 'shorten-log' | 'drop-cold' | 'reopen' | 'none';

export const HEALTHY: StorageHealth = { keeps: 'all', trouble: null, failures: 0 };

/** What is not kept is tried again after so long. */
export const AGAIN_MS = 60_000;
const SOON_MS = 300;
/** A database that fails is opened again so often, and then made again. */
const REOPENINGS = 3;
/** The log is halved at each failure: after so many there is none of it left that could go. */
const HALVINGS = 10;

/** One rung down: first the log goes, then what is cold, then all is kept in memory alone. */
export function afterFailure(
  { keeps, trouble: last, failures: before }: StorageHealth,
  trouble: StorageError,
  hasLog: boolean,
): { readonly health: StorageHealth; readonly remedy: Remedy } {
  const failures = last === trouble ? before + 1 : 1;
  const next = (kept: Keeps, remedy: Remedy) => ({
    health: { keeps: kept, trouble, failures },
    remedy,
  });
  if (trouble === 'refused') return next('nothing', 'reopen');
  if (trouble === 'failed') return next(failures > REOPENINGS ? 'nothing' : keeps, 'reopen');
  if (keeps !== 'all') return next('nothing', 'none');
  return hasLog && failures < HALVINGS ? next('all', 'shorten-log') : next('rows', 'drop-cold');
}

/** A write succeeded. */
export function afterSuccess({ keeps, trouble }: StorageHealth): StorageHealth {
  return keeps === 'all' ? HEALTHY : { keeps, trouble, failures: 0 };
}

/** What is attempted after a while. On a full disk not everything at once: the rows come first. */
export function raised(health: StorageHealth): StorageHealth {
  const { keeps, trouble } = health;
  return { ...health, keeps: keeps === 'nothing' && trouble === 'full' ? 'rows' : 'all' };
}

/** How long to wait before what has just failed is tried again. */
export function retryDelay({ keeps, trouble, failures }: StorageHealth): number {
  if (keeps === 'nothing') return AGAIN_MS;
  return trouble === 'full' ? SOON_MS : SOON_MS * 2 ** failures;
}

/** Whether opening it again has failed so often that only a new database may help. */
export function wantsRebuilding({ trouble, failures }: StorageHealth): boolean {
  return trouble === 'failed' && failures > REOPENINGS;
}

const FLUSH_MS = 300;
const MAX_FLUSH_MS = 10_000;
/** Under load, writing gets at most one part in so many of the worker's time. */
const WRITING_SHARE = 40;

/** Milliseconds until the next write, or for which nothing has changed before it; the last one took `took`. */
export function flushPace(
  health: StorageHealth,
  took: number,
): { readonly wait: number; readonly quiet: number } {
  if (health.failures > 0) {
    const wait = retryDelay(health);
    return { wait, quiet: wait };
  }
  const wait = Math.min(Math.max(FLUSH_MS, took * WRITING_SHARE), MAX_FLUSH_MS);
  return { wait, quiet: FLUSH_MS };
}
