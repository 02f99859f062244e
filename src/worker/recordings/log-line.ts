import { realtimeEvent } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { parseFrame } from '../../protocol/frames.ts';

/** The event of a line of the log. */
export function readLogLine(line: string): RecordedEvent {
  const parsed = parseFrame(line);
  return parsed.ok ? realtimeEvent(parsed.frame) : (JSON.parse(line) as RecordedEvent);
}
