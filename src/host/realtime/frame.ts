import type { EventData } from '../../protocol/events.ts';
import type { UNSEQUENCED } from '../../protocol/events.ts';

/** One event of a stream, encoded once for everybody who follows the stream. */
export interface StreamFrame {
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  /** The text frame, as UTF-8. */
  readonly bytes: Buffer;
}

/** Encodes an event of a stream; `data` is JSON text. */
export function encodeStreamFrame(
  stream: string,
  seq: number,
  at: number,
  event: string,
  data: string,
): StreamFrame {
  const head = `{"event":${JSON.stringify(event)},"at":${at},"stream":${JSON.stringify(stream)}`;
  return { stream, seq, at, bytes: Buffer.from(`${head},"seq":${seq},"data":${data}}`) };
}

/** Encodes an event that belongs to the socket or to a moment. */
export function encodeMoment<N extends (typeof UNSEQUENCED)[number]>(
  event: N,
  at: number,
  data: EventData<N>,
): Buffer {
  return Buffer.from(JSON.stringify({ event, at, data }));
}
