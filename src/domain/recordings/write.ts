import {
  RECORDING_FORMAT,
  type EventLine,
  type RecordedSource,
  type RecordingHeader,
  type Redaction,
} from '../../protocol/recordings/format.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { fold, keyframe, type Keyframe } from '../fold.ts';
import { hashRows } from '../hash.ts';
import type { DomainEvent } from '../event.ts';
import type { RecordedEvent } from '../known.ts';
import { TABLES } from '../tables.ts';
import { createRows, type Rows } from '../state.ts';
import { REDUCER_VERSION, SCHEMA_HASH } from '../version.ts';

/** What a recording says of itself beside its events. */
export interface RecordingOptions {
  readonly build: string;
  readonly sources: readonly RecordedSource[];
  readonly seed?: number;
  readonly redaction?: Redaction;
}

/** More rows than this are another line of the keyframe. */
const ROWS_A_LINE = 250;

/**
 * Writes a recording, line by line, from `rows` on: they are folded along with the events, so that the
 * last line can say how it ended. The rows are the writer's own from then on.
 */
export class RecordingWriter {
  readonly #rows: Rows;
  readonly #options: RecordingOptions;
  #seq = 0;

  constructor(options: RecordingOptions, rows: Rows = createRows()) {
    this.#options = options;
    this.#rows = rows;
  }

  /** The number of the last event. */
  get seq(): number {
    return this.#seq;
  }

  /** The header and the keyframe, which come first. */
  *begin(): Generator<string> {
    const frame = keyframe(this.#rows);
    const empty = TABLES.every((table) => this.#rows[table].size === 0);
    const { build, sources, seed = null, redaction = 'none' } = this.#options;
    const header: RecordingHeader = {
      muster: 'recording',
      format: RECORDING_FORMAT,
      protocol: PROTOCOL_VERSION,
      build: build.slice(0, 64),
      rows: { reducers: REDUCER_VERSION, schema: SCHEMA_HASH },
      seed,
      redaction,
      keyframe: empty ? null : hashRows(this.#rows, TABLES),
      sources: [...sources],
    };
    yield JSON.stringify(header);
    yield* keyframeLines(frame);
  }

  /** The line of the next event; `seq` where numbers were left out before it. */
  event(event: DomainEvent | RecordedEvent, seq = this.#seq + 1): string {
    this.#seq = seq;
    fold(this.#rows, [event]);
    return JSON.stringify(eventLineOf(seq, event));
  }

  /** The last line. */
  end(): string {
    return JSON.stringify({ end: { seq: this.#seq, hash: hashRows(this.#rows) } });
  }
}

/** All lines of a recording of these events. */
export function* recordingLines(
  events: Iterable<DomainEvent | RecordedEvent>,
  options: RecordingOptions,
  rows?: Rows,
): Generator<string> {
  const writer = new RecordingWriter(options, rows);
  yield* writer.begin();
  for (const event of events) yield writer.event(event);
  yield writer.end();
}

/** An event as its line has it. */
export function eventLineOf(seq: number, event: DomainEvent | RecordedEvent): EventLine {
  const { at, source, event: name, stream, seq: position, data } = event as RecordedEvent;
  if (stream === undefined || position === undefined) return { seq, at, source, event: name, data };
  return { seq, at, source, event: name, stream: { name: stream, seq: position }, data };
}

function* keyframeLines(frame: Keyframe): Generator<string> {
  for (const table of TABLES) {
    const rows: readonly unknown[] = frame[table] ?? [];
    for (let from = 0; from < rows.length; from += ROWS_A_LINE) {
      yield JSON.stringify({ keyframe: { [table]: rows.slice(from, from + ROWS_A_LINE) } });
    }
  }
}
