import { joinedFrame } from './frame.ts';

/**
 * A socket that takes batches gets a message at once where it had none lately, and then at most one in so
 * many milliseconds; one that has grown to so many bytes does not wait.
 */
export const BATCH = { milliseconds: 5, bytes: 64 * 1024 } as const;

/** Time as a batch needs it. `after` answers how to call it off. */
export interface BatchClock {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
}

const machine: BatchClock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Gathers what goes out on one socket into fewer messages, in order. */
export class Batches {
  readonly #send: (bytes: Buffer) => void;
  readonly #clock: BatchClock;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(send: (bytes: Buffer) => void, clock: BatchClock = machine) {
    this.#send = send;
    this.#clock = clock;
  }

  /** Bytes that wait for their message. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a whole websocket frame of text. */
  add(frame: Buffer): void {
    if (this.#bytes + frame.length > BATCH.bytes) this.flush();
    this.#waiting.push(frame);
    this.#bytes += frame.length;
    if (this.#cancel !== null) return;
    const wait = this.#notBefore - this.#clock.now();
    if (wait <= 0 || this.#bytes >= BATCH.bytes) this.flush();
    else this.#cancel = this.#clock.after(wait, () => this.flush());
  }

  /** Sends what waits. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const frames = this.#waiting;
    const [first] = frames;
    if (first === undefined) return;
    this.#waiting = [];
    this.#bytes = 0;
    this.#notBefore = this.#clock.now() + BATCH.milliseconds;
    this.#send(frames.length === 1 ? first : joinedFrame(frames));
  }
}
