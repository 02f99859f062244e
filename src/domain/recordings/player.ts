import type { Change } from '../change.ts';
import type { DomainEvent } from '../event.ts';
import type { RecordedEvent } from '../known.ts';
import { reduce as reduceEvent } from '../reduce.ts';
import { applyChanges, createRows, invert, type Rows } from '../state.ts';
import { Keyframes } from './keyframes.ts';

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
  /** So many keyframes are too many; even. */
  readonly mostKeyframes?: number;
}

const KEYFRAME_EVENTS = 1_000;
const MOST_KEYFRAMES = 1_024;
/** So many events can be taken back without a keyframe, whatever lies between two of those. */
const MOST_BACK = 1_000;

/**
 * Plays a recording forwards and backwards: rows at any position, by keyframes that it keeps as it goes
 * and by the inverse of changes. A position is a number of events: after the first one it is 1.
 */
export class Player {
  readonly #source: EventSource;
  readonly #reduce: Reduce;
  readonly #keyframes: Keyframes;
  #rows: Rows;
  #position = 0;
  #last: NumberedEvent | null = null;
  /** The changes of the events that led here, the newest last. */
  #done: { readonly changes: readonly Change[]; readonly before: NumberedEvent | null }[] = [];
  #ahead: Iterator<NumberedEvent> | null = null;
  #next: IteratorResult<NumberedEvent> | null = null;

  constructor(source: EventSource, options: PlayerOptions = {}) {
    this.#source = source;
    this.#reduce = options.reduce ?? reduceEvent;
    const { keyframeEvents = KEYFRAME_EVENTS, mostKeyframes = MOST_KEYFRAMES } = options;
    const start = options.start ?? createRows();
    this.#keyframes = new Keyframes(start, keyframeEvents, mostKeyframes);
    // Not the tables of the start: what reducers read is of one shape then, before a jump and after it.
    this.#rows = this.#keyframes.rowsAt(0);
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

  /** The event that is played next; null at the end. */
  peek(): NumberedEvent | null {
    this.#ahead ??= this.#source.read(this.#position)[Symbol.iterator]();
    this.#next ??= this.#ahead.next();
    return this.#next.done === true ? null : this.#next.value;
  }

  /** Plays the next event; false at the end. */
  step(): boolean {
    const next = this.peek();
    if (next === null) return false;
    this.#next = null;
    const changes = this.#reduce(this.#rows, next.event as DomainEvent);
    applyChanges(this.#rows, changes);
    this.#done.push({ changes, before: this.#last });
    if (this.#done.length > 2 * MOST_BACK) this.#done.splice(0, MOST_BACK);
    this.#last = next;
    this.#position++;
    this.#keyframes.passed(this.#position, this.#rows, changes);
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
    const changes = invert(last.changes);
    applyChanges(this.#rows, changes);
    this.#keyframes.undone(changes);
    this.#last = last.before;
    this.#position--;
    this.#forgetNext();
    return true;
  }

  /** Goes to a position, or to the end where there are fewer events; says where it is then. */
  seek(position: number): number {
    const { interval } = this.#keyframes;
    const near = this.#position - position;
    if (near > 0 && near <= this.#done.length && near <= interval) {
      while (this.#position > position) this.back();
      return this.#position;
    }
    const from = this.#keyframes.before(position);
    if (near > 0 || (from > this.#position && -near > interval)) this.#restore(from);
    while (this.#position < position && this.step());
    return this.#position;
  }

  /** Goes to the end; says how many events there are. */
  seekEnd(): number {
    return this.seek(Number.POSITIVE_INFINITY);
  }

  #forgetNext(): void {
    this.#ahead = null;
    this.#next = null;
  }

  #restore(position: number): void {
    this.#rows = this.#keyframes.rowsAt(position);
    this.#position = position;
    this.#last = null;
    this.#done = [];
    this.#keyframes.jumped();
    this.#forgetNext();
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
