import { queueGrowth, queueSeen, type QueueLows } from './queue-lows.ts';

interface Remembered {
  lows: QueueLows;
  /** The look that saw it last. */
  look: number;
}

/** The queues of thousands of servers, in place: a copy of all of them at each look would be a long frame. */
export class QueueMemory {
  readonly #queues = new Map<string, Remembered>();
  #look = 0;
  #seen = 0;

  /** How many are remembered. */
  get size(): number {
    return this.#queues.size;
  }

  /** Every server is about to be looked at once. */
  begin(): void {
    this.#look += 1;
    this.#seen = 0;
  }

  /** A server has so many in its queue; answers how many more these are than at the lowest lately. */
  see(serverId: string, size: number, now: number): number {
    const held = this.#queues.get(serverId);
    const lows = queueSeen(held?.lows ?? [], size, now);
    if (held === undefined) this.#queues.set(serverId, { lows, look: this.#look });
    else {
      held.lows = lows;
      held.look = this.#look;
    }
    this.#seen += 1;
    return queueGrowth(lows, size);
  }

  /** Forgets whatever was not seen since `begin`. */
  end(): void {
    if (this.#queues.size === this.#seen) return;
    for (const [id, { look }] of this.#queues) if (look !== this.#look) this.#queues.delete(id);
  }
}
