import type pg from 'pg';
import type { Logger } from '../logger.ts';
import { isDatabaseGone, type Database } from '../store/database.ts';
import { claimJob, failJob, finishJob, nextDue, renewLease, type ClaimedJob } from './claim.ts';
import { JOBS_CHANNEL } from './enqueue.ts';

/** Does one job. It may run again after a crash, so doing it twice must be doing it once. */
export type JobHandler = (payload: unknown) => Promise<void>;

export interface JobRunnerDeps {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** This process, among the hosts of the database. */
  readonly owner: string;
  readonly log: Logger;
  readonly now: () => number;
}

export interface JobRunner {
  /** Takes what waits and listens for more. */
  start(): void;
  /** Takes nothing more; resolves when the running job has ended. */
  stop(): Promise<void>;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
/** A wake-up can be missed while the listening connection is made again: look at least this often. */
const LOOK_MS = 15_000;

/** Runs the jobs of the table one after another, as long as it is started. */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const kinds = [...deps.handlers.keys()];
  let running: Promise<void> | null = null;
  let stopped = true;
  let wake = () => {};
  let listener: pg.PoolClient | null = null;

  async function listen(): Promise<void> {
    if (listener !== null || stopped) return;
    const client = await deps.pool.connect();
    client.on('notification', () => wake());
    // A connection that breaks may tell it more than once.
    client.on('error', (error: Error) => {
      if (listener !== client) return;
      deps.log.warn({ err: error }, 'The connection that wakes the jobs broke.');
      listener = null;
      client.release(error);
      wake();
    });
    try {
      await client.query(`listen ${JOBS_CHANNEL}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    listener = client;
  }

  async function run(job: ClaimedJob): Promise<void> {
    const handler = deps.handlers.get(job.kind);
    if (handler === undefined) throw new RangeError(`No handler for jobs of kind ${job.kind}.`);
    const renewal = setInterval(() => {
      renewLease(deps.db, job.id, deps.owner, LEASE_MS).catch((error: unknown) => {
        deps.log.warn({ err: error, job: job.id }, 'The hold on a job could not be renewed.');
      });
    }, RENEW_MS);
    try {
      await handler(job.payload);
      await finishJob(deps.db, job.id, deps.owner, deps.now());
    } catch (error) {
      deps.log.error(
        { err: error, job: job.id, kind: job.kind },
        'A job failed; it is tried again.',
      );
      const message = error instanceof Error ? error.message : String(error);
      await failJob(deps.db, job, deps.owner, { now: deps.now(), message });
    } finally {
      clearInterval(renewal);
    }
  }

  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }

  async function loop(): Promise<void> {
    let missed = false;
    while (!stopped) {
      try {
        wake = () => {
          missed = true;
        };
        missed = false;
        await listen();
        const claim = { owner: deps.owner, kinds, now: deps.now(), leaseMs: LEASE_MS };
        const job = await claimJob(deps.db, claim);
        if (job !== null) {
          await run(job);
          continue;
        }
        const due = await nextDue(deps.db, kinds, deps.now());
        if (!missed && !stopped) await pause(Math.min(LOOK_MS, due ?? LOOK_MS));
      } catch (error) {
        const level = isDatabaseGone(error) ? 'warn' : 'error';
        deps.log[level]({ err: error }, 'The jobs wait for the database.');
        if (!stopped) await pause(1_000);
      }
    }
  }

  return {
    start() {
      if (running !== null) return;
      stopped = false;
      running = loop();
    },
    async stop() {
      stopped = true;
      wake();
      await running;
      running = null;
      listener?.release(true);
      listener = null;
    },
  };
}
