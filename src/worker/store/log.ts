import type { DomainEvent } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { isStored, tableOfStream } from '../../domain/tables.ts';
import { isPaged } from '../../protocol/resources/registry.ts';
import { parseStream } from '../../protocol/streams.ts';
import type { LoggedEvent } from '../engine/engine.ts';

/** A run of the log that is deleted as a whole. */
export interface LogSegment {
  /** Number of its first event. */
  readonly from: number;
  readonly count: number;
  readonly bytes: number;
  /** When the first and the last happened that the host told; absent where none is told, or nobody noted it. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
}

/** The log's bounds: the newest 100,000 events or 20 MB. */
export const LOG_LIMITS = { events: 100_000, bytes: 20 * 1024 * 1024 } as const;
const SEGMENT_EVENTS = 1_000;

/** The segments after a record of so many events was added, without those that it pushes out. */
export function addToLog(
  segments: readonly LogSegment[],
  record: LogSegment,
  limits: { readonly events: number; readonly bytes: number } = LOG_LIMITS,
): readonly LogSegment[] {
  const last = segments.at(-1);
  const grown =
    last === undefined || last.count >= SEGMENT_EVENTS
      ? [...segments, record]
      : [
          ...segments.slice(0, -1),
          {
            from: last.from,
            count: last.count + record.count,
            bytes: last.bytes + record.bytes,
            first: last.first ?? record.first,
            last: record.last ?? last.last,
          },
        ];
  let events = 0;
  let bytes = 0;
  for (const segment of grown) {
    events += segment.count;
    bytes += segment.bytes;
  }
  let first = 0;
  while (first < grown.length - 1 && (events > limits.events || bytes > limits.bytes)) {
    events -= grown[first]?.count ?? 0;
    bytes -= grown[first]?.bytes ?? 0;
    first += 1;
  }
  return grown.slice(first);
}

/**
 * An event as the log keeps it: a frame as it came, anything else as JSON. null for what tells of
 * addresses, identifiers, e-mail or commands, and for what a replay does without.
 */
export function logLine({ event, raw }: LoggedEvent): string | null {
  return isLogged(event) ? (raw ?? JSON.stringify(event)) : null;
}

/** A line that need not be read for its source: the answers of calls may be megabytes. */
const NOT_TOLD = /^\{"source":"(?!realtime")/;

/** When the first of these lines happened that the host told; null where it told none. */
export function momentOf(lines: readonly string[]): number | null {
  for (const line of lines) {
    if (NOT_TOLD.test(line)) continue;
    // A frame says no source; it was judged when it came.
    const { source = 'realtime', at } = JSON.parse(line) as Partial<RecordedEvent>;
    if (source === 'realtime' && at !== undefined) return at;
  }
  return null;
}

/** Whether the log has what a stream tells. */
export function isLoggedStream(stream: string): boolean {
  const name = parseStream(stream);
  if (name === null || name.resource === 'account') return true;
  // No rows of this browser come of it.
  if (isPaged(name.audience)) return false;
  const table = tableOfStream(name.audience);
  return table === null || isStored(table);
}

function isLogged(event: DomainEvent): boolean {
  switch (event.source) {
    case 'rest':
      if (event.event === 'rows') return isStored(event.data.resource);
      return event.event !== 'session' && event.event !== 'personal' && event.event !== 'console';
    case 'intent':
      return false;
    case 'realtime': {
      if (event.event === 'keepalive' || event.event === 'presence:server') return false;
      return event.stream === undefined || isLoggedStream(event.stream);
    }
    case 'link':
      // Where this browser keeps its rows, and what it is not given, is no news of theirs.
      return event.event !== 'keeping' && event.event !== 'refused';
  }
}
