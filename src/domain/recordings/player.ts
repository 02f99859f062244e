import type { Change } from '../change.ts';
import type { DomainEvent } from '../event.ts';
import type { RecordedEvent } from '../known.ts';
import { reduce as reduceEvent } from '../reduce.ts';
import { applyChanges, copyRows, createRows, invert, type Rows } from '../state.ts';

/** An event with its number in the recording. */
export interface NumberedEvent {
  readonly seq: number;
  readonly event: RecordedEvent;
}

/** Events that can be read from any position on, again and again: 0 is before the first one. */
export interface EventSource {
  read(from: number): Iterable<NumberedEvent>;
}

/** What a player plays with; a test puts its own reducer here. */
export type Reduce = (rows: Rows, event: DomainEvent) => readonly Change[];

export interface PlayerOptions {
  /** The rows that the recording begins with. */
  readonly start?: Rows;
  readonly reduce?: Reduce;
  /** A keyframe is kept every so many events, until there are too many: then every second one goes. */
  readonly keyframeEvents?: number;
}

const KEYFRAME_EVENTS = 2_500;
const MOST_KEYFRAMES = 64;

/**
 * Plays a recording forwards and backwards: rows at any position, by keyframes that it keeps as it goes
 * and by the inverse of changes. A position is a number of events: after the first one it is 1.
 */
export class Player {
  readonly #source: EventSource;
  readonly #reduce: Reduce;
  readonly #keyframes = new Map<number, Rows>();
  #interval: number;
  #rows: Rows;
  #position = 0;
  #last: NumberedEvent | null = null;
  /** The changes of the events that led here, the newest last. */
  #done: { readonly changes: readonly Change[]; readonly before: NumberedEvent | null }[] = [];
  #ahead: Iterator<NumberedEvent> | null = null;

  constructor(source: EventSource, options: PlayerOptions = {}) {
    this.#source = source;
    this.#reduce = options.reduce ?? reduceEvent;
    this.#interval = options.keyframeEvents ?? KEYFRAME_EVENTS;
    this.#rows = options.start ?? createRows();
    this.#keyframes.set(0, copyRows(this.#rows));
  }

  /** The rows now. Ask for them after every move: a jump brings others. */
  get rows(): Rows {
    return this.#rows;
  }

  get position(): number {
    return this.#position;
  }

  /** The event that was played last; null at the beginning, and right after a jump to a keyframe. */
  get last(): NumberedEvent | null {
    return this.#last;
  }

  /** What the event that was played last changed. */
  get changes(): readonly Change[] {
    return this.#done.at(-1)?.changes ?? [];
  }

  /** Plays the next event; false at the end. */
  step(): boolean {
    this.#ahead ??= this.#source.read(this.#position)[Symbol.iterator]();
    const next = this.#ahead.next();
    if (next.done === true) return false;
    const changes = this.#reduce(this.#rows, next.value.event as DomainEvent);
    applyChanges(this.#rows, changes);
    this.#done.push({ changes, before: this.#last });
    if (this.#done.length > 2 * this.#interval) this.#done.splice(0, this.#interval);
    this.#last = next.value;
    this.#position++;
    if (this.#position % this.#interval === 0) this.#keep();
    return true;
  }

  /** Takes the last event back; false at the beginning. */
  back(): boolean {
    if (this.#position === 0) return false;
    const last = this.#done.pop();
    if (last === undefined) {
      this.seek(this.#position - 1);
      return true;
    }
    applyChanges(this.#rows, invert(last.changes));
    this.#last = last.before;
    this.#position--;
    this.#ahead = null;
    return true;
  }

  /** Goes to a position, or to the end where there are fewer events; says where it is then. */
  seek(position: number): number {
    const near = this.#position - position;
    if (near > 0 && near <= this.#done.length && near <= this.#interval) {
      while (this.#position > position) this.back();
      return this.#position;
    }
    const from = this.#keyframeBefore(position);
    if (near > 0 || from > this.#position) this.#restore(from);
    while (this.#position < position && this.step());
    return this.#position;
  }

  /** Goes to the end; says how many events there are. */
  seekEnd(): number {
    return this.seek(Number.POSITIVE_INFINITY);
  }

  #keyframeBefore(position: number): number {
    let best = 0;
    for (const at of this.#keyframes.keys()) if (at <= position && at > best) best = at;
    return best;
  }

  #restore(position: number): void {
    this.#rows = copyRows(this.#keyframes.get(position) ?? createRows());
    this.#position = position;
    this.#last = null;
    this.#done = [];
    this.#ahead = null;
  }

  #keep(): void {
    if (this.#keyframes.has(this.#position)) return;
    this.#keyframes.set(this.#position, copyRows(this.#rows));
    if (this.#keyframes.size <= MOST_KEYFRAMES) return;
    this.#interval *= 2;
    for (const at of this.#keyframes.keys()) {
      if (at % this.#interval !== 0) this.#keyframes.delete(at);
    }
  }
}

/** Events that are in memory, as a source. */
export function sourceOf(events: readonly NumberedEvent[]): EventSource {
  return {
    *read(from) {
      for (let at = from; at < events.length; at++) {
        const event = events[at];
        if (event !== undefined) yield event;
      }
    },
  };
}
