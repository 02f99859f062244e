import type { Change } from '../change.ts';
import { applyChanges, copyRows, mergeChanges, type Rows } from '../state.ts';

/** So many steps lie between two copies of all rows. */
const STEPS_A_COPY = 16;

/** The last change of each row that an interval left different. */
type Step = readonly Change[];

/**
 * Rows at every so many events of a recording. Few are copies of all rows; those between are what changed
 * since the one before, which costs a fraction of the memory. Where there would be too many, every second goes.
 */
export class Keyframes {
  readonly #most: number;
  readonly #copies = new Map<number, Rows>();
  readonly #steps = new Map<number, Step>();
  #interval: number;

  /** `most` is even. */
  constructor(start: Rows, interval: number, most: number) {
    this.#interval = interval;
    this.#most = most;
    this.#copies.set(0, copyRows(start));
  }

  /** Events from one to the next. */
  get interval(): number {
    return this.#interval;
  }

  /** The last one at or before a position. */
  before(position: number): number {
    const last = this.#steps.size * this.#interval;
    return Math.min(last, Math.floor(position / this.#interval) * this.#interval);
  }

  /** The rows at one of them, to be changed by who asked. */
  rowsAt(position: number): Rows {
    const copied = this.#interval * STEPS_A_COPY;
    const from = Math.floor(position / copied) * copied;
    const copy = this.#copies.get(from);
    if (copy === undefined) throw new RangeError(`no rows are kept at ${position}`);
    const rows = copyRows(copy);
    for (let at = from + this.#interval; at <= position; at += this.#interval) {
      applyChanges(rows, this.#steps.get(at) ?? []);
    }
    return rows;
  }

  /** Keeps the rows at a position, unless it is too near to the last one or known; `since` it. */
  keep(position: number, rows: Rows, since: () => readonly Change[]): void {
    if (position !== (this.#steps.size + 1) * this.#interval) return;
    this.#steps.set(position, mergeChanges(since()));
    if (position % (this.#interval * STEPS_A_COPY) === 0) {
      this.#copies.set(position, copyRows(rows));
    }
    if (this.#steps.size >= this.#most) this.#thin();
  }

  #thin(): void {
    const interval = this.#interval;
    for (const [at, step] of this.#steps) {
      if (at % (2 * interval) === 0) continue;
      const next = this.#steps.get(at + interval) ?? [];
      this.#steps.set(at + interval, mergeChanges([...step, ...next]));
      this.#steps.delete(at);
    }
    this.#interval *= 2;
    for (const at of this.#copies.keys()) {
      if (at % (this.#interval * STEPS_A_COPY) !== 0) this.#copies.delete(at);
    }
  }
}
