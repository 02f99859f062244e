import { NO_CHANGES, type Change } from '../../domain/change.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { reduce } from '../../domain/reduce.ts';
import { applyChanges, createRows, type Rows } from '../../domain/state.ts';

/** An event that changed rows; `raw` is its JSON where it came as text. */
export interface LoggedEvent {
  readonly event: DomainEvent;
  readonly raw?: string;
}

/** Hears of each batch once, after the rows hold it; they may hold what a listener made of it, too. */
export type BatchListener = (changes: readonly Change[], events: readonly LoggedEvent[]) => void;

/**
 * The rows and the only way to change them: events are reduced one after the other, and whoever
 * listens (views, store) gets the same changes of the whole batch.
 */
export class Engine {
  readonly rows: Rows = createRows();
  readonly #listeners = new Set<BatchListener>();
  #batch: { changes: Change[]; events: LoggedEvent[] } | null = null;
  /** What is to be told, in the order in which it happened; the first is being told. */
  readonly #untold: {
    readonly changes: readonly Change[];
    readonly events: readonly LoggedEvent[];
  }[] = [];
  applied = 0;

  /** Reduces one event; inside `batch`, listeners hear of it with the others. */
  dispatch(event: DomainEvent, raw?: string): readonly Change[] {
    const changes = reduce(this.rows, event);
    if (changes === NO_CHANGES || changes.length === 0) return NO_CHANGES;
    this.applied += 1;
    applyChanges(this.rows, changes);
    const logged = raw === undefined ? { event } : { event, raw };
    if (this.#batch === null) this.#tell(changes, [logged]);
    else {
      for (const change of changes) this.#batch.changes.push(change);
      this.#batch.events.push(logged);
    }
    return changes;
  }

  /** Everything that is dispatched within is one batch. */
  batch(work: () => void): void {
    if (this.#batch !== null) {
      work();
      return;
    }
    const batch = { changes: [] as Change[], events: [] as LoggedEvent[] };
    this.#batch = batch;
    try {
      work();
    } finally {
      this.#batch = null;
      if (batch.changes.length > 0) this.#tell(batch.changes, batch.events);
    }
  }

  /** Puts stored rows back, as they were. */
  restore(changes: readonly Change[]): void {
    applyChanges(this.rows, changes);
    if (changes.length > 0) this.#tell(changes, []);
  }

  /** Answers how to stop listening. */
  listen(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What a listener makes happen is told after what it was told: everybody hears the same order. */
  #tell(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    this.#untold.push({ changes, events });
    if (this.#untold.length > 1) return;
    const failures: unknown[] = [];
    for (let next = this.#untold[0]; next !== undefined; next = this.#untold[0]) {
      for (const listener of this.#listeners) {
        try {
          listener(next.changes, next.events);
        } catch (error) {
          failures.push(error);
        }
      }
      this.#untold.shift();
    }
    if (failures.length > 0) throw failures[0];
  }
}
