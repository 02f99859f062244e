/**
 * BattlEye RCon datagrams: 'BE', CRC-32 (little-endian, over all that follows), FF, type, body.
 * One datagram is one packet. Bytes only; text is decoded once an answer is whole.
 */
import { crc32 } from 'node:zlib';

const HEADER = 7;

/** What the server sends. */
export type ServerPacket =
  | { readonly kind: 'login'; readonly accepted: boolean }
  | { readonly kind: 'answer'; readonly seq: number; readonly body: Uint8Array }
  | {
      readonly kind: 'fragment';
      readonly seq: number;
      readonly total: number;
      readonly index: number;
      readonly part: Uint8Array;
    }
  | { readonly kind: 'message'; readonly seq: number; readonly body: Uint8Array };

export type ParsedPacket =
  | { readonly ok: true; readonly packet: ServerPacket }
  | {
      readonly ok: false;
      readonly kind: 'not-battleye' | 'bad-checksum' | 'unknown-type' | 'too-short';
    };

/** Puts the frame around a checked part that starts with its type byte (the FF is added here). */
export function frame(typeAndBody: Uint8Array): Uint8Array {
  const packet = Buffer.alloc(HEADER + typeAndBody.length);
  packet.write('BE', 0, 'latin1');
  packet[6] = 0xff;
  packet.set(typeAndBody, HEADER);
  packet.writeUInt32LE(crc32(packet.subarray(6)), 2);
  return packet;
}

/** A login. The password goes as UTF-8 without an end mark. */
export function encodeLogin(password: string): Uint8Array {
  return frame(Buffer.concat([Buffer.of(0), Buffer.from(password, 'utf8')]));
}

/** A command; the empty text is the keep-alive. `seq` is one byte. */
export function encodeCommand(seq: number, text: string): Uint8Array {
  return frame(Buffer.concat([Buffer.of(1, seq & 0xff), Buffer.from(text, 'utf8')]));
}

/** The acknowledgement of a server message. */
export function encodeAck(seq: number): Uint8Array {
  return frame(Buffer.of(2, seq & 0xff));
}

/** Reads a datagram of the server. Never throws; whatever is not a packet is told apart by `kind`. */
export function parseServerPacket(data: Uint8Array): ParsedPacket {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < HEADER + 1) return { ok: false, kind: 'too-short' };
  if (bytes[0] !== 0x42 || bytes[1] !== 0x45 || bytes[6] !== 0xff) {
    return { ok: false, kind: 'not-battleye' };
  }
  if (bytes.readUInt32LE(2) !== crc32(bytes.subarray(6))) {
    return { ok: false, kind: 'bad-checksum' };
  }
  const type = bytes[HEADER];
  const seq = bytes[HEADER + 1];
  if (type !== 0 && type !== 1 && type !== 2) return { ok: false, kind: 'unknown-type' };
  if (seq === undefined) return { ok: false, kind: 'too-short' };
  if (type === 0) return { ok: true, packet: { kind: 'login', accepted: seq === 1 } };
  const body = bytes.subarray(HEADER + 2);
  if (type === 2) return { ok: true, packet: { kind: 'message', seq, body } };
  const total = body[1];
  const index = body[2];
  if (body[0] === 0 && total !== undefined && index !== undefined) {
    const part = body.subarray(3);
    return { ok: true, packet: { kind: 'fragment', seq, total, index, part } };
  }
  return { ok: true, packet: { kind: 'answer', seq, body } };
}

/** Text of an answer or message: UTF-8, leniently, without end marks. */
export function decodeText(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.toString('utf8', 0, end);
}
