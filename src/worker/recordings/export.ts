import { realtimeEvent } from '../../domain/event.ts';
import { fold, fromKeyframe, keyframe } from '../../domain/fold.ts';
import { createRedactor } from '../../domain/recordings/redact.ts';
import { RecordingWriter } from '../../domain/recordings/write.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { parseFrame } from '../../protocol/frames.ts';
import type { RecordedFile } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { KeptLog, Run } from '../store/kept-log.ts';

export interface ExportOptions {
  readonly build: string;
  readonly clock: Clock;
  /**
   * The number of the first event that is wanted; what happened before is in the rows it begins with. null: one
   * that is older than all that are kept.
   */
  readonly from: number | null;
  /** null: everything that is kept is told as it is. */
  readonly redact: { readonly key: string; readonly keepChat: boolean } | null;
}

/** What the log keeps; what a tab did by itself is not in it. */
const SOURCES = ['realtime', 'rest', 'link'] as const;

/** Makes a recording of the kept log. Between the runs of events the worker gets to its other work. */
export async function exportRecording(
  kept: KeptLog,
  { build, clock, from, redact }: ExportOptions,
): Promise<RecordedFile> {
  const [oldest] = kept.keyframes;
  const shortened = from === null || from < oldest;
  const first = shortened ? oldest : from;
  const begin = kept.keyframes.findLast((seq) => seq <= first) ?? oldest;
  const rows = fromKeyframe(await kept.rows(begin));
  const redactor = redact === null ? null : createRedactor(redact.key, redact.keepChat);
  const redacted = (event: RecordedEvent) => redactor?.event(event) ?? event;
  const redaction =
    redact === null ? 'none' : redact.keepChat ? 'pseudonyms-keeping-chat' : 'pseudonyms';
  const parts: string[] = [];
  const put = (lines: readonly string[]) => {
    if (lines.length > 0) parts.push(`${lines.join('\n')}\n`);
  };
  const runs = kept.runs.filter(({ seq }) => seq >= begin);
  // A run may have lines on both sides of it: those that waited together were written together.
  const linesBefore = ({ seq, lines }: Run) => lines.slice(0, Math.max(0, first - seq));
  for (const run of runs) {
    if (run.seq >= first) break;
    fold(rows, linesBefore(run).map(readLogLine));
    await turn(clock);
  }
  const frame = keyframe(rows);
  const writer = new RecordingWriter(
    { build: redactor?.build(build) ?? build, sources: SOURCES, redaction },
    fromKeyframe(redactor?.keyframe(frame) ?? frame),
  );
  put([...writer.begin()]);
  let at: number | null = null;
  for (const run of runs) {
    const events = run.lines.slice(linesBefore(run).length).map(readLogLine);
    if (events.length === 0) continue;
    at ??= events[0]?.at ?? null;
    put(events.map((event) => writer.event(redacted(event))));
    await turn(clock);
  }
  put([writer.end()]);
  const file = new Blob(parts, { type: 'application/x-ndjson' });
  return { file, events: writer.seq, from: at, shortened };
}

/** The event of a line of the log. */
export function readLogLine(line: string): RecordedEvent {
  const parsed = parseFrame(line);
  return parsed.ok ? realtimeEvent(parsed.frame) : (JSON.parse(line) as RecordedEvent);
}

/** Lets the worker's other work run. */
function turn(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve));
}
