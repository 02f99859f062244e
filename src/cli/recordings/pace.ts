import type { ReplayPace } from '../../host/recordings/pace-route.ts';

const MOST_WAIT_MS = 2_000_000_000;

/** How fast a recording plays to portals; whoever looks may change it. */
export class Pace implements ReplayPace {
  #speed: number | null;
  #steps = 0;
  #ended = false;
  #wake = () => {};

  /** null: it stands, and plays event by event. */
  constructor(speed: number | null) {
    this.#speed = speed;
  }

  get speed(): number | null {
    return this.#speed;
  }

  get ended(): boolean {
    return this.#ended;
  }

  set(speed: number | null): void {
    this.#speed = speed;
    this.#wake();
  }

  step(): void {
    this.#steps++;
    this.#wake();
  }

  /**
   * Plays until the end, or until it is stopped: each event as long after the one before as it happened,
   * divided by the speed. `next` answers when the event was that comes next, null at the end; `play` plays it.
   */
  async run(next: () => number | null, play: () => void, stopped: Promise<void>): Promise<void> {
    let stop = false;
    void stopped.then(() => {
      stop = true;
      this.#wake();
    });
    /** The recorded moment that is reached. What a wait took too long is owed to the events after it. */
    let reached: number | null = null;
    while (!stop) {
      const at = next();
      if (at === null) {
        this.#ended = true;
        return;
      }
      reached ??= at;
      const speed = this.#speed;
      if (this.#steps > 0) {
        this.#steps--;
        reached = Math.max(reached, at);
      } else if (speed === null) {
        await this.#pause(null);
        continue;
      } else if (at - reached >= speed) {
        const began = Date.now();
        await this.#pause(Math.min((at - reached) / speed, MOST_WAIT_MS));
        reached += (Date.now() - began) * speed;
        continue;
      }
      // Clocks of host and client are mixed: what seems earlier than what was there is at once.
      play();
    }
  }

  /** Waits for so long, or until something changes; null: until then alone. */
  #pause(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
