import type { Keyframe } from '../../domain/fold.ts';
import type { Rows } from '../../domain/state.ts';
import type { ChunkRecord, KeyframeRecord, LogRecord, MetaRecord } from './database.ts';
import type { DirtyRows } from './dirty-chunks.ts';
import { dueKeyframe, grownLog } from './grown-log.ts';
import { sliced } from './slices.ts';

/** Lines that are put together: to copy those of seconds at once would hold up what comes in the meantime. */
const LINES_AT_ONCE = 2_000;

/** What one transaction of a flush writes. */
export interface Part {
  readonly chunks: readonly ChunkRecord[];
  readonly run: LogRecord | null;
  readonly keyframe: KeyframeRecord | null;
}

/** Everything that is written together, all of one moment. */
export interface Flush {
  /** One after the other; never none. */
  readonly parts: readonly Part[];
  /** The chunks that stand differently once it counts: replaced, or gone. */
  readonly keys: readonly string[];
  /** The database's state once the last part is written, and not before. */
  readonly meta: MetaRecord;
  /** What the log has then grown by since the last keyframe. */
  readonly bytes: number;
}

/** What there is to write. */
interface Gathered {
  readonly dirty: DirtyRows;
  readonly lines: readonly string[];
  /** All rows, as the lines leave them. */
  readonly rows: Rows;
  /** What the log has grown by since the last keyframe, with these lines. */
  readonly bytes: number;
  /** Events are kept, and with them rows to go on from. */
  readonly logs: boolean;
}

/** A flush of this moment, over what stands. Rows never change, so this copies none. */
export function flushOf(stands: MetaRecord, { dirty, lines, rows, bytes, logs }: Gathered): Flush {
  const flush = stands.flush + 1;
  const slices = sliced(dirty.chunks).map((slice) => slice.map((chunk) => ({ ...chunk, flush })));
  const { runs, grown } = runsOf(stands, lines);
  const frame = logs ? dueKeyframe(grown, rows, bytes) : null;
  const [first = [], ...others] = slices;
  const parts = [
    ...runs.slice(0, -1).map((run) => part({ run })),
    part({ chunks: first, run: runs.at(-1) ?? null }),
    ...others.map((chunks) => part({ chunks })),
    ...framesOf(frame ?? [], grown.next),
  ];
  return {
    parts,
    keys: [...dirty.chunks.map(({ key }) => key), ...dirty.gone],
    meta: {
      ...grown,
      flush,
      keyframe: frame === null ? grown.keyframe : grown.next,
      fresh_at: rows.link.get('link')?.fresh_at ?? null,
    },
    bytes: frame === null ? bytes : 0,
  };
}

function part(written: Partial<Part>): Part {
  return { chunks: [], run: null, keyframe: null, ...written };
}

/** The lines in records of a bearable size, and the state that counts them. */
function runsOf(stands: MetaRecord, lines: readonly string[]) {
  const runs: LogRecord[] = [];
  let grown = stands;
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const events = lines.slice(from, from + LINES_AT_ONCE);
    runs.push({ seq: grown.next, events });
    grown = grownLog(grown, events);
  }
  return { runs, grown };
}

function framesOf(frame: readonly Keyframe[], seq: number): readonly Part[] {
  return frame.map((rows, index) => part({ keyframe: { seq, part: index, rows } }));
}
