import { Cron } from 'croner';
import type { Logger } from '../logger.ts';
import type { Database } from '../store/database.ts';
import { enqueue } from './enqueue.ts';

/** Work that comes again. */
export interface Schedule {
  /** The kind of the job that is asked for. */
  readonly kind: string;
  /** A cron pattern, in UTC. */
  readonly pattern: string;
}

/**
 * Asks for a job each time a schedule is due. Every host asks, under a key of the moment, so the work is
 * done once. Answers how to stop.
 */
export function startSchedules(
  db: Database,
  schedules: readonly Schedule[],
  log: Logger,
): () => void {
  const crons = schedules.map(
    ({ kind, pattern }) =>
      new Cron(pattern, { timezone: 'UTC', unref: true }, async (cron: Cron) => {
        const at = Math.floor((cron.currentRun()?.getTime() ?? 0) / 1_000) * 1_000;
        try {
          await enqueue(db, { kind, key: String(at), payload: { at }, runAt: at });
        } catch (error) {
          log.warn({ err: error, kind }, 'A schedule was due and could not be written down.');
        }
      }),
  );
  return () => {
    for (const cron of crons) cron.stop();
  };
}
