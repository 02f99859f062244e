import { NO_CHANGES, type Change } from '../../domain/change.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { reduce } from '../../domain/reduce.ts';
import { applyChanges, createRows, type Rows } from '../../domain/state.ts';

/** An event that changed rows; `raw` is its JSON where it came as text. */
export interface LoggedEvent {
  readonly event: DomainEvent;
  readonly raw?: string;
}

/** Hears of each batch once, after the rows hold it. */
export type BatchListener = (changes: readonly Change[], events: readonly LoggedEvent[]) => void;

/**
 * The rows and the only way to change them: events are reduced one after the other, and whoever
 * listens (views, store) gets the same changes of the whole batch.
 */
export class Engine {
  readonly rows: Rows = createRows();
  readonly #listeners = new Set<BatchListener>();
  #batch: { changes: Change[]; events: LoggedEvent[] } | null = null;
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

  #tell(changes: readonly Change[], events: readonly LoggedEvent[]): void {
    for (const listener of this.#listeners) listener(changes, events);
  }
}
