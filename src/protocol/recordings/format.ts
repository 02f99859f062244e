/**
 * A recording: NDJSON, one JSON value a line. The first line is the header; lines of a keyframe follow
 * where the recording begins with rows; then one line for each event as the reducer got it; the last
 * line says how it ended, and is missing where the recording was cut off.
 */
import { z } from 'zod';

/** The format of the lines; the wire that the events speak has its own version, `protocol`. */
export const RECORDING_FORMAT = 1;

/** `pseudonyms`: nothing of a person, an address or a free text is left; `keeping-chat`: but what was said in chat. */
export const REDACTION = ['none', 'pseudonyms', 'pseudonyms-keeping-chat'] as const;
export type Redaction = (typeof REDACTION)[number];

/** Where events come from. */
export const RECORDED_SOURCE = ['realtime', 'rest', 'intent', 'clock', 'link'] as const;
export type RecordedSource = (typeof RECORDED_SOURCE)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const recordingHeader = z.object({
  muster: z.literal('recording'),
  format: z.int().min(1),
  /** The wire's version that the events speak. */
  protocol: z.int().min(1),
  /** Names the files that recorded. */
  build: z.string().max(64),
  /** Of schemas and reducers: with another one, rows may come out differently. */
  rows: z.object({ reducers: z.int().min(1), schema: z.string().max(64) }),
  /** What made-up events were made from; null where they happened. */
  seed: z.int().nullable(),
  redaction: z.enum(REDACTION),
  /** The hash of all rows that the recording begins with; null where it begins with none. */
  keyframe: sha256.nullable(),
  /** Which kinds of events were recorded; what is not named here was left out. */
  sources: z.array(z.enum(RECORDED_SOURCE)),
});
export type RecordingHeader = z.infer<typeof recordingHeader>;

/** Rows that the recording begins with, by table; the lines of a keyframe add up. */
export const keyframeLine = z.object({ keyframe: z.record(z.string(), z.array(z.unknown())) });

/** The last moment that a date can name: nothing could show a later one. */
const LAST_MOMENT = 8.64e15;

/** One event. `seq` is its number in the recording: each is one more than the one before. */
export const eventLine = z.object({
  seq: z.int().min(1),
  at: z.int().min(0).max(LAST_MOMENT),
  source: z.string().max(64),
  event: z.string().max(256),
  /** The stream of a frame, and the frame's position in it. */
  stream: z.object({ name: z.string().max(256), seq: z.int().min(1) }).optional(),
  data: z.unknown(),
});
export type EventLine = z.infer<typeof eventLine>;

/** The number of the last event, and the hash of the rows of facts after it. */
export const endLine = z.object({ end: z.object({ seq: z.int().min(0), hash: sha256 }) });
export type RecordingEnd = z.infer<typeof endLine>['end'];
