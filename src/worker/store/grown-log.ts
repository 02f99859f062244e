import type { StoreInspection } from '../contract.ts';
import type { Keyframe } from '../../domain/fold.ts';
import type { Rows } from '../../domain/state.ts';
import { STORED_TABLES } from '../../domain/tables.ts';
import type { MetaRecord } from './database.ts';
import { addToLog, LOG_LIMITS, momentOf } from './log.ts';
import { keyframeParts } from './slices.ts';

/** A keyframe every so many events, and of them at most half as much as of the log itself. */
const KEYFRAME_EVENTS = 10_000;
const KEYFRAME_ROW_BYTES = 400;

/** What the database's state is with these lines more. */
export function grownLog(stands: MetaRecord, lines: readonly string[]): MetaRecord {
  const { next: from, segments } = stands;
  const count = lines.length;
  if (count === 0) return stands;
  const record = {
    from,
    count,
    bytes: bytesOf(lines),
    first: momentOf(lines) ?? undefined,
    last: momentOf(lines.toReversed()) ?? undefined,
  };
  return { ...stands, next: from + count, segments: addToLog(segments, record) };
}

/** Where the log begins and ends, and how much it is. */
export function logSpan({ segments, next }: MetaRecord): StoreInspection['log'] {
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return {
    from: segments[0]?.from ?? next,
    to: next,
    bytes,
    most: LOG_LIMITS,
    first: segments.find(({ first }) => first !== undefined)?.first ?? null,
    last: segments.findLast(({ last }) => last !== undefined)?.last ?? null,
  };
}

export function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** The rows of now as a keyframe, where one is due; `bytes`: what the log has grown by since the last. */
export function dueKeyframe(
  { next, segments, keyframe }: MetaRecord,
  rows: Rows,
  bytes: number,
): readonly Keyframe[] | null {
  const count = STORED_TABLES.reduce((sum, table) => sum + rows[table].size, 0);
  const due =
    keyframe === null ||
    keyframe < (segments[0]?.from ?? 0) ||
    (next - keyframe >= KEYFRAME_EVENTS && bytes >= count * KEYFRAME_ROW_BYTES);
  return due ? keyframeParts(rows) : null;
}
