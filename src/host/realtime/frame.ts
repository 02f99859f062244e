import type { EventData } from '../../protocol/events.ts';
import type { UNSEQUENCED } from '../../protocol/events.ts';

/** One event of a stream, encoded once for everybody who follows the stream. */
export interface StreamFrame {
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  /** The whole websocket frame, as it goes out on every socket. */
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
  return { stream, seq, at, bytes: textFrame(`${head},"seq":${seq},"data":${data}}`) };
}

/** Encodes an event that belongs to the socket or to a moment. */
export function encodeMoment<N extends (typeof UNSEQUENCED)[number]>(
  event: N,
  at: number,
  data: EventData<N>,
): Buffer {
  return textFrame(JSON.stringify({ event, at, data }));
}

const FINAL_TEXT = 0x81;

/** One final, unmasked text frame of RFC 6455, section 5.2: what a server sends, made once for all sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + extended + length);
  frame[0] = FINAL_TEXT;
  if (extended === 0) frame[1] = length;
  else if (extended === 2) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, 2 + extended);
  return frame;
}

/** The text of a frame that was made here. */
export function textOf(frame: Buffer): string {
  const length = frame[1] ?? 0;
  return frame.toString('utf8', length < 126 ? 2 : length === 126 ? 4 : 10);
}
