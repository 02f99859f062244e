import type { RecordedFile, RecordingRequest } from '../contract.ts';
import type { Environment } from '../environment.ts';
import type { Storage } from '../store/storage.ts';
import { lately } from '../store/kept-log.ts';

const MINUTE_MS = 60_000;

/**
 * Recordings for whoever looks for a fault. Events are always kept, in the store's bounded log; one that is
 * begun by hand is a mark in it, which all tabs share.
 */
export class Recordings {
  readonly #environment: Environment;
  readonly #storage: Storage;
  #mark: { readonly since: number; readonly from: number } | null = null;

  constructor(environment: Environment, storage: Storage) {
    this.#environment = environment;
    this.#storage = storage;
  }

  /** Since when one that was begun by hand is under way; null where none is. */
  get since(): number | null {
    return this.#mark?.since ?? null;
  }

  /** Begins one, unless one is under way. */
  start(): void {
    const store = this.#storage.inspect();
    const from = store === null ? 0 : store.log.to + store.lines;
    this.#mark ??= { since: this.#environment.clock.now(), from };
  }

  stop(): void {
    this.#mark = null;
  }

  /** The file of what was asked for; null where nothing is kept. */
  async export({ minutes, redact, keepChat }: RecordingRequest): Promise<RecordedFile | null> {
    const mark = this.#mark;
    if (minutes === null && mark === null) return null;
    const kept = await this.#storage.keptLog();
    if (kept === null) return null;
    const { clock, build } = this.#environment;
    const from = minutes === null ? (mark?.from ?? 0) : lately(kept, minutes * MINUTE_MS);
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
