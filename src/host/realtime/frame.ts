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
const NEWLINE = 0x0a;

/** One final, unmasked text frame of RFC 6455, section 5.2: what a server sends, made once for all sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const [frame, payload] = emptyFrame(length);
  frame.write(text, payload);
  return frame;
}

/** One frame with the texts of several that were made here, a line each. */
export function joinedFrame(frames: readonly Buffer[]): Buffer {
  const length = frames.reduce((sum, one) => sum + one.length - payloadOf(one) + 1, -1);
  const [joined, payload] = emptyFrame(length);
  let at = payload;
  for (const one of frames) {
    if (at > payload) joined[at++] = NEWLINE;
    at += one.copy(joined, at, payloadOf(one));
  }
  return joined;
}

/** The text of a frame that was made here. */
export function textOf(frame: Buffer): string {
  return frame.toString('utf8', payloadOf(frame));
}

/** Where the text of a frame begins. */
function payloadOf(frame: Buffer): number {
  const length = frame[1] ?? 0;
  return length < 126 ? 2 : length === 126 ? 4 : 10;
}

/** A frame for so many bytes of text, and where they go. */
function emptyFrame(length: number): readonly [Buffer, number] {
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
  return [frame, 2 + extended];
}
