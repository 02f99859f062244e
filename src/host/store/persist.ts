import { setTimeout as sleep } from 'node:timers/promises';
import { isRefused } from './database.ts';
import type { Logger } from '../logger.ts';

/** Milliseconds until writing is tried again while the database is away. */
export const WRITE_RETRY = 250;

export interface Persistence {
  readonly log: Logger;
  /** Aborted when the host stops: what cannot be written then is left to the next host. */
  readonly stopping: AbortSignal;
}

/** Does what must not be lost, again and again until the database takes it. It may be done twice. */
export async function persist<T>(
  { log, stopping }: Persistence,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isRefused(error) || stopping.aborted) throw error;
      log.warn({ err: error }, 'what must be written waits for the database');
      await sleep(WRITE_RETRY);
    }
  }
}
