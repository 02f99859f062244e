/** How many hearings count: a clock that is set again is followed after so many. */
const HEARD = 20;

/**
 * What the host's clock shows, by this side's: each thing that is heard was true a moment before. The
 * fastest hearing tells how far apart the clocks are.
 */
export class HostClock {
  #apart: number[] = [];

  /** Something that was true at `at` of the host's clock was heard at `now` of this one. */
  hear(at: number, now: number): void {
    this.#apart = [...this.#apart, now - at].slice(-HEARD);
  }

  /** The host's time at `now` of this clock; the same while nothing was heard. */
  at(now: number): number {
    return this.#apart.length === 0 ? now : now - Math.min(...this.#apart);
  }
}
