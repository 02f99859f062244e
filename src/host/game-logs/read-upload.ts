import type { LogKind } from '../../protocol/enumerations.ts';
import { LogReader, logKindOf, type LineCounts } from '../connectors/logs/log-reader.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import { Zone } from '../../domain/zone.ts';

/** A log that somebody uploads. */
export interface Upload {
  readonly name: string;
  readonly text: string;
  /** When its file was written to last, epoch milliseconds. */
  readonly modified_at?: number | undefined;
}

/** What a log that was uploaded tells. */
export interface ReadUpload {
  readonly kind: LogKind;
  /** In the order of the file. */
  readonly events: readonly LogEvent[];
  readonly counts: LineCounts;
}

/** Lines that tell which log it is. */
const HEAD = 200;

/** Reads the text of a log, at once and whole; null where it is none that is known. */
export function readUpload(upload: Upload, timezone: string, now: number): ReadUpload | null {
  const lines = linesOf(upload.text);
  const head = lines.filter((line) => line.trim() !== '').slice(0, HEAD);
  const kind = logKindOf(upload.name, head);
  if (kind === null) return null;
  const reader = new LogReader(kind, new Zone(timezone));
  reader.date(lines, Math.min(upload.modified_at ?? now, now));
  const events: LogEvent[] = [];
  for (const line of lines) {
    for (const event of reader.line(line)) if (event.kind !== 'seen') events.push(event);
  }
  events.push(...reader.flush());
  return { kind, events, counts: reader.counts };
}

function linesOf(text: string): readonly string[] {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  const lines = bare.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
