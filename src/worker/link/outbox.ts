import type { ClientMessage } from '../../protocol/frames.ts';
import { MESSAGE_RATE } from '../../protocol/limits.ts';
import type { Clock } from '../environment.ts';

/** Half of what the host puts up with: what one of its clocks counts the other may count closer together. */
const BURST = MESSAGE_RATE.burst / 2;
const EVERY_MS = 2_000 / MESSAGE_RATE.perSecond;

/** Sends messages at a pace that the host puts up with: thirty tabs that come back ask for a lot. */
export class Outbox {
  readonly #clock: Clock;
  readonly #send: (message: ClientMessage) => void;
  #waiting: ClientMessage[] = [];
  #tokens = BURST;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: Clock, send: (message: ClientMessage) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** How many messages wait. */
  get size(): number {
    return this.#waiting.length;
  }

  push(message: ClientMessage): void {
    this.#waiting.push(message);
    this.#work();
  }

  /** Another socket begins. */
  clear(): void {
    this.#waiting = [];
    this.#tokens = BURST;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #work(): void {
    while (this.#tokens > 0) {
      const message = this.#waiting.shift();
      if (message === undefined) break;
      this.#tokens -= 1;
      this.#send(message);
    }
    if (this.#tokens === BURST || this.#cancelTimer !== null) return;
    this.#cancelTimer = this.#clock.after(EVERY_MS, () => {
      this.#cancelTimer = null;
      this.#tokens += 1;
      this.#work();
    });
  }
}
