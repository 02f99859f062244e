import type { z } from 'zod';
import { compileGuard } from '../../protocol/compile-guard.ts';
import { beyondBounds, SHORT_JSON } from '../../protocol/json-bounds.ts';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import {
  endLine,
  eventLine,
  keyframeLine,
  RECORDING_FORMAT,
  recordingHeader,
  type EventLine,
  type RecordingEnd,
  type RecordingHeader,
} from '../../protocol/recordings/format.ts';
import { upcastData, upcastRow } from '../../protocol/recordings/upcast.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { Keyframe } from '../fold.ts';
import type { RecordedEvent } from '../known.ts';
import type { TableName } from '../rows.ts';
import { TABLES } from '../tables.ts';
import { ROW_SCHEMAS } from '../row-schemas.ts';

/** What a line of a recording is. */
export type RecordingItem =
  | { readonly kind: 'header'; readonly line: number; readonly header: RecordingHeader }
  | { readonly kind: 'keyframe'; readonly line: number; readonly rows: Keyframe }
  | {
      readonly kind: 'event';
      readonly line: number;
      /** Its number in the recording. */
      readonly seq: number;
      readonly event: RecordedEvent;
    }
  | { readonly kind: 'end'; readonly line: number; readonly end: RecordingEnd }
  /** Something is wrong with this line, or missing before it; everything else goes on. */
  | { readonly kind: 'damage'; readonly line: number; readonly reason: string };

/** Reads a recording line by line; it knows from the header which wire the events speak. Never throws. */
export class RecordingReader {
  #protocol = PROTOCOL_VERSION;
  #headed = false;
  #newer: number | null = null;
  #ended = false;
  #last = 0;
  /** Damaged lines since the last event: what is missing may have stood there. */
  #damaged = 0;

  /** The format of a file that a newer version wrote; null: it is known. */
  get newer(): number | null {
    return this.#newer;
  }

  /** Another one that stands where this one does. */
  clone(): RecordingReader {
    const reader = new RecordingReader();
    reader.#protocol = this.#protocol;
    reader.#headed = this.#headed;
    reader.#newer = this.#newer;
    reader.#ended = this.#ended;
    reader.#last = this.#last;
    reader.#damaged = this.#damaged;
    return reader;
  }

  /** What this line is, and before it what is missing, if anything. null: it is no text. */
  read(text: string | null, line: number): readonly RecordingItem[] {
    const items =
      text === null
        ? [damage(line, 'is no text in UTF-8, or too long')]
        : this.#read(line === 1 ? text.replace(BYTE_ORDER_MARK, '') : text, line);
    for (const { kind } of items) if (kind === 'damage') this.#damaged++;
    return items;
  }

