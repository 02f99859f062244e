import type { Person } from './player.ts';

interface Waiting {
  readonly id: number;
  readonly person: Person;
}

const LONGEST = 500;

/** DayZ's login queue: first come, first served, and no longer than the shipped default of 500. */
export class WaitingLine {
  #waiting: Waiting[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** False when the line is at its longest. */
  add(id: number, person: Person): boolean {
    if (this.#waiting.length >= LONGEST) return false;
    this.#waiting.push({ id, person });
    return true;
  }

  remove(id: number): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id);
    return this.#waiting.length < before;
  }

  next(): Waiting | undefined {
    return this.#waiting.shift();
  }

  clear(): void {
    this.#waiting = [];
  }
}
