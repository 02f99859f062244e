import type { NotRecorded, RecordedFile, RecordingRequest } from '../contract.ts';
import type { Environment } from '../environment.ts';
import type { Storage } from '../store/storage.ts';
import { startOfLast } from '../store/kept-log.ts';

const MINUTE_MS = 60_000;

/**
 * Recordings for whoever looks for a fault. Events are always kept, in the store's bounded log; one that is
 * begun by hand is a mark in it, which all tabs share and the next worker finds.
 */
export class Recordings {
  readonly #environment: Environment;
  readonly #storage: Storage;

  constructor(environment: Environment, storage: Storage) {
    this.#environment = environment;
    this.#storage = storage;
  }

  /** Since when one that was begun by hand is under way; null where none is. */
  async since(): Promise<number | null> {
    return (await this.#storage.recording())?.since ?? null;
  }

  /** Begins one, unless one is under way or no events are kept. */
  start(): Promise<void> {
    return this.#storage.record(this.#environment.clock.now());
  }

  stop(): Promise<void> {
    return this.#storage.record(null);
  }

  /** The file of what was asked for, or why there is none. */
  async export({
    minutes,
    redact,
    keepChat,
  }: RecordingRequest): Promise<RecordedFile | NotRecorded> {
    const mark = await this.#storage.recording();
    if (minutes === null && mark === null) return 'not-begun';
    const kept = await this.#storage.keptLog();
    if (kept === null) {
      return this.#storage.inspect()?.keeps === 'all' ? 'nothing-yet' : 'not-kept';
    }
    const { clock, build } = this.#environment;
    const from = minutes === null ? (mark?.from ?? null) : startOfLast(kept, minutes * MINUTE_MS);
    // Not the environment's randomness: nobody may ever make this one again.
    const key = crypto.getRandomValues(new Uint32Array(8)).join('-');
    // Few people ever ask for it, and nobody's dashboard waits for it.
    const { exportRecording } = await import('./export.ts');
    return exportRecording(kept, {
      build,
      clock,
      from,
      redact: redact ? { key, keepChat } : null,
    });
  }
}
