import type { MetaRecord } from './database.ts';
import { addToLog } from './log.ts';

/** A keyframe every so many events, and of them at most half as much as of the log itself. */
const KEYFRAME_EVENTS = 10_000;
const KEYFRAME_ROW_BYTES = 400;

/** What the database's state is with these lines more. */
export function grownLog(stands: MetaRecord, lines: readonly string[]): MetaRecord {
  const { next: from, segments } = stands;
  const count = lines.length;
  if (count === 0) return stands;
  const bytes = lines.reduce((sum, line) => sum + line.length, 0);
  return { ...stands, next: from + count, segments: addToLog(segments, { from, count, bytes }) };
}

/** Whether a keyframe is due; `bytes`: what the log has grown by since the last. */
export function isKeyframeDue(
  { next, segments, keyframe }: MetaRecord,
  rows: number,
  bytes: number,
): boolean {
  return (
    keyframe === null ||
    keyframe < (segments[0]?.from ?? 0) ||
    (next - keyframe >= KEYFRAME_EVENTS && bytes >= rows * KEYFRAME_ROW_BYTES)
  );
}
