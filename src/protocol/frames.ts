/**
 * The websocket at `/connect`: what each side sends, as JSON text. A message is one frame, but for a client
 * that said `batches` in its `hello`: it may get several in one message, each on a line of its own.
 */
import { z } from 'zod';
import { EVENTS, type EventData, type EventName } from './events.ts';
import { hexId, moment } from './fields.ts';
import { compileGuard } from './compile-guard.ts';
import { TOPIC } from './streams.ts';

/** A cursor for each stream: the newest position that the client holds. `limits.ts` says how many. */
const cursors = z.record(z.string().max(64), z.int().min(0));

/** The client's first message. */
const hello = z.object({
  type: z.literal('hello'),
  protocol: z.int(),
  build: z.string().max(64),
  cursors,
  /** More cursors follow, and nothing else before `ack`; the last of them says no more. */
  more: z.boolean().optional(),
  /** The client takes several frames in one message. What it sends itself is one a message all the same. */
  batches: z.boolean().optional(),
});
/** The rest of a `hello`'s cursors. */
const moreCursors = z.object({ type: z.literal('cursors'), cursors, more: z.boolean() });
/** Follow topics of one server, group, ban list or bucket, or with none some of the account's own; `event_subscription` answers. */
const subscribe = z.object({
  type: z.literal('subscribe'),
  server_id: hexId.nullable(),
  group_id: hexId.optional(),
  banlist_id: hexId.optional(),
  bucket_id: hexId.optional(),
  topics: z.array(z.enum(TOPIC)).min(1).max(TOPIC.length),
  cursors,
});
const unsubscribe = z.object({
  type: z.literal('unsubscribe'),
  server_id: hexId.nullable(),
  group_id: hexId.optional(),
  banlist_id: hexId.optional(),
  bucket_id: hexId.optional(),
  topics: z.array(z.enum(TOPIC)).min(1).max(TOPIC.length),
});
/** Echoed at once, so that the client can measure the round trip. `sent` is the client's own clock. */
const keepalive = z.object({ type: z.literal('keepalive'), sent: z.number() });

/** Client to host. */
export const clientMessage = z.discriminatedUnion('type', [
  hello,
  moreCursors,
  subscribe,
  unsubscribe,
  keepalive,
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** What every frame from the host has; `data` is parsed by the event's own schema. */
export const frameEnvelope = z.object({
  event: z.string(),
  at: moment,
  /** Absent for events that belong to the socket or to a moment. */
  stream: z.string().optional(),
  /** The position in the stream; consecutive. */
  seq: z.int().min(1).optional(),
  data: z.unknown(),
});
export type FrameEnvelope = z.infer<typeof frameEnvelope>;

/** A parsed frame of an event that this version knows. */
export type Frame = {
  [N in EventName]: {
    readonly event: N;
    readonly at: number;
    readonly stream?: string;
    readonly seq?: number;
    readonly data: EventData<N>;
  };
}[EventName];

export type FrameParse =
  | { readonly ok: true; readonly frame: Frame }
  /** An event of a newer host: it changes nothing and is counted. */
  | {
      readonly ok: false;
      readonly kind: 'unknown-event';
      readonly event: string;
      readonly envelope: FrameEnvelope;
    }
  /** `envelope`: null where not even that can be read. */
  | {
      readonly ok: false;
      readonly kind: 'malformed';
      readonly detail: string;
      readonly envelope: FrameEnvelope | null;
    };

const isEnvelope = compileGuard(frameEnvelope);
const READERS = new Map(
  Object.entries(EVENTS).map(([name, schema]) => [
    name,
    { name, schema, is: compileGuard(schema) },
  ]),
);

/** The frames of a message from the host, as text; JSON on one line holds no line break of its own. */
export function framesOf(message: string): readonly string[] {
  return message.split('\n');
}

/**
 * Parses one text frame from the host, once; what comes out is trusted. Never throws. Everything is
 * validated: by a guard made of the schema where it accepts the value as it is, else by the schema.
 */
export function parseFrame(text: string): FrameParse {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, kind: 'malformed', detail: String(error), envelope: null };
  }
  let envelope: FrameEnvelope;
  if (isEnvelope?.(json) === true) envelope = json as FrameEnvelope;
  else {
    const parsed = frameEnvelope.safeParse(json);
    if (!parsed.success) {
      return { ok: false, kind: 'malformed', detail: parsed.error.message, envelope: null };
    }
    envelope = parsed.data;
  }
  const { event } = envelope;
  const reader = READERS.get(event);
  if (reader === undefined) return { ok: false, kind: 'unknown-event', event, envelope };
  // The name as this program holds it: it is compared by its place in memory, and that often.
  envelope.event = reader.name;
  if (reader.is?.(envelope.data) === true) return { ok: true, frame: envelope as Frame };
  const data = reader.schema.safeParse(envelope.data);
  if (!data.success) {
    return { ok: false, kind: 'malformed', detail: data.error.message, envelope };
  }
  return { ok: true, frame: { ...envelope, data: data.data } as Frame };
}
