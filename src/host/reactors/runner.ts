/** Keeps one reactor going in this host, beside the others that do the same on this database. */
import type { Logger } from '../logger.ts';
import type { EventName } from '../../protocol/events.ts';
import type { NoticedEvent } from '../realtime/notice.ts';
import { isConflict, isDatabaseGone, type Database } from '../store/database.ts';
import { ForgottenMeanwhile, runBatch } from './batch.ts';
import { dropCursors, readBehind } from './cursors.ts';
import { noteFailure } from './failure.ts';
import { reads, type Reactor } from './reactor.ts';

/** So much is read and decided on in one transaction: streams, and positions of each. */
const BATCH = { streams: 16, positions: 250 } as const;
/** Milliseconds. */
const TIMING = {
  /** Between two rounds: what is told in the meantime is taken together. */
  pace: 250,
  /** What no notice told is found so often: another host died, a pause is over. */
  look: 5_000,
} as const;

export interface RunnerDeps {
  readonly db: Database;
  readonly log: Logger;
}

export class ReactorRunner {
  readonly #deps: RunnerDeps;
  readonly #reactor: Reactor;
  readonly #events: ReadonlySet<string>;
  /** Streams of which something was told. */
  #due = new Set<string>();
  #lookDue = true;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #stopped = false;

  constructor(deps: RunnerDeps, reactor: Reactor) {
    this.#deps = deps;
    this.#reactor = reactor;
    this.#events = new Set<EventName>(reactor.events);
  }

  start(): void {
    this.#looking = setInterval(() => this.look(), TIMING.look);
    this.#looking.unref();
    this.look();
  }

  /** What the listener heard. */
  hear(events: readonly NoticedEvent[]): void {
    for (const { stream, rest } of events) {
      const wanted = rest === undefined || this.#events.has(rest.event);
      if (wanted && !this.#due.has(stream) && reads(this.#reactor, stream)) this.#due.add(stream);
    }
    if (this.#due.size > 0) this.#wake();
  }

  /** Looks for itself: notices may have been missed. */
  look(): void {
    this.#lookDue = true;
    this.#wake();
  }

  /** Takes nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    await this.#round;
  }

  #wake(): void {
    if (this.#stopped || this.#timer !== undefined || this.#round !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#round = this.#run().finally(() => {
        this.#round = null;
        if (this.#due.size > 0) this.#wake();
      });
    }, TIMING.pace);
  }

  async #run(): Promise<void> {
    const { db, log } = this.#deps;
    const { name } = this.#reactor;
    const due = this.#due;
    this.#due = new Set();
    try {
      if (this.#lookDue) {
        await dropCursors(db, name);
        for (const stream of await readBehind(db, this.#reactor)) due.add(stream);
        this.#lookDue = false;
      }
      while (due.size > 0 && !this.#stopped) {
        const streams = [...due].slice(0, BATCH.streams);
        for (const stream of streams) due.delete(stream);
        for (const stream of await this.#advance(streams, BATCH.positions)) due.add(stream);
      }
    } catch (error) {
      this.#lookDue = true;
      log[isDatabaseGone(error) ? 'warn' : 'error'](
        { err: error, reactor: name },
        'a reactor waits for the database',
      );
    }
  }

  /** Goes on in these streams, and finds the one event that fails. Answers which have more. */
  async #advance(streams: readonly string[], limit: number): Promise<readonly string[]> {
    const { db, log } = this.#deps;
    const { name } = this.#reactor;
    try {
      const { more, missed } = await runBatch(db, this.#reactor, streams, limit);
      for (const range of missed) {
        log.warn({ ...range, reactor: name }, 'the log forgot events before a reactor read them');
      }
      return more;
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (error instanceof ForgottenMeanwhile) return streams;
      if (isConflict(error)) {
        log.warn({ err: error, reactor: name }, 'a reactor was in the way of something else');
        return streams;
      }
      if (streams.length > 1) {
        const more = [];
        for (const stream of streams) more.push(...(await this.#advance([stream], limit)));
        return more;
      }
      if (limit > 1) return this.#advance(streams, Math.floor(limit / 2));
      const [stream = ''] = streams;
      const failed = await noteFailure(db, name, stream, error);
      const about = { err: error, reactor: name, stream };
      if (failed.kind === 'again') {
        log.warn(about, 'a reactor could not decide on an event; it is tried again');
        return [];
      }
      log.error({ ...about, seq: failed.seq }, 'a reactor passes by an event that keeps failing');
      return streams;
    }
  }
}
