import type { LoggedEvent } from '../engine/engine.ts';
import { logLine } from './log.ts';

/** Lines of the log that wait to be written, or are being written: they have no number yet. */
export class WaitingLines {
  #waiting: string[] = [];
  #underWay: string[] = [];

  get size(): number {
    return this.#underWay.length + this.#waiting.length;
  }

  /** How many wait that nobody writes yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Adds what the log keeps of these events. */
  add(events: readonly LoggedEvent[]): void {
    for (const logged of events) {
      const line = logLine(logged);
      if (line !== null) this.#waiting.push(line);
    }
  }

  /** All that wait, to be written. */
  take(): readonly string[] {
    this.#underWay = this.#waiting;
    this.#waiting = [];
    return this.#underWay;
  }

  /** What was taken is written. */
  written(): void {
    this.#underWay = [];
  }

  /** What was taken was not written, and waits again. */
  putBack(): void {
    this.#waiting = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
  }

  /** Drops all that wait but the newest; answers how many are lost. */
  lose(newest: number): number {
    return this.#waiting.splice(0, this.#waiting.length - newest).length;
  }
}