  #read(text: string, line: number): readonly RecordingItem[] {
    // A short line is parsed in no time; what is kept of it as it stands is held to its depth there.
    if (text.length > SHORT_JSON && isTooDeep(text)) return [damage(line, TOO_DEEP)];
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      return [damage(line, `is no JSON (${error instanceof Error ? error.message : 'broken'})`)];
    }
    if (isEvent?.(json) === true) return this.#event(json as EventLine, line, text);
    if (typeof json !== 'object' || json === null) return [damage(line, 'is no object')];
    if ('muster' in json) return [this.#header(json, line)];
    if ('keyframe' in json) return keyframeItems(json, line, this.#protocol, this.#last > 0);
    if ('end' in json) return [this.#end(json, line)];
    const parsed = eventLine.safeParse(json);
    if (!parsed.success) return [damage(line, `is no event: ${firstIssue(parsed.error)}`)];
    return this.#event(parsed.data, line, text);
  }

  #header(json: object, line: number): RecordingItem {
    if (this.#headed) return damage(line, 'is another header: two recordings in one file');
    // The lines after it can be read by these alone, whatever else is broken.
    const needed = neededOfHeader.safeParse(json);
    if (needed.success) {
      const { format, protocol } = needed.data;
      this.#protocol = protocol;
      if (format > RECORDING_FORMAT) {
        this.#newer = format;
        return damage(line, `is of format ${format}, which this version does not know`);
      }
    }
    const parsed = recordingHeader.safeParse(json);
    if (!parsed.success) return damage(line, `is a broken header: ${firstIssue(parsed.error)}`);
    this.#headed = true;
    return { kind: 'header', line, header: parsed.data };
  }

  #end(json: object, line: number): RecordingItem {
    const parsed = endLine.safeParse(json);
    if (!parsed.success) return damage(line, `is a broken end: ${firstIssue(parsed.error)}`);
    this.#ended = true;
    return { kind: 'end', line, end: parsed.data.end };
  }

  #event(told: EventLine, line: number, text: string): readonly RecordingItem[] {
    const { seq, source, event: name } = told;
    if (!DATA.has(`${source}/${name}`) && isTooDeep(text)) return [damage(line, TOO_DEEP)];
    if (this.#ended) return [damage(line, 'comes after the end')];
    if (seq <= this.#last) return [damage(line, `comes too late: event ${seq}`)];
    const missing = this.#last === 0 ? 0 : seq - this.#last - 1;
    const items: RecordingItem[] = [];
    if (missing > this.#damaged) items.push(damage(line, missingText(this.#last + 1, seq - 1)));
    const event = this.#eventOf(told);
    if (typeof event === 'string') items.push(damage(line, `is no event: ${event}`));
    else {
      this.#damaged = 0;
      items.push({ kind: 'event', line, seq, event });
      this.#last = seq;
    }
    return items;
  }

  /** The event, validated; what is wrong with it, where something is. */
  #eventOf(told: EventLine): RecordedEvent | string {
    const { at, source, event, stream } = told;
    const kind = `${source}/${event}`;
    const reader = DATA.get(kind);
    let { data } = told;
    if (reader !== undefined) {
      if (this.#protocol < PROTOCOL_VERSION) data = upcastData(this.#protocol, kind, data);
      if (reader.is?.(data) !== true) {
        const parsed = reader.schema.safeParse(data);
        if (!parsed.success) return firstIssue(parsed.error);
        data = parsed.data;
      }
    }
    if (stream === undefined) return { source, event, at, data };
    return { source, event, at, stream: stream.name, seq: stream.seq, data };
  }
}

/** All items of a recording, in the order of its lines; empty lines are nothing. */
export function* readRecording(lines: Iterable<string>): Generator<RecordingItem> {
  const reader = new RecordingReader();
  let line = 0;
  for (const text of lines) {
    line++;
    if (text.trim() !== '') yield* reader.read(text, line);
  }
}

/** Rows and events are nested ten deep at most; how many there are is the file's own matter. */
const NESTING = { depth: 64, fields: Infinity, commas: Infinity };
const TOO_DEEP = 'is nested too deep';
const isTooDeep = (text: string): boolean => beyondBounds(text, NESTING) !== null;
/** Some editors put it before a file's first line. */
const BYTE_ORDER_MARK = /^\uFEFF/;
const neededOfHeader = recordingHeader.pick({ muster: true, format: true, protocol: true });
const isEvent = compileGuard(eventLine);
const DATA = new Map(
  [...RECORDED_EVENTS].map(([kind, schema]) => [kind, { schema, is: compileGuard(schema) }]),
);
const ROWS = new Map(
  TABLES.map((table) => {
    const schema: z.ZodType = ROW_SCHEMAS[table];
    return [table as string, { table: table as TableName, schema, is: compileGuard(schema) }];
  }),
);

function keyframeItems(
  json: object,
  line: number,
  protocol: number,
  late: boolean,
): readonly RecordingItem[] {
  const parsed = keyframeLine.safeParse(json);
  if (!parsed.success) return [damage(line, `is no keyframe: ${firstIssue(parsed.error)}`)];
  if (late) return [damage(line, 'is a keyframe after the first event')];
  const items: RecordingItem[] = [];
  for (const [name, rows] of Object.entries(parsed.data.keyframe)) {
    const known = ROWS.get(name);
    if (known === undefined) continue;
    const good: unknown[] = [];
    for (const told of rows) {
      const row = protocol < PROTOCOL_VERSION ? upcastRow(protocol, name, told) : told;
      const read = known.is?.(row) === true ? { success: true as const, data: row } : null;
      const checked = read ?? known.schema.safeParse(row);
      if (checked.success) good.push(checked.data);
      else items.push(damage(line, `has a broken row of ${name}: ${firstIssue(checked.error)}`));
    }
    items.push({ kind: 'keyframe', line, rows: { [known.table]: good } as Keyframe });
  }
  return items;
}

function damage(line: number, reason: string): RecordingItem {
  return { kind: 'damage', line, reason };
}

function missingText(from: number, to: number): string {
  return from === to
    ? `event ${from} is missing before it`
    : `events ${from} to ${to} are missing before it`;
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'it does not fit';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
