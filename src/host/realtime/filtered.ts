/**
 * The streams that tell a feed or a console filtered. The log has none of them: what they tell is made of the stream
 * that they are of, event by event, under the same positions.
 */
import { filterOf } from '../../domain/personal/filtered.ts';
import { serverFeed } from '../../protocol/feed/fields.ts';
import { FILTERED_STREAM, wholeOf } from '../../protocol/streams.ts';
import { withoutPersonal } from './console-text.ts';

const filter = filterOf(serverFeed, withoutPersonal);

/** The stream of the log that a stream is told from: itself, unless it is filtered. */
export function sourceOf(stream: string): string {
  const end = stream.lastIndexOf('/') + 1;
  return stream.slice(0, end) + wholeOf(stream.slice(end));
}

const FILTERED = new Map<string, string>(
  Object.entries(FILTERED_STREAM).map(([filtered, source]) => [source, filtered]),
);

/** The stream that tells this one filtered; null where none does. */
export function filteredOf(stream: string): string | null {
  const end = stream.lastIndexOf('/') + 1;
  const audience = FILTERED.get(stream.slice(end));
  return audience === undefined || !stream.startsWith('server/')
    ? null
    : stream.slice(0, end) + audience;
}

/** What a stream tells of an event of the stream that it is told from. */
export function toldOn(stream: string, data: unknown): unknown {
  return sourceOf(stream) === stream ? data : filter(data);
}
