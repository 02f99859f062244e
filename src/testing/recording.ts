import type { RecordingEnd, RecordingHeader } from '../protocol/recordings/format.ts';
import type { Change } from '../domain/change.ts';
import { fromKeyframe, keyframe } from '../domain/fold.ts';
import { hashRows } from '../domain/hash.ts';
import { diffRecordings, type RecordingDiff } from '../domain/recordings/diff.ts';
import { Player, sourceOf, type NumberedEvent, type Reduce } from '../domain/recordings/player.ts';
import { readableChanges, readableEvent, readableRows } from '../domain/recordings/readable.ts';
import { readRecording } from '../domain/recordings/read.ts';
import { putRows } from '../domain/recordings/run.ts';
import type { Query, ViewRows } from '../domain/queries.ts';
import type { TableName, Tables } from '../domain/rows.ts';
import { FACT_TABLES } from '../domain/tables.ts';
import { reduce as reduceEvent } from '../domain/reduce.ts';
import { applyChanges, createRows, type Rows } from '../domain/state.ts';
import { createView } from '../domain/views/create.ts';

/** A line of a file that could not be read. */
export interface DamagedLine {
  readonly line: number;
  readonly reason: string;
}

/**
 * A recording in a test: it stands at its end when it is loaded, and every question is about where it
 * stands. Events are named by their number in the file.
 */
export class TestRecording {
  readonly header: RecordingHeader | null;
  readonly end: RecordingEnd | null;
  readonly damage: readonly DamagedLine[];
  readonly events: readonly NumberedEvent[];
  readonly #start: Rows;
  readonly #reduce: Reduce;
  readonly #player: Player;

  constructor(lines: Iterable<string>, reduce: Reduce = reduceEvent) {
    const start = createRows();
    const events: NumberedEvent[] = [];
    const damage: DamagedLine[] = [];
    let header: RecordingHeader | null = null;
    let end: RecordingEnd | null = null;
    for (const item of readRecording(lines)) {
      if (item.kind === 'event') events.push({ seq: item.seq, event: item.event });
      else if (item.kind === 'keyframe') putRows(start, item);
      else if (item.kind === 'header') header = item.header;
      else if (item.kind === 'end') end = item.end;
      else damage.push({ line: item.line, reason: item.reason });
    }
    this.header = header;
    this.end = end;
    this.damage = damage;
    this.events = events;
    this.#start = start;
    this.#reduce = reduce;
    this.#player = new Player(sourceOf(events), { start, reduce });
    this.toEnd();
  }

  /** The first event after which other reducers make other rows of it, and how; `same` where none do. */
  differenceWith(reduce: Reduce): RecordingDiff {
    const side = (by: Reduce) => ({
      rows: fromKeyframe(keyframe(this.#start)),
      events: this.events,
      makes: { reduce: by, apply: applyChanges },
    });
    return diffRecordings(side(this.#reduce), side(reduce));
  }

  /** The rows now. */
  get rows(): Rows {
    return this.#player.rows;
  }

  /** How many events have been played. */
  get position(): number {
    return this.#player.position;
  }

  /** What the event that was played last changed; nothing right after a jump. */
  get changes(): readonly Change[] {
    return this.#player.changes;
  }

  /** The stable hash of the rows that host facts made: the one that `muster replay --print hash` prints. */
  get hash(): string {
    return hashRows(this.rows);
  }

  toStart(): this {
    this.#player.seek(0);
    return this;
  }

  toEnd(): this {
    this.#player.seek(this.events.length);
    return this;
  }

  /** To right after the event of this number; where it is missing, to right after the one before. */
  to(seq: number): this {
    this.#player.seek(this.#positionAfter((event) => event.seq <= seq));
    return this;
  }

  /** To right before the first event that happened later than this moment (epoch milliseconds). */
  toMoment(at: number): this {
    this.#player.seek(this.#positionAfter(({ event }) => event.at <= at));
    return this;
  }

  /** Plays events one by one; fewer at the end. */
  step(count = 1): this {
    for (let left = count; left > 0 && this.#player.step(); left--);
    return this;
  }

  /** Takes events back one by one; fewer at the beginning. */
  back(count = 1): this {
    for (let left = count; left > 0 && this.#player.back(); left--);
    return this;
  }

  row<T extends TableName>(table: T, id: string): Tables[T] | undefined {
    return this.rows[table].get(id) as Tables[T] | undefined;
  }

  /** What a view shows now, in its order. */
  view<Q extends Query>(query: Q): readonly ViewRows[Q['view']][] {
    const { rows, order } = createView(this.rows, query).snapshot();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return order.flatMap((id) => byId.get(id) ?? []) as ViewRows[Q['view']][];
  }

  /** For a snapshot: all rows, a line for each field. */
  readable(tables: readonly TableName[] = FACT_TABLES): string {
    return [...readableRows(this.rows, tables)].join('\n');
  }

  /** For a snapshot: the event that was played last, and what it changed. */
  readableStep(): string {
    const event = this.events[this.position - 1];
    if (event === undefined) return 'the beginning';
    const changed = readableChanges(this.changes).map((line) => `  ${line}`);
    return [readableEvent(event.seq, event.event), ...changed].join('\n');
  }

  #positionAfter(holds: (event: NumberedEvent) => boolean): number {
    const first = this.events.findIndex((event) => !holds(event));
    return first === -1 ? this.events.length : first;
  }
}

/** Loads a recording from the text of its file. `reduce`: other reducers than the portal's. */
export function loadRecording(text: string, reduce?: Reduce): TestRecording {
  return new TestRecording(text.split('\n'), reduce);
}
