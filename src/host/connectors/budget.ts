/** How much of one server is heard in a time, however it speaks. */
import { BUDGET } from './limits.ts';
import type { Clock, ConnectorPorts } from './ports.ts';

/** What was left out is told at most so often, ms. */
const TELL_AGAIN = 60_000;

interface Bucket {
  readonly burst: number;
  readonly perSecond: number;
  left: number;
}

/**
 * Lets so many messages and bytes through. What is beyond them is as if the network had lost it: lists
 * heal what it would have told.
 */
export class Budget {
  readonly #clock: Clock;
  readonly #tell: (text: string) => void;
  readonly #messages: Bucket = { ...BUDGET.messages, left: BUDGET.messages.burst };
  readonly #bytes: Bucket = { ...BUDGET.bytes, left: BUDGET.bytes.burst };
  #filledAt: number;
  #leftOut = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** `tell`: what was left out, as a line for the console. */
  constructor(clock: Clock, tell: (text: string) => void) {
    this.#clock = clock;
    this.#tell = tell;
    this.#filledAt = clock.elapsed();
  }

  /** Whether a message of so many bytes is heard. */
  take(bytes: number): boolean {
    this.#fill();
    const heard = this.#messages.left >= 1 && this.#bytes.left >= bytes;
    if (heard) {
      this.#messages.left -= 1;
      this.#bytes.left -= bytes;
    } else this.#leftOut += 1;
    if (this.#leftOut > 0 && this.#filledAt - this.#toldAt >= TELL_AGAIN) {
      this.#toldAt = this.#filledAt;
      this.#tell(
        `[Muster] This server says more than is heard of one: messages that were left out so far: ${this.#leftOut}.`,
      );
      this.#leftOut = 0;
    }
    return heard;
  }

  #fill(): void {
    const now = this.#clock.elapsed();
    const seconds = (now - this.#filledAt) / 1_000;
    this.#filledAt = now;
    for (const bucket of [this.#messages, this.#bytes]) {
      bucket.left = Math.min(bucket.burst, bucket.left + seconds * bucket.perSecond);
    }
  }
}

/** The world as one server is heard through it: all its sockets together keep to the budget. */
export function budgetedPorts(ports: ConnectorPorts, budget: Budget): ConnectorPorts {
  return {
    ...ports,
    openSocket: (endpoint, handlers) =>
      ports.openSocket(endpoint, {
        onDatagram: (data) => {
          if (budget.take(data.length)) handlers.onDatagram(data);
        },
        onError: (error) => handlers.onError(error),
      }),
    openWebSocket: (endpoint, path, handlers) =>
      ports.openWebSocket(endpoint, path, {
        onOpen: () => handlers.onOpen(),
        onMessage: (text) => {
          if (budget.take(text.length)) handlers.onMessage(text);
        },
        onEnd: (end) => handlers.onEnd(end),
      }),
  };
}
