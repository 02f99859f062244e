import { setTimeout as wait } from 'node:timers/promises';
import type { ReplayPace } from '../../host/recordings/pace-route.ts';

const MOST_WAIT_MS = 2_000_000_000;

/** How fast a recording plays to portals; whoever looks may change it. */
export class Pace implements ReplayPace {
  #speed: number | null;
  #steps = 0;
  #ended = false;
  #wake = () => {};
  #changed = this.#next();

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
    this.#tell();
  }

  step(): void {
    this.#steps++;
    this.#tell();
  }

  /**
   * Plays until the end, or until it is stopped: each event as long after the one before as it happened,
   * divided by the speed. `play` answers when the event was that it played; null at the end.
   */
  async run(play: () => number | null, stopped: Promise<void>): Promise<void> {
    let ended = false;
    const ending = stopped.then(() => {
      ended = true;
    });
    let newest: number | null = null;
    /** Of recorded time, what has to pass before the next event. */
    let owed = 0;
    while (!ended) {
      const speed = this.#speed;
      if (this.#steps > 0) this.#steps--;
      else if (speed === null) {
        await Promise.race([this.#changed, ending]);
        continue;
      } else if (owed >= speed) {
        const began = Date.now();
        const ms = Math.min(owed / speed, MOST_WAIT_MS);
        await Promise.race([wait(ms, undefined, { ref: false }), this.#changed, ending]);
        owed -= (Date.now() - began) * speed;
        continue;
      }
      const at = play();
      if (at === null) {
        this.#ended = true;
        return;
      }
      // Clocks of host and client are mixed: what seems earlier than what was there is at once.
      owed = newest === null ? 0 : Math.max(0, at - newest);
      newest = Math.max(newest ?? at, at);
    }
  }

  #tell(): void {
    const wake = this.#wake;
    this.#changed = this.#next();
    wake();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}
